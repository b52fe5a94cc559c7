/** The options of `touchstone hook`. */
import { MAX_CALL_WAIT_SECONDS } from '../../../api/schemas/tool-call'

export interface HookOptions {
  /** Address of the deployment. */
  readonly url: string
  /** Names of guards by the names of their tools. Another tool has the guard with the tool's name, if there is one. */
  readonly guards: ReadonlyMap<string, string>
  readonly isUnguardedPassed: boolean
  /** How long a call waits for a person before it is blocked. */
  readonly waitSeconds: number
  /** How long everything else may take. */
  readonly timeoutSeconds: number
}

type Problem = { readonly problem: string }

const DEFAULT_TIMEOUT_SECONDS = 10
const MAX_TIMEOUT_SECONDS = 300

/** @param named values of `--guard` */
export function readHookOptions(
  url: string,
  { 'without-guard': unguarded = 'refuse', wait = '0', timeout }: Readonly<Partial<Record<string, string>>>,
  named: readonly string[],
): HookOptions | Problem {
  if (unguarded !== 'refuse' && unguarded !== 'pass')
    return { problem: `--without-guard takes refuse or pass, not "${unguarded}".` }
  const waitSeconds = secondsIn('--wait', wait, 0, MAX_CALL_WAIT_SECONDS)
  if (typeof waitSeconds !== 'number') return waitSeconds
  const timeoutSeconds = secondsIn('--timeout', timeout ?? String(DEFAULT_TIMEOUT_SECONDS), 1, MAX_TIMEOUT_SECONDS)
  if (typeof timeoutSeconds !== 'number') return timeoutSeconds
  const guards = new Map<string, string>()
  for (const each of named) {
    const [, tool = '', guard = ''] = /^([^=]+)=(.+)$/s.exec(each) ?? []
    if (tool === '') return { problem: `--guard takes <tool>=<guard>, not "${each}".` }
    if (guards.has(tool)) return { problem: `--guard names two guards for the tool ${tool}.` }
    guards.set(tool, guard)
  }
  return { url, guards, isUnguardedPassed: unguarded === 'pass', waitSeconds, timeoutSeconds }
}

function secondsIn(option: string, text: string, least: number, most: number): number | Problem {
  const seconds = /^\d{1,3}$/.test(text) ? Number(text) : -1
  if (seconds >= least && seconds <= most) return seconds
  return { problem: `${option} takes whole seconds from ${least} to ${most}, not "${text}".` }
}
