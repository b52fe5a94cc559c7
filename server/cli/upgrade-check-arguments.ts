/**
 * What `npm run upgrade-check` is asked to do.
 *
 * Promises: every wrong use is answered in words that name what was given.
 */
export interface UpgradeCheckCommand {
  readonly kind: 'help' | 'check'
}

export type ReadUpgradeCheckArguments =
  | { readonly ok: true; readonly command: UpgradeCheckCommand }
  | { readonly ok: false; readonly problem: string }

export const USAGE = `How it is used:
  npm run upgrade-check
      lists what this release changes for the rulesets stored in the database of the server's settings (DATABASE_URL, or else
      DATA_DIR): texts that no longer compile, and approvals given under an older engine where results may differ now,
      each with one claim dictionary whose result changes. It changes nothing and migrates nothing: run it in a clone of this
      release before the server of this release starts for the first time. The server before may run meanwhile.`

export function readArguments(args: readonly string[]): ReadUpgradeCheckArguments {
  const [first, ...rest] = args
  if (first === undefined) return { ok: true, command: { kind: 'check' } }
  if (rest.length === 0 && (first === '--help' || first === '-h')) return { ok: true, command: { kind: 'help' } }
  return { ok: false, problem: `It takes no arguments, but "${args.join(' ')}" was given.` }
}
