/** All constructs of the language, for hover, completion and the grammar guide. */
import { CHOICES, CONDITIONS, SETS } from './condition-constructs'
import type { Construct } from './construct'
import { NUMBERS } from './number-constructs'
import { ANNOTATIONS, POLICIES, STATEMENTS } from './statement-constructs'

export const CONSTRUCTS: readonly Construct[] = [
  ...STATEMENTS,
  ...POLICIES,
  ...ANNOTATIONS,
  ...CONDITIONS,
  ...NUMBERS,
  ...CHOICES,
  ...SETS,
]

/** Words of a construct that share its meaning. */
const PARTS: Readonly<Record<string, string>> = {
  THEN: 'IF',
  ELSE: 'IF',
  OF: 'CASE',
  DEFAULT: 'CASE',
  else: 'first',
  when: 'except',
  as: 'declare',
  in: 'ForAll',
}

const BY_WORD: ReadonlyMap<string, Construct> = new Map(CONSTRUCTS.map((entry) => [entry.word, entry]))

export function constructOf(word: string): Construct | null {
  return BY_WORD.get(PARTS[word] ?? word) ?? null
}
