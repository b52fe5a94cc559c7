/** Settings of a namespace's decision log. */
import { z } from 'zod'

/** The log stores the value of a claim, a keyed hash of it, or nothing. */
export const REDACTIONS = ['keep', 'hash', 'drop'] as const
export type Redaction = (typeof REDACTIONS)[number]

export const REDACTION_WORDS: Readonly<Record<Redaction, string>> = {
  keep: 'keep the value, encrypted',
  hash: 'keep only a keyed hash',
  drop: 'keep nothing',
}

export const MAX_RETENTION_DAYS = 36_500
const MAX_EXCEPTIONS = 200

export const DECISION_LOG_SETTINGS = z.strictObject({
  /** Whether checks are recorded. The other settings also apply to what was recorded before. */
  enabled: z.boolean(),
  /** How long the values of claims are kept. The entries stay. */
  retentionDays: z.int().min(1).max(MAX_RETENTION_DAYS),
  /** For every claim without an exception. */
  redaction: z.enum(REDACTIONS),
  /** By the name of the claim; the claims of a record follow the rule of its name. */
  exceptions: z
    .record(z.string().regex(/^[A-Za-z_]\w{0,199}$/), z.enum(REDACTIONS))
    .refine((exceptions) => Object.keys(exceptions).length <= MAX_EXCEPTIONS, {
      error: `at most ${MAX_EXCEPTIONS} exceptions`,
    }),
  /** Whether an answer is sent only after its check is in the log. */
  beforeAnswer: z.boolean(),
})
export type DecisionLogSettings = Readonly<z.output<typeof DECISION_LOG_SETTINGS>>

export const NEW_DECISION_LOG: DecisionLogSettings = {
  enabled: true,
  retentionDays: 90,
  redaction: 'drop',
  exceptions: {},
  beforeAnswer: false,
}

export const DECISION_LOG_TITLE = 'Checks are recorded in the decision log'

/** Whether fewer checks are recorded, or their values are kept for a shorter time. */
export function weakensDecisionLog(
  before: DecisionLogSettings | null,
  after: DecisionLogSettings | null | undefined,
): boolean {
  if (before === null || after === undefined) return false
  return (
    after === null ||
    (before.enabled && !after.enabled) ||
    (before.beforeAnswer && !after.beforeAnswer) ||
    after.retentionDays < before.retentionDays
  )
}

/** Returns `on; values are kept for 90 days; claims: keep nothing; name: keep only a keyed hash`. */
export function decisionLogWords(settings: DecisionLogSettings | null): string {
  if (settings === null) return 'off'
  const { enabled, retentionDays, redaction, exceptions, beforeAnswer } = settings
  return [
    enabled ? 'on' : 'off',
    `values are kept for ${retentionDays === 1 ? '1 day' : `${retentionDays.toLocaleString('en-GB')} days`}`,
    `claims: ${REDACTION_WORDS[redaction]}`,
    ...Object.entries(exceptions).map(([claim, rule]) => `${claim}: ${REDACTION_WORDS[rule]}`),
    ...(beforeAnswer ? ['answers wait until they are recorded'] : []),
  ].join('; ')
}
