import { expect, test } from 'vitest'
import { analyseRuleset } from '../../server/language/semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../../server/language/text/limits'
import { builtInLibrary } from '../../server/language/units/unit-library'
import { personName } from '../ui/lists'
import { domainTitle, labelRequest, STARTER } from './ruleset-data'

test('a new ruleset compiles without diagnostics', () => {
  const { ruleset, diagnostics } = analyseRuleset(STARTER, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS)
  expect(diagnostics).toEqual([])
  expect(ruleset).not.toBeNull()
})

test('a person’s name is the label without the email address', () => {
  expect(personName('Ann Lee <ann@example.org>')).toBe('Ann Lee')
  expect(personName('nightly run')).toBe('nightly run')
})

test('a domain is written in words', () => {
  expect(domainTitle('hr_workforce')).toBe('HR workforce')
  expect(domainTitle('finance')).toBe('Finance')
})

test('a label is sent only if the author chose one', () => {
  expect(labelRequest(null)).toBeUndefined()
  expect(labelRequest({ kind: 'none' })).toBeUndefined()
  expect(labelRequest({ kind: 'declined' })).toEqual({ declined: true })
})
