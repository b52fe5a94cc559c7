/** Schemas of check (public/docs/api.md, "Check claims"). */
import { z } from 'zod'
import { citations, contentHash, labelRequest, unitPair, unknownPolicy, versions } from './fields'

/** Any object of the lossless reader; the check itself judges each field. */
export const claimDictionary = z
  .custom<Readonly<Record<string, unknown>>>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.getPrototypeOf(value) === Object.prototype,
    { error: 'an object from claim name to value' },
  )
  .meta({
    type: 'object',
    description: 'every declared claim with its value; "unknown" or null if it could not be determined',
    additionalProperties: true,
  })

export const checkRequest = z
  .strictObject({
    claims: claimDictionary,
    ruleset_hash: contentHash.nullish().meta({ description: 'preferred after the first call' }),
    source: z
      .string()
      .nullish()
      .meta({ description: 'when not compiled yet; with ruleset_hash it asserts that both agree' }),
    unit_library_hash: contentHash.nullish().meta({
      description:
        'replay under an earlier unit library: the value of an earlier answer. Absent means the current library; null, or 01ae5d5ca0d63d2844f89c0b3f198ad1f51a71e688660e94b45368b4b73160cf, means only the built-in standards',
    }),
    label: labelRequest,
  })
  .meta({ id: 'CheckRequest' })

export const definitionValue = z
  .strictObject({
    name: z.string(),
    value: z.string().nullable().meta({
      description: 'exact; null if the claims do not determine it, or if working it out would exceed the budget',
    }),
    unit: z.string().nullable().meta({ description: 'unit of a number; null if it has no unit' }),
  })
  .meta({ id: 'DefinitionValue' })

export const assertionResult = z
  .strictObject({
    name: z.string(),
    check: z.enum(['TRUE', 'FALSE', 'UNKNOWN', 'AMBIGUOUS']),
    unknown_policy: unknownPolicy.optional(),
    source: z.string().nullable().optional(),
    reason_unknown: z.string().optional(),
    unbridged_units: z.array(unitPair).optional(),
    counterexample: z.string().optional(),
    citations,
    note: z.string().optional().meta({
      description: 'the comment lines of the author directly above the assertion, as written, unchecked',
    }),
    definitions: z.array(definitionValue).optional().meta({
      description:
        'the value, under these claims, of every `let` that the assertion refers to, directly or through others, in the order of declaration; sets are left out. Absent if it refers to no `let`, and in all results of a ruleset whose assertions refer to more than 10,000 in total',
    }),
  })
  .meta({ id: 'AssertionResult' })

const possibleEnd = z
  .strictObject({
    value: z.string().meta({ description: 'exact, in the unit of the report', examples: ['60'] }),
    included: z.boolean().meta({ description: 'whether the value itself is possible', examples: [true] }),
  })
  .nullable()

/** What a report can be, over all values of the unknown claims. */
export const possibleValues = z
  .union([
    z.strictObject({
      from: possibleEnd.meta({ description: 'the lower end; null if the values have no lower limit' }),
      to: possibleEnd.meta({ description: 'the upper end; null if the values have no upper limit' }),
      values: z.array(z.string()).optional().meta({
        description: 'every value that it can have, ascending; present if they are at most 8',
      }),
    }),
    z.strictObject({ members: z.array(z.string()).meta({ description: 'the members that it can be, in order' }) }),
  ])
  .meta({ id: 'PossibleValues' })

export const reportValue = z
  .strictObject({
    name: z.string(),
    unit: z.string().nullable().meta({ description: 'unit of a number; null if it has no unit' }),
    value: z.string().nullable().meta({
      description: 'exact; null if the claims do not determine it, or if it has no value',
    }),
    depends_on: z.array(z.string()).optional().meta({
      description:
        'the unknown claims that it is still calculated from, without those of parts that the known claims settle; present if they leave its value open',
    }),
    possible: possibleValues.nullable().optional().meta({
      description:
        'what it can be, over all values that may be submitted for the unknown claims: the smallest interval that contains every value, or all members; null if that is not worked out; present with depends_on',
    }),
    reason_undecided: z.string().optional().meta({ description: 'why possible is null' }),
    or_no_value: z.string().optional().meta({
      description: 'why it may have no value; present if the unknown claims decide whether it has one',
    }),
    no_value: z.string().optional().meta({
      description: 'why it has no value under these claims, whatever the unknown ones are',
    }),
  })
  .meta({ id: 'ReportValue' })

export const quantity = z
  .strictObject({
    claim: z.string(),
    submitted: z.string(),
    bound: z.string(),
    measured_in: z.string().nullable(),
    conversion: z
      .strictObject({
        from: z.string(),
        to: z.string(),
        by: z.literal('engine'),
        status: z.string(),
        factor: z.number().optional(),
      })
      .optional(),
  })
  .meta({ id: 'Quantity' })

export const checkResult = z
  .strictObject({
    ok: z.literal(true),
    ruleset_hash: contentHash,
    unit_library_hash: contentHash.nullable(),
    reports: z.array(reportValue).optional().meta({
      description: 'the value of every `report`, in the order of the text; absent if the ruleset has none',
    }),
    rules: z.array(z.strictObject({ rule: z.string(), assertions: z.array(assertionResult) })),
    claims: z.strictObject({
      bound: z.array(z.string()),
      unbound: z.array(z.string()),
      quantities: z.array(quantity).optional(),
    }),
    versions,
  })
  .meta({ id: 'CheckResult' })

export const BATCH_PATH = '/api/batch/check'

export const BATCH_PART_BYTES = 1_048_576

const failure = z.strictObject({ field: z.string(), expected: z.string(), received: z.string() })

export const batchAnswer = z.strictObject({
  ok: z.literal(true),
  assertions: z.array(z.string()),
  /** Number of dictionaries that were checked, from the start of the part. */
  rows: z.int(),
  /** One letter per assertion, row after row (`ruleset-terms.ts`). */
  answers: z.string(),
  refused: z.array(
    z.strictObject({ row: z.int(), code: z.string(), message: z.string(), failures: z.array(failure).optional() }),
  ),
  unit_library_hash: z.string(),
  /** Why the rest of the part was not checked. */
  stopped: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
})
export type BatchAnswerText = z.infer<typeof batchAnswer>
