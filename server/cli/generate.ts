/**
 * Part of `npm run generate`: writes public/docs/errors/<code>.md from the code table, public/docs/limits.md from the
 * settings, and public/examples from the golden policies.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { errorPageText } from '../api/error-page'
import { ERRORS, type ErrorCode, errorSlug } from '../api/errors'
import { exampleFiles } from './example-files'
import { limitsPageText } from './limits-page'

const docs = path.resolve(import.meta.dirname, '../../public/docs')
const errorPages = path.join(docs, 'errors')
mkdirSync(errorPages, { recursive: true })
for (const code of Object.keys(ERRORS) as ErrorCode[])
  writeFileSync(path.join(errorPages, `${errorSlug(code)}.md`), errorPageText(code))
writeFileSync(path.join(docs, 'limits.md'), limitsPageText())

const examples = path.resolve(import.meta.dirname, '../../public/examples')
rmSync(examples, { recursive: true, force: true })
mkdirSync(examples, { recursive: true })
for (const [name, text] of exampleFiles()) writeFileSync(path.join(examples, name), text)
