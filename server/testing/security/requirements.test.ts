/** Compares the ASVS table with the standard's list, the named tests and the product. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { runtimePackages, sourceFiles } from './product-files'
import { OWN_TEST, type Requirement } from './requirement'
import { REQUIREMENTS } from './requirements'
import { STANDARD } from './standard'
import { testNames } from './test-names'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const WITHOUT_GAP = new Set(['6', '7', '8', '11'])

const testFiles = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', 'e2e/*.spec.ts'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '')

const namesOf = new Map<string, readonly string[]>()
function namesIn(file: string): readonly string[] {
  const known = namesOf.get(file)
  if (known !== undefined) return known
  const names = testNames(readFileSync(path.join(ROOT, file), 'utf8'))
  namesOf.set(file, names)
  return names
}

function chapterOf(id: string): string {
  return id.split('.')[0]!
}

const suiteFiles = testFiles.filter((file) => /^server\/testing\/security\/asvs-v\d\d-/.test(file))

/** Returns the suite's tests of one requirement; those that need the provider are with those of OAuth. */
function ownTests(id: string): readonly string[] {
  return suiteFiles.flatMap(namesIn).filter((name) => name.includes(` > ${id} `))
}

/** Returns the problem of a test that a row names, or null. */
function testProblem(id: string, reference: string): string | null {
  if (reference === OWN_TEST) {
    const count = ownTests(id).length
    return count === 1 ? null : `${id}: the suite has ${count} tests of it`
  }
  const [file = '', ...rest] = reference.split(' > ')
  const name = rest.join(' > ')
  if (!testFiles.includes(file)) return `${id}: there is no file ${file}`
  const count = namesIn(file).filter((each) => each === name || each.endsWith(` > ${name}`)).length
  return count === 1 ? null : `${id}: ${file} has ${count} tests named "${name}"`
}

function reasonsOf(row: Requirement): readonly string[] {
  if (row.answer.kind === 'test') return row.answer.setting === null ? [] : [row.answer.setting]
  return [row.answer.reason]
}

function count(kind: Requirement['answer']['kind'], rows = REQUIREMENTS): number {
  return rows.filter(({ answer }) => answer.kind === kind).length
}

describe('the ASVS table', () => {
  it('answers every requirement of level 2 of the standard once, in its order, at its level', () => {
    const listed = (level: 1 | 2) => REQUIREMENTS.filter((row) => row.level === level).map(({ id }) => id)
    expect(listed(1)).toEqual(STANDARD[1])
    expect(listed(2)).toEqual(STANDARD[2])
    expect(new Set(REQUIREMENTS.map(({ id }) => id)).size).toBe(STANDARD[1].length + STANDARD[2].length)
    expect(STANDARD[1].length + STANDARD[2].length).toBe(253)
  })

  it('names tests that exist, each once in its file', () => {
    const problems = REQUIREMENTS.flatMap(({ id, answer }) =>
      answer.kind === 'test' ? answer.tests.map((reference) => testProblem(id, reference)) : [],
    ).filter((problem) => problem !== null)
    expect(problems).toEqual([])
  })

  it('names at least one test if it says that tests show something', () => {
    expect(REQUIREMENTS.filter(({ answer }) => answer.kind === 'test' && answer.tests.length === 0)).toEqual([])
  })

  it('has a row for every test of the suite', () => {
    const expected = REQUIREMENTS.filter(({ answer }) => answer.kind === 'test' && answer.tests.includes(OWN_TEST)).map(
      ({ id }) => id,
    )
    const inSuite = suiteFiles.flatMap((file) =>
      namesIn(file).map((name) => /> (\d+\.\d+\.\d+) /.exec(name)?.[1] ?? `${file} > ${name}`),
    )
    expect(inSuite.toSorted()).toEqual(expected.toSorted())
  })

  it('describes each requirement in five to fifteen words, never twice the same', () => {
    const wrong = REQUIREMENTS.filter(({ words }) => {
      const length = words.split(/\s+/).length
      return length < 5 || length > 15
    })
    expect(wrong.map(({ id, words }) => `${id}: ${words}`)).toEqual([])
    expect(new Set(REQUIREMENTS.map(({ words }) => words.toLowerCase())).size).toBe(REQUIREMENTS.length)
  })

  it('gives its own reason to each that does not apply, is a gap or depends on a setting', () => {
    const reasons = REQUIREMENTS.flatMap((row) => reasonsOf(row).map((reason) => ({ id: row.id, reason })))
    expect(reasons.filter(({ reason }) => reason.trim().split(/\s+/).length < 6)).toEqual([])
    const beginnings = reasons.map(({ reason }) =>
      reason
        .toLowerCase()
        .replace(/[^a-z ]/g, '')
        .slice(0, 40),
    )
    const repeated = beginnings.filter((beginning, index) => beginnings.indexOf(beginning) !== index)
    expect(repeated).toEqual([])
  })

  it('leaves no gap in authentication, session, authorization and cryptography', () => {
    const open = REQUIREMENTS.filter(({ id, answer }) => answer.kind === 'gap' && WITHOUT_GAP.has(chapterOf(id)))
    expect(open.map(({ id, words }) => `${id}: ${words}`)).toEqual([])
  })

  it('says that a requirement does not apply only if the product lacks its subject', () => {
    const packages = runtimePackages(ROOT)
    const sources = sourceFiles(ROOT)
    const problems = REQUIREMENTS.flatMap(({ id, answer }) => {
      if (answer.kind !== 'does not apply') return []
      const { packages: names, code } = answer.absence
      const installed = packages.filter((name) => names?.test(name) === true)
      const files = sources.filter(({ text }) => code?.test(text) === true).map(({ file }) => file)
      return [...installed, ...files].map((item) => `${id}: ${item}`)
    })
    expect(problems).toEqual([])
  })

  it('prints its counts', () => {
    const counts = { test: count('test'), 'does not apply': count('does not apply'), gap: count('gap') }
    console.log(`ASVS 5.0.0, level 2: ${JSON.stringify(counts)} of ${REQUIREMENTS.length}`)
    expect(counts.test + counts['does not apply'] + counts.gap).toBe(REQUIREMENTS.length)
    expect(counts.test).toBeGreaterThan(REQUIREMENTS.length / 2)
  })
})

describe('the names of tests', () => {
  it('are read with their groups, without tests that never run', () => {
    const source = [
      `describe('a group', () => {`,
      `  it('one', () => {})`,
      `  it.skip('two', () => {})`,
      `  it.todo('three')`,
      `  describe.skip('off', () => { it('four', () => {}) })`,
      `  for (const [n, f] of rows) it.each([1])(\`five \${n} times\`, f as never)`,
      `})`,
      `test('six', async ({ page }) => { await test.step('seven', () => {}) })`,
    ].join('\n')
    expect(testNames(source)).toEqual(['a group > one', 'a group > five {n} times', 'six'])
  })
})
