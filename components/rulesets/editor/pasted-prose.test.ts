import { describe, expect, test } from 'vitest'
import { STARTER } from '../ruleset-data'
import { looksLikePolicy, withoutPasted } from './pasted-prose'

const POLICY = `Travel policy

1. A meal costs at most USD 60 a day.
2. Claims must be filed within thirty days of the expense.
3. Suites are not refunded.
`

test.each([
  [POLICY, true],
  [POLICY.replaceAll('\n', '\r\n'), true],
  ['The employee shall keep every receipt and hand it in within thirty days. '.repeat(6), true],
  ['A receipt is required for any expenditure of $75 or more.', false],
  [STARTER, false],
  [`${STARTER}// ${'a note of the author in many words '.repeat(20)}\n`, false],
  [POLICY.replaceAll(/^/gm, '// '), false],
  ['', false],
])('%#. a text of several lines of prose is a policy', (text, expected) => {
  expect(looksLikePolicy(text)).toBe(expected)
})

describe('the text without the stored prose', () => {
  const pasted = { text: POLICY, before: STARTER, after: STARTER + POLICY }

  test('is the text before, as long as nothing else was typed', () => {
    expect(withoutPasted(pasted.after, pasted)).toBe(STARTER)
    // It may have replaced other text.
    expect(withoutPasted(POLICY, { ...pasted, after: POLICY })).toBe(STARTER)
  })

  test('keeps what was typed afterwards', () => {
    expect(withoutPasted(`// a\n${pasted.after}// b\n`, pasted)).toBe(`// a\n${STARTER}// b\n`)
  })

  test('is unknown if the pasted text was changed or occurs twice', () => {
    expect(withoutPasted(pasted.after.replace('60', '70'), pasted)).toBeNull()
    expect(withoutPasted(pasted.after + POLICY, pasted)).toBeNull()
  })
})
