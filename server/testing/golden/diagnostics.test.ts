/**
 * Golden diagnostics: each folder of golden/diagnostics is named after a code and contains a ruleset and all its
 * diagnostics. `limits.json` narrows budgets. `UPDATE=1` writes expected.json again; read the changes before the
 * commit.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { applyFix, type Diagnostic } from '../../language/messages/diagnostic'
import { MESSAGES } from '../../language/messages/messages'
import { analyseRuleset } from '../../language/semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS, type LanguageLimits } from '../../language/text/limits'
import { builtInLibrary } from '../../language/units/unit-library'

const FOLDER = join(import.meta.dirname, 'diagnostics')
const LIBRARY = builtInLibrary()
/** If there are more diagnostics, only the first and the last are written. */
const MAX_SHOWN = 20

interface Case {
  readonly text: string
  readonly limits: LanguageLimits
}

function readCase(name: string): Case {
  const narrowed = join(FOLDER, name, 'limits.json')
  const limits = existsSync(narrowed) ? JSON.parse(readFileSync(narrowed, 'utf8')) : {}
  return {
    text: readFileSync(join(FOLDER, name, 'input.tsr'), 'utf8'),
    limits: { ...DEFAULT_LANGUAGE_LIMITS, ...limits },
  }
}

/** Returns the lines that a fix changed. */
function changed(before: string, after: string): string[] {
  const old = new Set(before.split('\n'))
  return after.split('\n').filter((line) => !old.has(line))
}

function summary(text: string, diagnostic: Diagnostic) {
  const { code, severity, message, line, column, endLine, endColumn } = diagnostic
  const fixes = diagnostic.fixes.map((fix) => ({ title: fix.title, gives: changed(text, applyFix(text, fix)) }))
  return { code, severity, at: `${line}:${column}-${endLine}:${endColumn}`, message, fixes }
}

function outcome({ text, limits }: Case) {
  const { diagnostics, exceeded, ruleset } = analyseRuleset(text, LIBRARY, limits)
  const all = diagnostics.map((diagnostic) => summary(text, diagnostic))
  const shown = all.length <= MAX_SHOWN ? all : [...all.slice(0, 2), `${all.length - 4} more`, ...all.slice(-2)]
  return { compiles: ruleset !== null, exceeded, diagnostics: shown }
}

const names = readdirSync(FOLDER)

describe('the diagnostics of', () => {
  it.each(names)('%s are as recorded', (name) => {
    const actual = outcome(readCase(name))
    const file = join(FOLDER, name, 'expected.json')
    if (process.env.UPDATE === '1') writeFileSync(file, `${JSON.stringify(actual, null, 2)}\n`)
    expect(actual).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  })

  it.each(names)('%s: every fix removes its diagnostic and causes no other of its kind', (name) => {
    const { text, limits } = readCase(name)
    const { diagnostics } = analyseRuleset(text, LIBRARY, limits)
    for (const { code, fixes } of diagnostics.slice(0, MAX_SHOWN)) {
      for (const fix of fixes) {
        const after = analyseRuleset(applyFix(text, fix), LIBRARY, limits).diagnostics
        const count = (list: readonly Diagnostic[]) => list.filter((d) => d.code === code).length
        expect([fix.title, count(after)]).toEqual([fix.title, count(diagnostics) - 1])
        const errors = (list: readonly Diagnostic[]) => list.filter((d) => d.severity === 'error').length
        expect(errors(after)).toBeLessThanOrEqual(errors(diagnostics))
      }
    }
  })
})

describe('the catalogue', () => {
  const codes = Object.keys(MESSAGES)

  it.each(codes)('%s is produced by the case with its name', (code) => {
    const { text, limits } = readCase(code)
    const { diagnostics } = analyseRuleset(text, LIBRARY, limits)
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code)
    const { severity } = MESSAGES[code as keyof typeof MESSAGES]
    expect(diagnostics.filter((d) => d.code === code).every((d) => d.severity === severity)).toBe(true)
  })

  it('has a code for every case', () => {
    expect(names.filter((name) => !codes.includes(name) && !name.startsWith('limit-'))).toEqual([])
  })
})
