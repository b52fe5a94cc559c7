/**
 * Reads the settings of a namespace's decision log. Separate from their words, because pages load those and zod would be
 * an eighth of their scripts.
 */
import { z } from 'zod'
import { type DecisionLogSettings, MAX_RETENTION_DAYS, REDACTIONS } from './decision-log-words'

/** The settings are read with the caller of every request, so they stay small. */
const MAX_EXCEPTIONS = 200
/**
 * The name of a claim in the ruleset language, or the path of a member of a record or list, such as
 * `drivers[].licence`.
 */
export const CLAIM_PATH = /^(?=.{1,200}$)[A-Za-z_]\w*(\[\])?(\.[A-Za-z_]\w*(\[\])?)*$/

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
      z
        .string()
        .regex(CLAIM_PATH, { error: 'the name of a claim, or a path such as person.name or drivers[].licence' }),
      z.enum(REDACTIONS),
    )
    .refine((exceptions) => Object.keys(exceptions).length <= MAX_EXCEPTIONS, {
      error: `at most ${MAX_EXCEPTIONS} exceptions`,
    }),
  beforeAnswer: z.boolean(),
}) satisfies z.ZodType<DecisionLogSettings>

/** Null for a namespace that never recorded checks. */
export const DECISION_LOG_SETTING = DECISION_LOG_SETTINGS.nullable()
