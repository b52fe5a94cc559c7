import { expect, test } from 'vitest'
import type { PlacedRule } from '../../../server/engine/explain/placed-rules'
import { findingsOf } from '../coverage-summary'
import { citedLabels, nextRule } from './live-coverage'

/** Each rule is one line, below a line for each citation. */
function rules(...lines: readonly (readonly [name: string, ...cited: string[]])[]): PlacedRule[] {
  let line = 0
  return lines.map(([name, ...cited]) => {
    const firstLine = line + 1
    const citations = cited.map((each) => {
      const [document = '', clause = ''] = each.split(' ')
      return { document, clause }
    })
    line += cited.length + 1
    const places = { firstLine, line, column: 8, lastLine: line, lines: cited.map((_, at) => firstLine + at) }
    return { name, isAssertion: true, own: '', text: '', citations, ...places }
  })
}

test('documents are listed in the order in which the text cites them', () => {
  const cited = rules(['a', 'B 1', 'A 1'], ['b', 'A 2'], ['c'], ['d', 'C 1'])
  expect(citedLabels(cited)).toEqual(['B', 'A', 'C'])
  expect(citedLabels(cited.toReversed())).toEqual(['B', 'A', 'C'])
  expect(citedLabels([])).toEqual([])
})

test('repeated clicks on a clause go from rule to rule, and begin again', () => {
  const cited = rules(['a', 'A 1'], ['b', 'A 2'], ['c', 'A 1'])
  const visited: string[] = []
  for (let line = 1, click = 0; click < 4; click++) {
    const rule = nextRule(cited, ['a', 'c'], line)
    visited.push(rule?.name ?? '')
    line = rule?.line ?? 1
  }
  expect(visited).toEqual(['c', 'a', 'c', 'a'])
  expect(nextRule(cited, ['b'], 4)?.name).toBe('b')
  expect(nextRule(cited, [], 1)).toBeNull()
})

test('findings are sentences that follow the name of their rule', () => {
  const coverage = {
    missing: [
      { rule: 'a', number: '30 d', clauses: ['1'] },
      { rule: 'b', number: '5', clauses: ['1', '2'] },
    ],
    unknown: [{ rule: 'c', clause: '9' }],
    uncited: ['d'],
  }
  const outdated = (['changed', 'gone'] as const).map((change) => ({ rule: 'e', clause: '3', change }))
  expect(findingsOf(coverage, outdated).map(({ rule, words }) => `${rule} ${words}`)).toEqual([
    'a has 30 d, which clause 1 does not have.',
    'b has 5, which clauses 1 and 2 do not have.',
    'c cites clause 9, which the document does not have.',
    'e cites clause 3, which changed since the ruleset was saved. Compare them, and save the ruleset again.',
    'e cites clause 3, which is gone since the ruleset was saved.',
    'd cites no clause.',
  ])
})
