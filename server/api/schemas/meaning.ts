/** Shared schemas of questions about meaning (public/docs/meaning.md). */
import { z } from 'zod'
import { contentHash } from './fields'

/** A ruleset by hash or source, and the unit library to use. */
export const rulesetReference = {
  ruleset_hash: contentHash.nullish().meta({ description: 'the ruleset, by its hash' }),
  source: z.string().nullish().meta({
    description: 'the ruleset, by its text; with ruleset_hash it asserts that both agree. It is not stored',
  }),
  unit_library_hash: contentHash.nullish().meta({
    description:
      'an earlier unit library: the value of an earlier answer. Absent means the current one; null means only the built-in standards',
  }),
}

/** A value as POST /v1/check accepts it; null if the claim is unknown. */
type ClaimValue = string | boolean | null | readonly ClaimValue[] | { readonly [field: string]: ClaimValue }

/** A record, a list, or one value, in text. A schema that names itself would not be self-contained. */
const claimValue = z
  .custom<ClaimValue>((value) => value !== undefined)
  .meta({ description: 'true, false, text or null; a record is an object, and a list an array' })

export const claimValues = z.record(z.string(), claimValue)

export const witness = z
  .strictObject({
    claims: claimValues.meta({ description: 'a whole claim dictionary that POST /v1/check accepts' }),
    sentence: z.string().meta({ description: 'the claims that matter, in words' }),
  })
  .meta({ id: 'Witness' })

export const place = z
  .strictObject({
    line: z.int().meta({ description: 'one-based line of the normalised source' }),
    column: z.int().meta({ description: 'one-based' }),
    end_line: z.int().meta({ description: 'line of the first character after it' }),
    end_column: z.int().meta({ description: 'column of the first character after it' }),
  })
  .meta({ id: 'Place' })

export const openQuestion = z
  .strictObject({
    question: z.string().meta({ description: 'what was not decided, without a full stop' }),
    assertions: z.array(z.string()).meta({ description: 'the assertions that it is about' }),
    budget: z
      .enum([
        'evaluation_steps',
        'solver_steps',
        'solver_steps_total',
        'solver_memory_mb',
        'incomplete',
        'irrational',
        'locals',
        'reading',
        'questions',
        'repeating',
        'answer_size',
      ])
      .meta({
        description:
          'the budget that was used up, or one of these reasons: `incomplete` if the solver cannot decide this arithmetic, `irrational` if only irrational numbers would be an example, `locals` if it depends on more than three locals without a value, `reading` if a dictionary that both rulesets accept is read as other values and its answers are not compared, `questions` if the call reached its number of questions, `repeating` if the values repeat without end or too often to list, `answer_size` if the answer would be too large',
      }),
    sentence: z.string().meta({ description: 'what it means and what to do' }),
  })
  .meta({ id: 'OpenQuestion' })

/** Answers by assertion. */
export const answers = z.record(z.string(), z.enum(['TRUE', 'FALSE', 'UNKNOWN', 'AMBIGUOUS']))
