import { z } from 'zod'
import type { AccountSettings } from '../database/accounts/namespaces'
import { type CommandReading, moment, readCommandLine, wrong } from './command/command-line'

export type CredentialCommand =
  | {
      readonly kind: 'issue'
      readonly label: string
      readonly tier: 'standard' | 'read_only'
      readonly expiresAt: Date | null
      /** An id or a name; null for a new namespace named like the credential. */
      readonly namespace: string | null
    }
  | { readonly kind: 'list' }
  | { readonly kind: 'revoke'; readonly id: string }
  | { readonly kind: 'account'; readonly namespace: string; readonly change: Partial<AccountSettings> }

export const USAGE = `How it is used:
  npm run credential -- issue --label <text> [--tier standard|read_only] [--expires <day>] [--namespace <id or name>]
      issues a full credential and prints its token, once. --expires takes a day (2027-01-01, from its beginning in
      UTC) or a moment (2027-01-01T12:00:00Z). --namespace names one that exists, or else a new one; without it a new
      one is made, named as the label.
  npm run credential -- list
      lists every credential, evaluation credentials too.
  npm run credential -- revoke <id>
      revokes the credential of this id, as list shows it, within a second.
  npm run credential -- account <namespace id or name> [--checks-per-month <number>|none] [--labeling on|off]
                                                       [--people-approve on|off]
      shows what holds for a namespace, after changing what is given: how many checks its full credentials may make in
      a UTC month, whether labels are stored and shown, whether approvals must be recorded by people and not by agents.
It works on the database of the server's settings (DATABASE_URL, or else DATA_DIR), whether or not the server runs.`

const SYNTAXES = {
  issue: { values: ['label', 'tier', 'expires', 'namespace'] },
  list: {},
  revoke: { operand: 'the id of a credential' },
  account: { operand: 'the id or name of a namespace', values: ['checks-per-month', 'labeling', 'people-approve'] },
}

const name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(128, 'may have at most 128 characters')
  .regex(/^\P{Cc}*$/u, 'must be text without control characters')

const onOff = z.enum(['on', 'off'], 'must be on or off').transform((word) => word === 'on')

const allowance = z
  .string()
  .regex(/^(none|\d{1,10})$/, 'must be a whole number, or none')
  .transform((text) => (text === 'none' ? null : Number(text)))
  .refine((checks) => (checks ?? 0) <= 2_147_483_647, 'may be at most 2147483647')

const VALUES = {
  label: name.optional(),
  tier: z.enum(['standard', 'read_only'], 'must be standard or read_only').default('standard'),
  expires: moment.optional(),
  namespace: name.optional(),
  'checks-per-month': allowance.optional(),
  labeling: onOff.optional(),
  'people-approve': onOff.optional(),
}

type Kind = keyof typeof SYNTAXES

export function readArguments(args: readonly string[]): CommandReading<CredentialCommand> {
  return readCommandLine<Kind, CredentialCommand>(args, SYNTAXES, ({ word, operands, values }) => {
    const read = z.object(VALUES).safeParse(values)
    if (!read.success)
      return wrong(read.error.issues.map(({ path, message }) => `--${String(path[0])} ${message}.`).join('\n'))
    return commandOf(word, operands[0] ?? '', read.data)
  })
}

function commandOf(
  kind: Kind,
  operand: string,
  values: z.output<z.ZodObject<typeof VALUES>>,
): CommandReading<CredentialCommand> {
  switch (kind) {
    case 'issue': {
      const { label, tier, expires = null, namespace = null } = values
      if (label === undefined) return wrong('issue needs --label, a word for people on who uses the credential.')
      return { ok: true, command: { kind, label, tier, expiresAt: expires, namespace } }
    }
    case 'list':
      return { ok: true, command: { kind } }
    case 'revoke':
      if (!z.guid().safeParse(operand).success)
        return wrong(`"${operand}" is not the id of a credential; list shows them.`)
      return { ok: true, command: { kind, id: operand.toLowerCase() } }
    case 'account': {
      const { 'checks-per-month': checksPerMonth, labeling, 'people-approve': peopleApprove } = values
      const change = {
        ...(checksPerMonth !== undefined && { checksPerMonth }),
        ...(labeling !== undefined && { labelingAllowed: labeling }),
        ...(peopleApprove !== undefined && { peopleApprove }),
      }
      return { ok: true, command: { kind, namespace: operand, change } }
    }
  }
}
