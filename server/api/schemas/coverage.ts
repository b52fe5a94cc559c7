/** Schemas of the measurement of test cases (public/docs/meaning.md, "Find missing test cases"). */
import { z } from 'zod'
import { claimDictionary } from './check'
import { contentHash, versions } from './fields'
import { answers, claimValues, openQuestion, place, rulesetReference, witness } from './meaning'

/** Most cases of a call, and most cases that can be saved for a ruleset. */
export const MAX_COVERAGE_CASES = 1_000

export const coverageRequest = z
  .strictObject({
    ...rulesetReference,
    cases: z
      .array(
        z.strictObject({
          name: z.string().max(1_000),
          claims: claimDictionary,
          expected: answers.meta({
            description: 'the answer that each assertion should have; assertions that are not named are not judged',
          }),
        }),
      )
      .max(MAX_COVERAGE_CASES)
      .meta({ description: `the test cases, at most ${MAX_COVERAGE_CASES}; the list may be empty` }),
  })
  .meta({ id: 'CoverageRequest' })

const scoreParts = { changes: z.int(), noticed: z.int(), equal: z.int(), undecided: z.int() }

export const coverageScore = z.strictObject(scoreParts).meta({ id: 'CoverageScore' })

const assertionScore = z.strictObject({ assertion: z.string(), ...scoreParts }).meta({ id: 'AssertionScore' })

export const coverageResult = z
  .strictObject({
    ok: z.literal(true),
    ruleset_hash: contentHash,
    unit_library_hash: contentHash.nullable(),
    score: coverageScore,
    by_assertion: z.array(assertionScore),
    failing: z.array(
      z.strictObject({
        case: z.string(),
        assertion: z.string(),
        expected: z.enum(['TRUE', 'FALSE', 'UNKNOWN', 'AMBIGUOUS']),
        computed: z.enum(['TRUE', 'FALSE', 'UNKNOWN', 'AMBIGUOUS']).nullable(),
      }),
    ),
    survivors: z.array(
      z.strictObject({ assertion: z.string(), place, change: z.string(), detected_by: witness, computed: answers }),
    ),
    boundary_cases: z.array(z.strictObject({ why: z.string(), assertion: z.string(), witness, computed: answers })),
    smallest_set: z.array(z.strictObject({ claims: claimValues, computed: answers })),
    open: z.array(openQuestion),
    versions,
  })
  .meta({ id: 'CoverageResult' })
