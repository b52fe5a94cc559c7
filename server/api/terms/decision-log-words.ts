/** Settings of a namespace's decision log in words, and what weakens them. Pages load this without zod. */

/** The log stores the value of a claim, a keyed hash of it, or nothing. */
export const REDACTIONS = ['keep', 'hash', 'drop'] as const
export type Redaction = (typeof REDACTIONS)[number]

export const REDACTION_WORDS: Readonly<Record<Redaction, string>> = {
  keep: 'keep the value, encrypted',
  hash: 'keep only a keyed hash',
  drop: 'keep nothing',
}

export const MAX_RETENTION_DAYS = 36_500

/** As `decision-log-settings.ts` reads them. An alias, because interfaces are not assignable to JSON. */
export type DecisionLogSettings = {
  /** Whether checks are recorded. The other settings also apply to what was recorded before. */
  readonly enabled: boolean
  /** How long the values of claims are kept. The entries stay. */
  readonly retentionDays: number
  /** For every claim without an exception. */
  readonly redaction: Redaction
  /** By the path of the claim; what is inside of a record or list follows the nearest rule around it. */
  readonly exceptions: Readonly<Record<string, Redaction>>
  /** Whether an answer is sent only after its check is in the log. */
  readonly beforeAnswer: boolean
}

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

/**
 * Returns `on; values are kept for 90 days; claims: keep nothing; name: keep only a keyed hash`.
 * @param settings as an entry of a log has them; those of a later release may have another form
 */
export function decisionLogWords(settings: unknown): string {
  if (settings === null || settings === undefined) return 'off'
  if (!isDecisionLog(settings)) return 'changed'
  const { enabled, retentionDays, redaction, exceptions, beforeAnswer } = settings
  return [
    enabled ? 'on' : 'off',
    `values are kept for ${retentionDays === 1 ? '1 day' : `${retentionDays.toLocaleString('en-GB')} days`}`,
    `claims: ${REDACTION_WORDS[redaction]}`,
    ...Object.entries(exceptions).map(([claim, rule]) => `${claim}: ${REDACTION_WORDS[rule]}`),
    ...(beforeAnswer ? ['answers wait until they are recorded'] : []),
  ].join('; ')
}

function isDecisionLog(value: unknown): value is DecisionLogSettings {
  if (typeof value !== 'object' || value === null) return false
  const { enabled, retentionDays, redaction, exceptions } = value as Record<string, unknown>
  return (
    typeof enabled === 'boolean' &&
    typeof retentionDays === 'number' &&
    typeof exceptions === 'object' &&
    [redaction, ...Object.values(exceptions ?? {})].every((each) => REDACTIONS.some((known) => known === each))
  )
}
