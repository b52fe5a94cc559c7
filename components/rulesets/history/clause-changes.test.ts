import { describe, expect, it } from 'vitest'
import { clauseChanges } from './clause-changes'
import type { ComparedRevision, Fact } from './history-data'

type Cited = Readonly<Record<string, readonly string[]>>
type Facts = Readonly<Record<string, Partial<Record<Fact['about'], string>>>>

const factsOf = (facts: Facts[string]): Fact[] =>
  Object.entries(facts).map(([about, text]) => ({ about: about as Fact['about'], text }))

/** @param cited clauses of TE-07 by rule @param words of its clauses */
function revision(facts: Facts, cited: Cited, words: Readonly<Record<string, string>>): ComparedRevision {
  const rules = Object.entries(cited).map(([name, clauses]) => ({
    name,
    clauses: clauses.map((clause) => ({ document: 'TE-07', clause })),
  }))
  const named = rules.flatMap((rule) => rule.clauses)
  return {
    ...{ hash: '', source: '', problem: null },
    compiled: {
      review: { sections: [] } as unknown as NonNullable<ComparedRevision['compiled']>['review'],
      claims: [],
      assertions: Object.entries(facts).map(([name, of]) => ({ name, facts: factsOf(of) })),
    },
    citations: {
      rules,
      clauses: named.map((each) => ({ ...each, text: words[each.clause] ?? null, isOutdated: false })),
    },
  }
}

const side = (text: string | null, isCited = true) => ({ isCited, text })

describe('the clauses that a change cites', () => {
  const cited = { meal: ['1'], hotel: ['2'] }
  const words = { 1: 'At most 60.', 2: 'At most 150.' }
  const facts = { meal: { condition: 'n <= 60' }, hotel: { condition: 'm <= 150' } }
  const before = revision(facts, cited, words)

  it('are those of the assertions that differ, with the words of both sides', () => {
    const after = revision({ ...facts, meal: { condition: 'n <= 70' } }, cited, { ...words, 1: 'At most 70.' })
    expect(clauseChanges({ from: before, to: after })).toEqual([
      {
        rule: 'meal',
        clauses: [{ document: 'TE-07', clause: '1', before: side('At most 60.'), after: side('At most 70.') }],
      },
    ])
    expect(clauseChanges({ from: before, to: before })).toEqual([])
  })

  it('are shown with the same words if only the rule changed, and without a rule’s change if the words did', () => {
    const rule = revision({ ...facts, meal: { condition: 'n < 60' } }, cited, words)
    expect(clauseChanges({ from: before, to: rule })).toMatchObject([
      { rule: 'meal', clauses: [{ before: side('At most 60.'), after: side('At most 60.') }] },
    ])
    const text = revision(facts, cited, { ...words, 2: 'At most 180.' })
    expect(clauseChanges({ from: before, to: text })).toMatchObject([{ rule: 'hotel' }])
  })

  it('are on one side only if a rule is new or gone, or cites another clause', () => {
    const after = revision({ meal: facts.meal, taxi: { condition: 't' } }, { meal: ['3'], taxi: ['2'] }, words)
    expect(clauseChanges({ from: before, to: after })).toEqual([
      {
        rule: 'meal',
        clauses: [
          { document: 'TE-07', clause: '3', before: side(null, false), after: side(null) },
          { document: 'TE-07', clause: '1', before: side('At most 60.'), after: side(null, false) },
        ],
      },
      {
        rule: 'taxi',
        clauses: [{ document: 'TE-07', clause: '2', before: side(null, false), after: side('At most 150.') }],
      },
      {
        rule: 'hotel',
        clauses: [{ document: 'TE-07', clause: '2', before: side('At most 150.'), after: side(null, false) }],
      },
    ])
  })

  it('include those of a definition whose words differ, and not of the others', () => {
    const defined = (limit: number) => ({ meal: { condition: 'n <= limit', definitions: `limit: ${limit}\nday: 1` } })
    const citing = { limit: ['1'], day: ['2'] }
    const changed = clauseChanges({
      from: revision(defined(60), citing, words),
      to: revision(defined(70), citing, words),
    })
    expect(changed.map(({ rule }) => rule)).toEqual(['limit'])
  })

  it('are those with other words if a side does not compile', () => {
    const broken = { ...revision(facts, cited, { ...words, 1: 'At most 70.' }), compiled: null }
    expect(clauseChanges({ from: before, to: broken }).map(({ rule }) => rule)).toEqual(['meal'])
    expect(clauseChanges({ from: { ...before, citations: null }, to: { ...before, citations: null } })).toEqual([])
  })
})
