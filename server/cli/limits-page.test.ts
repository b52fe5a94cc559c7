import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { limitsPageText } from './limits-page'

it('the page of limits is what the code says; npm run generate writes it', () => {
  const page = path.resolve(import.meta.dirname, '../../public/docs/limits.md')
  expect(readFileSync(page, 'utf8')).toBe(limitsPageText())
})
