/**
 * What `npm run credential` is asked to do.
 *
 * Promises: every wrong use is told in words that name what was given; an option that a command does not take is never
 * passed over.
 */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { AccountSettings } from '../database/accounts/namespaces'

export type CredentialCommand =
  | { readonly kind: 'help' }
  | {
      readonly kind: 'issue'
      readonly label: string
      readonly tier: 'standard' | 'read_only'
      readonly expiresAt: Date | null
      /** An id or a name; null: a new namespace, named as the credential. */
      readonly namespace: string | null
    }
  | { readonly kind: 'list' }
  | { readonly kind: 'revoke'; readonly id: string }
  | { readonly kind: 'account'; readonly namespace: string; readonly change: Partial<AccountSettings> }

export type ReadArguments =
  | { readonly ok: true; readonly command: CredentialCommand }
  | { readonly ok: false; readonly problem: string }

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
      a UTC month, whether labels are kept and shown, whether approvals must be recorded by people and not by agents.
It works on the database of the server's settings (DATABASE_URL, or else DATA_DIR), whether or not the server runs.`

const OPTIONS: Readonly<Record<'issue' | 'list' | 'revoke' | 'account', readonly string[]>> = {
  issue: ['label', 'tier', 'expires', 'namespace'],
  list: [],
  revoke: [],
  account: ['checks-per-month', 'labeling', 'people-approve'],
}
/** What a command is given beside its options. */
const OPERANDS = { issue: null, list: null, revoke: 'the id of a credential', account: 'the id or name of a namespace' }

const name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(128, 'may have at most 128 characters')
  .regex(/^\P{Cc}*$/u, 'must be text without control characters')

const onOff = z.enum(['on', 'off'], 'must be on or off').transform((word) => word === 'on')

const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be a day such as 2027-01-01')
  .transform((text) => new Date(text))

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

type Kind = keyof typeof OPTIONS

export function readArguments(args: readonly string[]): ReadArguments {
  const { tokens } = parseArgs({ args: [...args], strict: false, tokens: true, options: STRINGS })
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []))
  if (given.some((option) => ['help', 'h'].includes(option.name))) return { ok: true, command: { kind: 'help' } }
  const [word, ...operands] = words
  if (word === undefined) return wrong('Nothing was asked for.')
  if (!isKind(word)) return wrong(`There is no command "${word}".`)
  const problem = optionProblem(word, given) ?? operandProblem(word, operands)
  if (problem !== null) return wrong(problem)
  const values = z.object(VALUES).safeParse(Object.fromEntries(given.map((option) => [option.name, option.value])))
  if (!values.success)
    return wrong(values.error.issues.map(({ path, message }) => `--${String(path[0])} ${message}.`).join('\n'))
  return commandOf(word, operands[0] ?? '', values.data)
}

const STRINGS = Object.fromEntries(Object.keys(VALUES).map((option) => [option, { type: 'string' as const }]))

function commandOf(kind: Kind, operand: string, values: z.output<z.ZodObject<typeof VALUES>>): ReadArguments {
  switch (kind) {
    case 'issue': {
      const { label, tier, expires = null, namespace = null } = values
      if (label === undefined) return wrong('issue needs --label, a word for people on who uses the credential.')
      return { ok: true, command: { kind, label, tier, expiresAt: expires, namespace } }
    }
    case 'list':
      return { ok: true, command: { kind } }
    case 'revoke':
      if (!z.guid().safeParse(operand).success) return wrong(`"${operand}" is no id of a credential; list shows them.`)
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

function operandProblem(kind: Kind, operands: readonly string[]): string | null {
  const needed = OPERANDS[kind]
  if (needed === null) return operands.length === 0 ? null : `${kind} takes options only, not "${operands[0]}".`
  if (operands.length === 0) return `${kind} needs ${needed}.`
  return operands.length === 1 ? null : `${kind} takes ${needed} and nothing else, not "${operands[1]}".`
}

interface GivenOption {
  readonly name: string
  /** As it was written, with its dashes. */
  readonly rawName: string
  readonly value?: string | undefined
}

function optionProblem(kind: Kind, given: readonly GivenOption[]): string | null {
  for (const [place, { name, rawName, value }] of given.entries()) {
    if (!OPTIONS[kind].includes(name)) return `${kind} takes no ${rawName}.`
    if (given.findIndex((other) => other.name === name) !== place) return `${rawName} is given twice.`
    if (value === undefined || value === '') return `${rawName} needs a value.`
  }
  return null
}

function isKind(word: string): word is Kind {
  return Object.hasOwn(OPTIONS, word)
}

function wrong(problem: string): ReadArguments {
  return { ok: false, problem }
}
