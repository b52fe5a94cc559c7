import { expect, it } from 'vitest'
import { applyToDraft } from './suggestion-notice'

const BASE = 'one\ntwo\nthree\nfour\nfive\n'
const SUGGESTED = 'one\ntwo\nTHREE\nfour\nfive\n'

it('applies a suggestion to the revision and to a draft with other changes', () => {
  expect(applyToDraft(BASE, { base: BASE, suggested: SUGGESTED })).toEqual({ kind: 'applied', text: SUGGESTED })
  const draft = `zero\n${BASE}six\n`
  expect(applyToDraft(draft, { base: BASE, suggested: SUGGESTED })).toEqual({
    kind: 'applied',
    text: `zero\n${SUGGESTED}six\n`,
  })
})

it('says when the same lines have changed, and when the text has it already', () => {
  const draft = BASE.replace('three', 'drei')
  expect(applyToDraft(draft, { base: BASE, suggested: SUGGESTED })).toEqual({ kind: 'unfit' })
  expect(applyToDraft(SUGGESTED, { base: BASE, suggested: SUGGESTED })).toEqual({ kind: 'contained' })
})
