import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ClaimEntry } from './claim-entry'
import { claimField } from './testing/claim-field'

const SENT = claimField('sent', { type: 'timestamp', question: 'When was it sent?', codes: ['never'] })

/** Type and value of each field, in the order of the page. */
function fields(literal: string | undefined): readonly string[] {
  const props = { claim: SENT, literal, failure: undefined, conversion: undefined, onChange: () => {} }
  const html = renderToStaticMarkup(createElement(ClaimEntry, props))
  const inputs = [...html.matchAll(/<input[^>]*>/g)].map(([input]) => input)
  return inputs.map((input) => `${/type="([^"]*)"/.exec(input)?.[1]} ${/value="([^"]*)"/.exec(input)?.[1]}`)
}

describe('the field of a timestamp', () => {
  it('shows day and time, and the offset that was given', () => {
    expect(fields('"2026-03-01T09:30:00+01:00"')).toEqual(['datetime-local 2026-03-01T09:30:00', 'text +01:00'])
    expect(fields('"2026-03-01T09:30:00Z"')).toEqual(['datetime-local 2026-03-01T09:30:00', 'text Z'])
  })

  it('never fills in an offset', () => {
    expect(fields('"2026-03-01T09:30"')).toEqual(['datetime-local 2026-03-01T09:30', 'text '])
  })

  it('is empty for a code, and if the claim is unknown', () => {
    for (const literal of [undefined, 'null', '"never"']) expect(fields(literal)).toEqual(['datetime-local ', 'text '])
  })

  it('shows another text as it is', () => {
    expect(fields('"2026-03-01T09:30:00.123456Z"')).toEqual(['text 2026-03-01T09:30:00.123456Z'])
  })
})
