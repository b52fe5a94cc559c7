/** The pages written by `npm run generate` agree with the code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ERROR_PAGES, GUIDES, llmsText, markdownAddress } from '../api/docs-pages'
import { OPERATIONS, type Operation } from '../api/operations'
import { PLATFORM_OPERATIONS, type PlatformOperation } from '../api/platform-operations'
import { ERRORS } from '../api/terms/errors'
import { GUARDRAIL_ERRORS } from '../api/terms/guardrail-terms'
import { PROBLEMS } from '../api/terms/problems'
import { apiReferenceText } from './api-reference-page'
import { languageConfiguration, textMateGrammar } from './editors/text-mate-grammar'
import { errorsPageText } from './errors-page'
import { pythonAnswers } from './release/python-types'

const publicFolder = path.resolve(import.meta.dirname, '../../public')
const stored = (file: string) => readFileSync(path.join(publicFolder, file), 'utf8')

it.each([
  ['docs/api-reference.md', apiReferenceText],
  ['docs/errors.md', errorsPageText],
  ['llms.txt', llmsText],
  ['clients/python/touchstone_client/answers.py', pythonAnswers],
  ['editors/vscode/syntaxes/ruleset.tmLanguage.json', textMateGrammar],
  ['editors/vscode/language-configuration.json', languageConfiguration],
])('%s is up to date; npm run generate writes it', (file, text) => {
  expect(stored(file)).toBe(text())
})

it('every page of the documentation has a Markdown twin, and llms.txt names each of them once', () => {
  const twins = [...GUIDES, ...ERROR_PAGES].map(({ href }) => markdownAddress(href))
  for (const twin of twins) expect(existsSync(path.join(publicFolder, twin)), twin).toBe(true)
  const files = readdirSync(path.join(publicFolder, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `/docs/${file.replaceAll(path.sep, '/')}`)
  const named = [...llmsText().matchAll(/\]\((\/docs\/[^)]+\.md)\)/g)].map(([, address]) => address)
  expect(named.toSorted()).toEqual(files.toSorted())
  expect(twins.toSorted()).toEqual(files.toSorted())
})

it('llms.txt has the expected form: one title, a summary, lists of links with a sentence', () => {
  const lines = llmsText().split('\n')
  expect(lines[0]).toBe('# Touchstone')
  expect(lines[2]).toMatch(/^> /)
  for (const line of lines.filter((each) => each.startsWith('- ')))
    expect(line).toMatch(/^- \[[^\]]+\]\(\/[^)\s]+\): .+\.$/)
})

it('the index of errors has every code, problem and reason', () => {
  const text = errorsPageText()
  for (const code of Object.keys(ERRORS)) expect(text).toContain(`| [${code}](`)
  for (const status of Object.keys(PROBLEMS)) expect(text).toContain(`| ${status} |`)
  for (const code of Object.keys(GUARDRAIL_ERRORS)) expect(text).toContain(`| \`${code}\` |`)
})

it('the reference as Markdown has every operation', () => {
  const operations = [...Object.values<Operation>(OPERATIONS), ...Object.values<PlatformOperation>(PLATFORM_OPERATIONS)]
  for (const { method, path: address, summary } of operations)
    expect(apiReferenceText()).toContain(`## ${method} ${address}\n\n**${summary}.** `)
})
