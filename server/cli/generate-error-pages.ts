/**
 * Writes public/docs/errors/<code>.md from the code table; part of `npm run generate`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { errorPageText } from '../api/error-page'
import { ERRORS, type ErrorCode, errorSlug } from '../api/errors'

const folder = path.resolve(import.meta.dirname, '../../public/docs/errors')
mkdirSync(folder, { recursive: true })
for (const code of Object.keys(ERRORS) as ErrorCode[])
  writeFileSync(path.join(folder, `${errorSlug(code)}.md`), errorPageText(code))
