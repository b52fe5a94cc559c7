/** Schemas of the comparison of two rulesets (public/docs/meaning.md, "Compare two rulesets"). */
import { z } from 'zod'
import { contentHash, versions } from './fields'
import { claimValues, openQuestion, rulesetReference } from './meaning'

const side = z.strictObject(rulesetReference)

export const comparisonRequest = z
  .strictObject({
    before: side.meta({ description: 'the earlier ruleset, by hash or source' }),
    after: side.meta({ description: 'the later ruleset, by hash or source' }),
    pairs: z
      .array(z.strictObject({ before: z.string(), after: z.string() }))
      .max(2_000)
      .nullish()
      .meta({
        description:
          'assertions that belong together although neither name nor meaning says so; each exists on only one side, and is in only one pair',
      }),
  })
  .meta({ id: 'ComparisonRequest' })

const sideResult = z.strictObject({ ruleset_hash: contentHash, unit_library_hash: contentHash.nullable() })

/** The answer to a complete dictionary. */
const answer = z.enum(['TRUE', 'FALSE', 'UNKNOWN'])

const end = z.strictObject({
  value: z.string().meta({ description: 'exact, without the unit' }),
  inclusive: z.boolean().meta({ description: 'whether the value itself belongs to the interval' }),
})

const bands = z.array(z.strictObject({ from: end.nullable(), to: end.nullable(), answer }).meta({ id: 'AnswerBand' }))

const region = z
  .strictObject({
    claim: z.string(),
    unit: z.string().nullable(),
    from: end.nullable(),
    to: end.nullable(),
    value: z.string(),
    sentence: z.string(),
    before: bands,
    after: bands,
  })
  .meta({ id: 'Region' })

const difference = z
  .strictObject({
    from: answer,
    to: answer,
    sentence: z.string(),
    witness: z.strictObject({ claims: claimValues, claims_before: claimValues, sentence: z.string() }).nullable(),
    why_no_witness: z.string().nullable(),
    regions: z.array(region),
  })
  .meta({ id: 'Difference' })

export const VERDICTS = [
  'same',
  'another_policy',
  'stricter',
  'looser',
  'stricter_and_looser',
  'gains_value',
  'loses_value',
  'mixed',
  'differs',
  'new',
  'gone',
  'not_decided',
  'differs_outside_ranges',
  'differs_at_irrational_numbers',
  'not_comparable',
] as const

const comparedAssertion = z
  .strictObject({
    before: z.string().nullable(),
    after: z.string().nullable(),
    paired_by: z.enum(['name', 'meaning', 'author']).nullable(),
    verdict: z.enum(VERDICTS),
    text_changed: z.boolean(),
    through_definitions: z.array(z.string()),
    sentence: z.string(),
    differences: z.array(difference),
    unless_unknown: z.array(z.string()),
  })
  .meta({ id: 'ComparedAssertion' })

export const comparisonResult = z
  .strictObject({
    ok: z.literal(true),
    before: sideResult,
    after: sideResult,
    same_meaning: z.boolean(),
    summary: z.string(),
    assertions: z.array(comparedAssertion),
    changes: z.array(
      z.strictObject({
        kind: z.string(),
        subject: z.strictObject({
          what: z.enum(['claim', 'assertion', 'report', 'definition', 'ruleset']),
          name: z.string().nullable(),
        }),
        sentence: z.string(),
      }),
    ),
    open: z.array(openQuestion),
    versions,
  })
  .meta({ id: 'ComparisonResult' })

/** A comparison as a page shows it and a signature names it: without `ok`, or the reason why nothing was compared. */
export const shownComparison = z.union([
  comparisonResult.omit({ ok: true }),
  z.looseObject({ not_compared: z.string() }),
])
