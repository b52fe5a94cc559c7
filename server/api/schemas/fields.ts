/** Fields that several resources share. */
import { z } from 'zod'
import { ERRORS, type ErrorCode } from '../terms/errors'
import { NEW_RULESET_NAME, NEW_RULESET_NAME_RULE, RULESET_NAME, RULESET_NAME_RULE } from '../terms/ruleset-terms'

export const contentHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: '64 lowercase hexadecimal characters' })
  .meta({ description: 'sha256 as 64 lowercase hexadecimal characters' })

export const rulesetName = z.string().regex(RULESET_NAME, { error: RULESET_NAME_RULE }).meta({
  description: '1 to 128 of letters, digits, space, `.`, `_`, `-`, `/`; no leading or trailing space or slash',
})

/** For names that are saved. */
export const newRulesetName = z.string().regex(NEW_RULESET_NAME, { error: NEW_RULESET_NAME_RULE }).meta({
  description:
    '1 to 128 of letters, digits, space, `.`, `_`, `-`, `/`; no leading or trailing space or slash; no part between slashes that is empty, `.` or `..`',
})

export const timestamp = z.iso.datetime().meta({ description: 'UTC, ISO 8601' })

export const versions = z
  .strictObject({
    engine: z.string(),
    engine_version: z.string(),
    language_version: z.string(),
    service_version: z.string(),
    supported_language_versions: z.array(z.string()).optional(),
    wire_version: z.string(),
  })
  .meta({ id: 'Versions' })

export const jsonObject = z.record(z.string(), z.unknown())

/** Range of a numeric claim with `@range`. */
export const claimRange = z
  .strictObject({
    min: z.number().meta({ description: 'the least value that may be submitted', examples: [0] }),
    max: z.number().meta({ description: 'the greatest value that may be submitted', examples: [5000] }),
  })
  .meta({
    description: 'both ends belong to the range and are in the declared unit of the claim',
    examples: [{ min: 0, max: 5000 }],
  })

export const diagnostic = z
  .strictObject({
    severity: z.enum(['error', 'warning']),
    line: z.int().nullable().meta({ description: 'one-based line of the normalised source' }),
    message: z.string(),
  })
  .meta({ id: 'Diagnostic' })

export const unknownPolicy = z.enum(['optimistic', 'pessimistic', 'neutral'])

export const unitPair = z.strictObject({ from: z.string(), to: z.string() })

/** Level-one domains of a label. */
export const DOMAINS = [
  'finance',
  'consumer_finance',
  'capital_markets',
  'insurance',
  'regulatory_compliance',
  'hr_workforce',
  'security_access',
  'security_classification',
  'healthcare',
  'legal_contracts',
  'procurement',
  'engineering_release',
  'content_safety',
  'other',
] as const

export const MAX_TOPIC_CHARS = 200

export const labelRequest = z
  .strictObject({
    domain: z
      .enum(DOMAINS)
      .optional()
      .meta({ description: 'a level-one id of the vocabulary; needed unless declined' }),
    topic: z
      .string()
      .refine((text) => [...text].length <= MAX_TOPIC_CHARS, { error: `at most ${MAX_TOPIC_CHARS} characters` })
      .optional()
      .meta({
        maxLength: MAX_TOPIC_CHARS,
        description: `short free text, at most ${MAX_TOPIC_CHARS} characters; matched against the published terms of the domain and then dropped`,
      }),
    confidence: z.enum(['high', 'medium', 'low']).optional(),
    declined: z
      .boolean()
      .optional()
      .meta({ description: 'true: left unlabelled on purpose; it overrides the other members' }),
  })
  .refine(({ domain, declined }) => domain !== undefined || declined === true, {
    path: ['domain'],
    error: 'a level-one id of the vocabulary, or `declined` true, or no label at all',
  })
  .nullish()
  .meta({ description: 'Optional application-domain label. It is inert and never changes a result.' })

export const label = z
  .strictObject({
    vocabulary_version: z.string(),
    level_one: z.enum(DOMAINS).nullable(),
    level_two: z
      .string()
      .regex(/^l2-[0-9]{4,}$/)
      .nullable(),
    confidence: z.enum(['high', 'medium', 'low']).nullable(),
    declined: z.boolean(),
    updated_at: timestamp,
  })
  .nullable()
  .meta({ id: 'Label' })

/** A clause of a written policy that an assertion cites with `@cite`. */
export const citation = z
  .strictObject({
    document: z.string().meta({ description: 'label of the document' }),
    clause: z.string().meta({ description: 'label of the clause in the document' }),
    words: z.string().optional().meta({ description: 'what else the author wrote' }),
  })
  .meta({ id: 'Citation' })

export const citations = z.array(citation).optional().meta({
  description: 'the clauses that the author cites for the assertion; absent if there are none',
})
/** A moment of a query: an ISO 8601 instant with its offset, or a date, which is its first moment in UTC. */
export const MOMENT_RULE =
  'an ISO 8601 instant with an offset, such as 2026-11-28T09:30:00Z, or a date, such as 2026-11-28'

const DATE = z.iso.date()
const INSTANT = z.iso.datetime({ offset: true })

/** Nothing is stored before, and later years are written in another way. */
const EARLIEST_MS = 0
const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

export const momentQuery = z
  .string()
  .max(64, { error: MOMENT_RULE })
  .refine((text) => DATE.safeParse(text).success || INSTANT.safeParse(text).success, { error: MOMENT_RULE })

/** The instant within the times that the database can contain. */
export function readMoment(text: string): Date {
  const at = new Date(text).getTime()
  return new Date(Math.min(Math.max(at, EARLIEST_MS), LATEST_MS))
}

const codes = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]

export const errorEnvelopeSchema = z
  .strictObject({
    ok: z.literal(false),
    error: z.strictObject({
      code: z.enum(codes),
      message: z.string(),
      docs: z.string().optional().meta({ format: 'uri' }),
      failures: z
        .array(z.strictObject({ field: z.string(), expected: z.string(), received: z.string() }))
        .optional()
        .meta({ description: 'every failing field, not only the first' }),
      failure_count: z.int().optional(),
      diagnostics: z.array(diagnostic).optional(),
      hint: z.string().optional(),
      budget: z.string().optional(),
      limit: z.int().optional(),
      actual: z.int().optional(),
      retry_after_ms: z.int().optional(),
    }),
    versions,
  })
  .meta({ id: 'Error' })
