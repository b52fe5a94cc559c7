/** The contract is in api/schemas/meaning.ts. */
import type { Json } from '../../api/canonical-json'
import type { CompiledRuleset } from '../../engine/compile'
import type { OpenQuestion } from '../../meaning/open-questions'
import type { Place } from '../../meaning/parts/source-text'
import type { WrittenWitness } from '../../meaning/written-witness'

export function wireRuleset({ input }: CompiledRuleset): {
  readonly ruleset_hash: string
  readonly unit_library_hash: string | null
} {
  return { ruleset_hash: input.hash, unit_library_hash: input.unitLibraryHash }
}

export function wireWitness({ claims, sentence }: WrittenWitness): Json {
  return { claims: { ...claims }, sentence }
}

export function wirePlace({ line, column, endLine, endColumn }: Place): Json {
  return { line, column, end_line: endLine, end_column: endColumn }
}

export function wireOpen({
  question,
  assertions,
  budget,
  sentence,
}: Omit<OpenQuestion, 'budget'> & { readonly budget: string }): Json {
  return { question, assertions, budget, sentence }
}

/** Whole dictionaries of many claims could make an answer of hundreds of megabytes. */
const MAX_CLAIM_VALUES = 100_000

type Claims = Readonly<Record<string, unknown>>

/** @param what such as “examples” */
export function wireLeftOut(left: number, what: string): Json[] {
  if (left === 0) return []
  const question = `what ${left} more ${what} are`
  return [
    wireOpen({
      question,
      assertions: [],
      budget: 'answer_size',
      sentence: `${left} more ${what} are left out. ${AnswerSize.REASON}`,
    }),
  ]
}

export class AnswerSize {
  static readonly REASON =
    'The answer would be too large with one more whole dictionary. Send a ruleset with fewer assertions to see all.'

  private values = 0

  fitting<T>(all: readonly T[], dictionaries: (entry: T) => readonly Claims[]): { entries: T[]; left: number } {
    const entries = all.filter((entry) => this.add(...dictionaries(entry)))
    return { entries, left: all.length - entries.length }
  }

  /** @returns whether the dictionaries still fit */
  add(...dictionaries: readonly Claims[]): boolean {
    this.values += dictionaries.reduce((sum, claims) => sum + Object.keys(claims).length, 0)
    return this.values <= MAX_CLAIM_VALUES
  }
}
