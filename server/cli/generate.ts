/**
 * Part of `npm run generate`: writes the generated pages of public/docs, public/llms.txt, public/examples and
 * the types of the Python package.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { llmsText } from '../api/docs-pages'
import { ERRORS, type ErrorCode, errorSlug } from '../api/terms/errors'
import { apiReferenceText } from './api-reference-page'
import { errorPageText, errorsPageText } from './errors-page'
import { exampleFiles } from './example-files'
import { limitsPageText } from './limits-page'
import { pythonAnswers } from './release/python-types'

const docs = path.resolve(import.meta.dirname, '../../public/docs')
const errorPages = path.join(docs, 'errors')
mkdirSync(errorPages, { recursive: true })
for (const code of Object.keys(ERRORS) as ErrorCode[])
  writeFileSync(path.join(errorPages, `${errorSlug(code)}.md`), errorPageText(code))
writeFileSync(path.join(docs, 'limits.md'), limitsPageText())
writeFileSync(path.join(docs, 'errors.md'), errorsPageText())
writeFileSync(path.join(docs, 'api-reference.md'), apiReferenceText())
writeFileSync(path.join(docs, '../llms.txt'), llmsText())
writeFileSync(path.join(docs, '../clients/python/touchstone_client/answers.py'), pythonAnswers())

const examples = path.resolve(import.meta.dirname, '../../public/examples')
rmSync(examples, { recursive: true, force: true })
mkdirSync(examples, { recursive: true })
for (const [name, text] of exampleFiles()) writeFileSync(path.join(examples, name), text)
