/** Schemas of check (public/docs/api.md, "Check claims"). */
import { z } from 'zod'
import { contentHash, labelRequest, unitPair, unknownPolicy, versions } from './fields'

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
    note: z.string().optional().meta({
      description: 'the comment lines of the author directly above the assertion, as written, unchecked',
    }),
    definitions: z.array(definitionValue).optional().meta({
      description:
        'the value, under these claims, of every `let` that the assertion refers to, directly or through others, in the order of declaration; sets are left out. Absent if it refers to no `let`, and in all results of a ruleset whose assertions refer to more than 10,000 in total',
    }),
  })
  .meta({ id: 'AssertionResult' })

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
    rules: z.array(z.strictObject({ rule: z.string(), assertions: z.array(assertionResult) })),
    claims: z.strictObject({
      bound: z.array(z.string()),
      unbound: z.array(z.string()),
      quantities: z.array(quantity).optional(),
    }),
    versions,
  })
  .meta({ id: 'CheckResult' })
