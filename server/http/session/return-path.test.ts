import { expect, it } from 'vitest'
import { returnPath } from './return-path'

it.each([
  ['/approve/abc?tab=review', '/approve/abc?tab=review'],
  ['/rulesets/a?_rsc=1x', '/rulesets/a'],
  ['/', '/'],
  ['//elsewhere.example/x', '/'],
  ['/\\elsewhere.example', '/'],
  ['/\t/elsewhere.example', '/'],
  ['/.//elsewhere.example', '/'],
  ['https://elsewhere.example', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
  [null, '/'],
])('%s leads to %s', (requested, path) => {
  expect(returnPath(requested)).toBe(path)
})
