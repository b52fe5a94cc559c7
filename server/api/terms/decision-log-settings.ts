/**
 * Reads the settings of a namespace's decision log. Separate from their words, because pages load those and zod would be
 * an eighth of their scripts.
 */
import { z } from 'zod'
import { type DecisionLogSettings, MAX_RETENTION_DAYS, REDACTIONS } from './decision-log-words'

/** The settings are read with the caller of every request, so they stay small. */
const MAX_EXCEPTIONS = 200
/**
 * Of a claim in the ruleset language. The exception of a record applies to its members, so a name has no dot.
 */
const CLAIM_NAME = /^[A-Za-z_]\w{0,199}$/

/** What each member means: {@link DecisionLogSettings}. */
export const DECISION_LOG_SETTINGS = z.strictObject({
  enabled: z.boolean(),
  retentionDays: z
    .int()
    .min(1, { error: 'at least one day' })
    .max(MAX_RETENTION_DAYS, { error: `at most ${MAX_RETENTION_DAYS} days` }),
  redaction: z.enum(REDACTIONS),
  exceptions: z
    .record(
      z.string().regex(CLAIM_NAME, { error: 'a name of a claim, without a dot or a bracket' }),
      z.enum(REDACTIONS),
    )
    .refine((exceptions) => Object.keys(exceptions).length <= MAX_EXCEPTIONS, {
      error: `at most ${MAX_EXCEPTIONS} exceptions`,
    }),
  beforeAnswer: z.boolean(),
}) satisfies z.ZodType<DecisionLogSettings>

/** Null for a namespace that never recorded checks. */
export const DECISION_LOG_SETTING = DECISION_LOG_SETTINGS.nullable()
