import type { inferRouterOutputs } from '@trpc/server'
import type { z } from 'zod'
import type { vocabulary } from '../../server/api/schemas/vocabulary'
import type { AppRouter } from '../../server/http/trpc/router'
import { callOperation, type PageRefusal } from '../ui/server-calls'

export interface FoundTerm extends Term {
  /** Names of rulesets with this label. */
  readonly usedBy: readonly string[]
}

export interface FoundDomain {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly terms: readonly FoundTerm[]
  /** Names of rulesets labelled with the domain but without a term. */
  readonly usedBy: readonly string[]
}

export interface TermFilter {
  readonly search: string
  /** Id of a domain; empty for all. */
  readonly domain: string
  /** Only domains and terms that a ruleset uses. */
  readonly usedOnly: boolean
}

/** Returns domains in the order of the vocabulary. A domain with a matching name keeps all its terms. */
export function foundDomains(
  { level_one: domains, level_two: terms }: Pick<Vocabulary, 'level_one' | 'level_two'>,
  labelled: readonly LabelledName[],
  { search, domain: wanted, usedOnly }: TermFilter,
): readonly FoundDomain[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = (texts: readonly string[]) => {
    const text = texts.join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const namesOf = (levelOne: string, levelTwo: string | null) =>
    labelled.filter((label) => label.levelOne === levelOne && label.levelTwo === levelTwo).map(({ name }) => name)
  return domains.flatMap((domain): FoundDomain[] => {
    if (wanted !== '' && domain.id !== wanted) return []
    const isMeant = matches([domain.id, domain.name, domain.description])
    const matchingTerms = terms
      .filter((term) => term.domain === domain.id && (isMeant || matches([term.id, term.term, ...term.aliases])))
      .map((term): FoundTerm => ({ ...term, usedBy: namesOf(domain.id, term.id) }))
      .filter(({ usedBy }) => !usedOnly || usedBy.length > 0)
    const usedBy = isMeant ? namesOf(domain.id, null) : []
    const isEmpty = matchingTerms.length === 0 && usedBy.length === 0
    return isEmpty && (usedOnly || !isMeant) ? [] : [{ ...domain, terms: matchingTerms, usedBy }]
  })
}

export type Vocabulary = z.output<typeof vocabulary>
export type Term = Vocabulary['level_two'][number]
export type LabelledName = inferRouterOutputs<AppRouter>['units']['labelledNames'][number]

export async function readVocabulary(): Promise<Vocabulary | { readonly refusal: PageRefusal }> {
  const answer = await callOperation('getVocabulary')
  return answer.ok ? (JSON.parse(answer.body) as Vocabulary) : { refusal: answer.refusal }
}
