import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NEW_RULESET_PATH, nameInPath, rulesetPath } from './page-paths'
import { rulesetName } from './schemas/fields'

const name = fc
  .oneof(
    fc.stringMatching(/^[A-Za-z0-9 ._/-]{1,24}$/),
    fc.constantFrom('.', '..', '...', 'new', 'new/new', 'a.rsc', './..', '../..', 'a//b', 'a/../b', '-', '_next'),
  )
  .filter((given) => rulesetName.safeParse(given).success)

test('every name survives a round trip through its URL, which browsers leave unchanged', () => {
  fc.assert(
    fc.property(name, (given) => {
      const path = rulesetPath(given)
      expect(new URL(path, 'http://here').pathname).toBe(path)
      expect(path.split('/')).toHaveLength(3)
      const segment = path.slice('/rulesets/'.length)
      expect(nameInPath(segment)).toBe(given)
      expect(nameInPath(encodeURIComponent(segment))).toBe(given)
    }),
  )
})

test('a ruleset named “new” has its own page', () => {
  expect(rulesetPath('new')).toBe('/rulesets/new~')
  expect(rulesetPath('new')).not.toBe(NEW_RULESET_PATH)
  expect(rulesetPath('travel/meals 2.1', 'check')).toBe('/rulesets/travel~meals+2.1/check')
})

test.each(['', '~', '%', '%zz', '+', 'a+', 'a~~', 'ä', '%2Fa'])('%j is not the URL segment of a name', (segment) => {
  expect(nameInPath(segment)).toBeNull()
})
