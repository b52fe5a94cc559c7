import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { errorsOf, OPERATIONS, type Operation } from '../api/operations'
import { ERRORS, type ErrorCode, errorSlug } from '../api/terms/errors'
import { errorPageText } from './errors-page'

const folder = path.resolve(import.meta.dirname, '../../public/docs/errors')

it('there is one current page for every code and no other page', () => {
  const codes = Object.keys(ERRORS) as ErrorCode[]
  expect(readdirSync(folder).sort()).toEqual(codes.map((code) => `${errorSlug(code)}.md`).sort())
  for (const code of codes)
    expect(readFileSync(path.join(folder, `${errorSlug(code)}.md`), 'utf8')).toBe(errorPageText(code))
})

it('an allowance limits checks, but neither compiling nor prompt packs', () => {
  const limited = Object.values<Operation>(OPERATIONS).filter((operation) =>
    errorsOf(operation).includes('ENTITLEMENT_EXCEEDED'),
  )
  // A question about meaning counts as a check, and so does a call of a tool.
  const questions = ['/v1/explanation', '/v1/analysis', '/v1/comparison', '/v1/coverage', '/v1/fidelity']
  const asChecks = ['/v1/check', ...questions, '/v1/tool-calls']
  expect(limited.map((operation) => operation.path)).toEqual(asChecks)
})
