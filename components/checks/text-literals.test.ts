/** Texts of the form and in the dictionary. */
import { expect, it } from 'vitest'
import { dictionaryText, isUndetermined, literalOf } from './claim-literals'
import { valuesRead } from './shown-results'
import { claimField } from './testing/claim-field'

const street = claimField('street', { type: 'text', codes: ['NA'] })

it('sends a text as it is typed', () => {
  expect(dictionaryText([street], { street: JSON.stringify('5 "Main"\nSt ') })).toBe(
    '{\n  "street": "5 \\"Main\\"\\nSt "\n}',
  )
  expect(dictionaryText([street], {})).toBe('{\n  "street": "unknown"\n}')
})

it('takes an empty field as unknown, and an empty text as a text', () => {
  expect(isUndetermined(street, literalOf(street, {}))).toBe(true)
  expect(isUndetermined(street, literalOf(street, { street: '""' }))).toBe(false)
})

it('shows the text that was read in quotation marks', () => {
  expect([...valuesRead([street], { street: '"5 Main St"' }, {})]).toEqual([['street', '“5 Main St”']])
})
