import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AssertionFace } from '../language/ruleset-description'
import { OUTCOMES } from './outcome-mark'
import { ResultRow } from './result-row'
import type { Outcome, ShownResult } from './shown-results'

const ASSERTION: AssertionFace = {
  name: 'receipt_required',
  title: 'Receipt required',
  policy: 'neutral',
  line: 3,
  reads: ['amount'],
  sentence: null,
}

function rendered(result: ShownResult | null): string {
  return renderToStaticMarkup(
    createElement(ResultRow, { assertion: ASSERTION, result, labels: { amount: 'Amount' }, values: new Map() }),
  )
}

function answered(check: Outcome, part: Partial<ShownResult> = {}): ShownResult {
  return { name: 'receipt_required', check, reasonUnknown: null, counterexample: null, unbridged: [], ...part }
}

test.each(Object.keys(OUTCOMES) as Outcome[])('%s is told by icon, word and colour', (outcome) => {
  const html = rendered(answered(outcome))
  expect(html).toContain(outcome)
  expect(html).toContain('<svg')
  expect(html).toContain(OUTCOMES[outcome].ink)
})

test('no two results share an icon or a colour', () => {
  const faces = Object.values(OUTCOMES)
  expect(new Set(faces.map(({ icon }) => icon)).size).toBe(4)
  expect(new Set(faces.map(({ ink }) => ink)).size).toBe(4)
})

test('while the engine is asked, no result is told', () => {
  const html = rendered(null)
  expect(html).toContain('asking the engine')
  for (const outcome of Object.keys(OUTCOMES)) expect(html).not.toContain(outcome)
})

test('reasons, unit pairs and counterexamples are in words', () => {
  const html = rendered(
    answered('FALSE', {
      reasonUnknown: 'Answered by the pessimistic policy.',
      counterexample: 'amount = 6000 "USD" (supposed)',
      unbridged: [{ from: 'EUR', to: 'USD' }],
    }),
  )
  expect(html).toContain('Answered by the pessimistic policy.')
  expect(html).toMatch(/Amount: <span[^>]*>6000 USD<\/span>/)
  expect(html).toContain('(supposed)')
  expect(html).toContain('EUR and USD')
})
