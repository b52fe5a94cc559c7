import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { errorPageText } from './error-page'
import { ERRORS, type ErrorCode, errorSlug } from './errors'
import { errorsOf, OPERATIONS, type Operation } from './operations'

const folder = path.resolve(import.meta.dirname, '../../public/docs/errors')

it('every code has its page, up to date, and no page is left over', () => {
  const codes = Object.keys(ERRORS) as ErrorCode[]
  expect(readdirSync(folder).sort()).toEqual(codes.map((code) => `${errorSlug(code)}.md`).sort())
  for (const code of codes)
    expect(readFileSync(path.join(folder, `${errorSlug(code)}.md`), 'utf8')).toBe(errorPageText(code))
})

it('an allowance is one of checks: it ends no compile and no prompt pack', () => {
  const limited = Object.values<Operation>(OPERATIONS).filter((operation) =>
    errorsOf(operation).includes('ENTITLEMENT_EXCEEDED'),
  )
  // A question about meaning is charged as a check.
  const asChecks = ['/v1/check', '/v1/explanation', '/v1/analysis', '/v1/comparison', '/v1/coverage']
  expect(limited.map((operation) => operation.path)).toEqual(asChecks)
})
