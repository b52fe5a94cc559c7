import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AssertionFace } from '../editor/ruleset-description'
import { OUTCOMES, type Outcome } from '../ui/outcome-mark'
import { counterexampleLines, ResultRow } from './result-row'
import type { ShownResult } from './shown-results'

const ASSERTION: AssertionFace = {
  name: 'receipt_required',
  title: 'Receipt required',
  policy: 'neutral',
  line: 3,
  reads: ['amount'],
  sentence: null,
  remarks: ['Has id is listed more than once and counts once.'],
  note: ['Receipts are stored for seven years.', 'See 4.2.'],
  citations: [],
  definitions: [
    { name: 'limit', type: 'numeric' },
    { name: 'needed', type: 'boolean' },
    { name: 'kind', type: 'member' },
    { name: 'open', type: 'numeric' },
  ],
}

function rendered(result: ShownResult | null): string {
  return renderToStaticMarkup(
    createElement(ResultRow, { assertion: ASSERTION, result, labels: { amount: 'Amount' }, values: new Map() }),
  )
}

function answered(check: Outcome, part: Partial<ShownResult> = {}): ShownResult {
  return {
    name: 'receipt_required',
    check,
    reasonUnknown: null,
    counterexample: null,
    unbridged: [],
    definitions: [],
    ...part,
  }
}

test.each(Object.keys(OUTCOMES) as Outcome[])('%s has an icon, a word and a colour', (outcome) => {
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

test('no result is shown while the engine works', () => {
  const html = rendered(null)
  expect(html).toContain('asking the engine')
  for (const outcome of Object.keys(OUTCOMES)) expect(html).not.toContain(outcome)
})

test('reasons, unit pairs and counterexamples are shown in words', () => {
  const html = rendered(
    answered('FALSE', {
      reasonUnknown: 'Answered by the pessimistic policy.',
      counterexample: 'amount = 6000 "USD" (supposed)',
      unbridged: [{ from: 'EUR', to: 'USD' }],
    }),
  )
  expect(html).toContain('Answered by the pessimistic policy.')
  expect(html).toMatch(/Amount: <span[^>]*>6,000 USD<\/span>/)
  expect(html).toContain('(supposed)')
  expect(html).toContain('EUR and USD')
})

test('every result is one line until it is opened', () => {
  for (const outcome of Object.keys(OUTCOMES) as Outcome[]) {
    const details = /<details[^>]*>/.exec(rendered(answered(outcome)))
    expect(details?.[0]).not.toContain('open=""')
  }
})

test('an answer by policy is marked; a proved or unknown one is not', () => {
  const reasonUnknown =
    'Answered by the pessimistic policy, not proved: the answer depends on amount, which is not known.'
  const mark = '</span>policy'
  expect(rendered(answered('FALSE', { reasonUnknown }))).toContain(mark)
  expect(rendered(answered('TRUE', { reasonUnknown }))).toContain(mark)
  expect(rendered(answered('UNKNOWN', { reasonUnknown }))).not.toContain(mark)
  expect(rendered(answered('FALSE'))).not.toContain(mark)
})

test('a reason uses the labels of claims', () => {
  const reasonUnknown = 'Not proved: the answer depends on amount and kind, which are not known.'
  expect(rendered(answered('UNKNOWN', { reasonUnknown }))).toContain('depends on “Amount” and “kind”, which are not')
})

test('the author’s note and the values of its definitions are next to the answer', () => {
  const html = rendered(
    answered('TRUE', {
      definitions: [
        { name: 'limit', value: '250', unit: 'USD' },
        { name: 'needed', value: 'false', unit: null },
        { name: 'kind', value: 'true', unit: null },
        { name: 'open', value: null, unit: 'USD' },
      ],
    }),
  )
  expect(html).toContain('Author’s note, not checked')
  expect(html).toContain('Receipts are stored for seven years.')
  expect(html).toMatch(/limit: <span[^>]*>250 USD</)
  expect(html).toMatch(/needed: <span[^>]*>no</)
  expect(html).toMatch(/kind: <span[^>]*>“true”</)
  expect(html).toMatch(/open: <span[^>]*>not determined</)
})

test('a caution about the sentence is shown with the answer', () => {
  expect(rendered(answered('TRUE'))).toContain('Has id is listed more than once and counts once.')
})

test('literals become words, and supposed values stay marked', () => {
  expect(
    counterexampleLines(
      'amount = 6000 "USD", kind = "a, b = \\"c\\"", has_receipt = False (supposed), n = 7/3 (supposed, outside its range)',
    ),
  ).toEqual([
    { name: 'amount', value: '6,000 USD', note: null },
    { name: 'kind', value: '“a, b = "c"”', note: null },
    { name: 'has_receipt', value: 'no', note: 'supposed' },
    { name: 'n', value: '7/3', note: 'supposed, outside its range' },
  ])
})

test('instants of a counterexample are shown in words, exactly', () => {
  const text = 'sent = 2026-03-01T08:30:05Z + 2/7 s (supposed), received = 2026-03-01T08:30:00Z, asked = 2026-03-01'
  expect(counterexampleLines(text)).toEqual([
    { name: 'sent', value: '1 March 2026 at 08:30:05 UTC and 2/7 of a second', note: 'supposed' },
    { name: 'received', value: '1 March 2026 at 08:30 UTC', note: null },
    { name: 'asked', value: '1 March 2026', note: null },
  ])
})

test('a text of another form is shown unchanged', () => {
  expect(counterexampleLines('anything else')).toBeNull()
})
