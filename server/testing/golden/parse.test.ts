/**
 * Golden syntax trees: each folder of golden/parse contains a text, the outline of its tree and the parser's reports.
 * `UPDATE=1` writes expected.txt again; read the changes before the commit.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Report } from '../../language/messages/report'
import { parseText } from '../../language/syntax/parse'
import { outlineRuleset } from '../../language/testing/outline'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { LineIndex } from '../../language/text/line-index'

const FOLDER = join(import.meta.dirname, 'parse')

function outcome(text: string): string {
  const report = new Report()
  const { ruleset } = parseText(text, report, DEFAULT_LANGUAGE_LIMITS)
  const diagnostics = report.finish(new LineIndex(text)).map((d) => `${d.line}:${d.column} ${d.code}\n`)
  return outlineRuleset(ruleset) + diagnostics.join('')
}

describe('the syntax of', () => {
  it.each(readdirSync(FOLDER))('%s is read as recorded', (name) => {
    const actual = outcome(readFileSync(join(FOLDER, name, 'input.tsr'), 'utf8'))
    const file = join(FOLDER, name, 'expected.txt')
    if (process.env.UPDATE === '1') writeFileSync(file, actual)
    expect(actual).toBe(readFileSync(file, 'utf8'))
  })
})
