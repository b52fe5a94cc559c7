/**
 * Part of `npm run generate`: writes the generated pages of public/docs, public/llms.txt, public/examples, the types of
 * the Python package and the grammar of the extension for VS Code.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { llmsText } from '../api/docs-pages'
import { ERRORS, type ErrorCode, errorSlug } from '../api/terms/errors'
import { apiReferenceText } from './api-reference-page'
import { languageConfiguration, textMateGrammar } from './editors/text-mate-grammar'
import { errorPageText, errorsPageText } from './errors-page'
import { EXAMPLE_FOLDERS, exampleFiles } from './example-files'
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
const extension = path.join(docs, '../editors/vscode')
mkdirSync(path.join(extension, 'syntaxes'), { recursive: true })
writeFileSync(path.join(extension, 'syntaxes/ruleset.tmLanguage.json'), textMateGrammar())
writeFileSync(path.join(extension, 'language-configuration.json'), languageConfiguration())

const shared = path.join(docs, '..')
for (const folder of EXAMPLE_FOLDERS) {
  rmSync(path.join(shared, folder), { recursive: true, force: true })
  mkdirSync(path.join(shared, folder), { recursive: true })
}
for (const [file, text] of exampleFiles()) writeFileSync(path.join(shared, file), text)
