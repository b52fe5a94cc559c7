import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { errorPageText } from './error-page'
import { ERRORS, type ErrorCode, errorSlug } from './errors'

const folder = path.resolve(import.meta.dirname, '../../public/docs/errors')

it('every code has its page, up to date, and no page is left over', () => {
  const codes = Object.keys(ERRORS) as ErrorCode[]
  expect(readdirSync(folder).sort()).toEqual(codes.map((code) => `${errorSlug(code)}.md`).sort())
  for (const code of codes)
    expect(readFileSync(path.join(folder, `${errorSlug(code)}.md`), 'utf8')).toBe(errorPageText(code))
})
