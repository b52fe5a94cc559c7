/** Schemas of explanations (public/docs/meaning.md, "Explain an answer"). */
import { z } from 'zod'
import { claimDictionary } from './check'
import { contentHash, versions } from './fields'
import { claimValues, openQuestion, place, rulesetReference } from './meaning'

export const explanationRequest = z
  .strictObject({
    ...rulesetReference,
    claims: claimDictionary,
    assertion: z.string().nullish().meta({ description: 'the one assertion to explain; absent for all' }),
    fixed: z.array(z.string()).max(2_000).nullish().meta({ description: 'claims that no proposal may change' }),
  })
  .meta({ id: 'ExplanationRequest' })

const end = z
  .strictObject({
    value: z.string().meta({ description: 'as it is submitted, with its unit', examples: ['250 USD'] }),
    included: z.boolean().meta({ description: 'whether the value itself is allowed', examples: [true] }),
  })
  .meta({ id: 'AllowedEnd' })

const allowed = z
  .array(
    z.union([
      z.strictObject({
        from: end.nullable().meta({ description: 'the lower end; null if the interval has no lower end' }),
        to: end.nullable().meta({ description: 'the upper end; null if the interval has no upper end' }),
      }),
      z.strictObject({
        value: z.union([z.string(), z.boolean()]).meta({ description: 'a member of the vocabulary, or a yes/no' }),
      }),
    ]),
  )
  .meta({
    description:
      'the allowed values: exact intervals of numbers, or members; only one value if no interval is certain, or if it depends on the other changes',
  })

const proposal = z
  .strictObject({
    changes: z.array(
      z.strictObject({
        claim: z.string(),
        submitted: z
          .union([z.string(), z.boolean()])
          .nullable()
          .meta({ description: 'null if it is unknown or its unit does not convert' }),
        allowed,
        words: z.string().meta({ examples: ['rate were at most 250 USD (it is 300 USD)'] }),
      }),
    ),
    claims: claimValues.meta({
      description:
        'a whole dictionary with the nearest of the allowed values, or one close to an end that is not included; a check has confirmed it',
    }),
    by_policy: z.boolean().meta({
      description:
        'whether an optimistic assertion would hold only by its policy, because claims that stay unknown could make it FALSE',
    }),
    sentence: z.string().meta({ examples: ['It would hold if rate were at most 250 USD (it is 300 USD).'] }),
  })
  .meta({ id: 'Proposal' })

const proposals = {
  would_hold_if: z.array(proposal).meta({
    description:
      'at most three proposals, in the order of declaration; each changes as few claims as possible. Empty for TRUE, and if why_not says why',
  }),
  why_not: z
    .string()
    .nullable()
    .meta({ description: 'why nothing is proposed; null if there is a proposal or no need for one' }),
}

const explainedAnswer = z
  .strictObject({
    name: z.string(),
    check: z.enum(['TRUE', 'FALSE', 'UNKNOWN', 'AMBIGUOUS']),
    definitions: z.array(
      z.strictObject({
        name: z.string(),
        value: z.string().nullable(),
        unit: z.string().nullable(),
        sentence: z.string(),
      }),
    ),
    decisive: z
      .array(
        z.strictObject({
          source: z.string().meta({ description: 'the part as it is written' }),
          place,
          outcome: z.enum(['TRUE', 'FALSE', 'NO VALUE', 'OPEN']),
          definition: z
            .string()
            .nullable()
            .meta({ description: 'the definition whose text contains it; null for the assertion' }),
          sentence: z.string(),
          distance: z
            .string()
            .nullable()
            .meta({ examples: ['300 USD is 50 USD above 250 USD.'] }),
        }),
      )
      .meta({ description: 'the parts of the condition that make the answer what it is' }),
    settled_by: z
      .array(z.strictObject({ claim: z.string(), outcome: z.enum(['TRUE', 'FALSE']), allowed, sentence: z.string() }))
      .meta({ description: 'for UNKNOWN: values of one unknown claim that settle it, whatever the others are' }),
    ...proposals,
  })
  .meta({ id: 'ExplainedAssertion' })

export const explanationResult = z
  .strictObject({
    ok: z.literal(true),
    ruleset_hash: contentHash,
    unit_library_hash: contentHash.nullable(),
    assertions: z.array(explainedAnswer),
    all_together: z.strictObject(proposals).nullable().meta({
      description: 'what would make all assertions hold; null if all do, or if the request asks about one assertion',
    }),
    open: z.array(openQuestion),
    versions,
  })
  .meta({ id: 'ExplanationResult' })
