import { expect, it } from 'vitest'
import { vocabulary } from '../../server/api/schemas/vocabulary'
import { describeVocabulary } from '../../server/services/vocabulary/describe-vocabulary'
import { foundDomains } from './matching-terms'

const all = vocabulary.parse(JSON.parse(describeVocabulary([], 0)))
const NO_FILTER = { search: '', domain: '', usedOnly: false }
const [first, second] = all.level_one
const term = all.level_two.find(({ domain }) => domain === second!.id)!
const labelled = [
  { name: 'b', levelOne: second!.id, levelTwo: term.id },
  { name: 'a', levelOne: second!.id, levelTwo: term.id },
  { name: 'c', levelOne: first!.id, levelTwo: null },
]

it('shows every domain and term without a filter, with their rulesets', () => {
  const domains = foundDomains(all, labelled, NO_FILTER)
  expect(domains.map(({ id }) => id)).toEqual(all.level_one.map(({ id }) => id))
  expect(domains.flatMap(({ terms }) => terms)).toHaveLength(all.level_two.length)
  expect(domains[0]!.usedBy).toEqual(['c'])
  expect(domains[1]!.terms.find(({ id }) => id === term.id)!.usedBy).toEqual(['b', 'a'])
})

it('finds a term by its name, another name and its id, in any case', () => {
  for (const search of [term.term.toUpperCase(), term.id, ...term.aliases.slice(0, 1)])
    expect(foundDomains(all, [], { ...NO_FILTER, search }).flatMap(({ terms }) => terms.map(({ id }) => id))).toContain(
      term.id,
    )
  expect(foundDomains(all, [], { ...NO_FILTER, search: 'zzz no such term' })).toEqual([])
})

it('filters by domain and by use', () => {
  expect(foundDomains(all, labelled, { ...NO_FILTER, domain: second!.id }).map(({ id }) => id)).toEqual([second!.id])
  const used = foundDomains(all, labelled, { ...NO_FILTER, usedOnly: true })
  expect(used.map(({ id }) => id)).toEqual([first!.id, second!.id])
  expect(used.flatMap(({ terms }) => terms.map(({ id }) => id))).toEqual([term.id])
  expect(foundDomains(all, [], { ...NO_FILTER, usedOnly: true })).toEqual([])
})
