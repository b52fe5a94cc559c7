import { SaxesParser } from 'saxes'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { printReport } from './print-report'
import { exitCodeOf, type Outcome, type Subject } from './report'

const place = { file: 'policies/a b.tsr', line: 3, column: 5, endLine: 3, endColumn: 9 }
const related = { file: 'policies/a b.cases.json', line: 4, column: 7 }
const HOSTILE = '<a b="c">&amp; ]]> \u0000\u001b[31m\ud800 \u2028 \n "end"'
const subjects: readonly Subject[] = [
  {
    file: place.file,
    tests: [
      { name: 'passes', findings: [] },
      { name: HOSTILE, findings: [{ rule: 'case-fails', level: 'error', message: HOSTILE, place, related }] },
      { name: 'noted', findings: [{ rule: 'note', level: 'note', message: 'look', place }] },
    ],
    json: '{}',
    text: [HOSTILE],
    outcome: 'failed',
  },
]

/** The members that the published schema of SARIF 2.1.0 requires, and the values that it restricts. */
const location = z.looseObject({
  physicalLocation: z.looseObject({
    artifactLocation: z.looseObject({ uri: z.string().regex(/^[\w./%-]+$/) }),
    region: z.looseObject({
      startLine: z.int().min(1),
      startColumn: z.int().min(1),
      endLine: z.int().min(1).optional(),
      endColumn: z.int().min(1).optional(),
    }),
  }),
})
const sarif = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.array(
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string(),
          version: z.string(),
          rules: z.array(z.strictObject({ id: z.string() })),
        }),
      }),
      columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          ruleIndex: z.int().min(0),
          level: z.enum(['none', 'note', 'warning', 'error']),
          message: z.strictObject({ text: z.string() }),
          locations: z.array(location),
          relatedLocations: z.array(location).optional(),
        }),
      ),
    }),
  ),
})

it('SARIF has the members that version 2.1.0 requires', () => {
  const [run] = sarif.parse(JSON.parse(printReport(subjects, 'sarif', 'test'))).runs
  expect(run?.results.map(({ ruleId, ruleIndex }) => run.tool.driver.rules[ruleIndex]?.id === ruleId)).toEqual([
    true,
    true,
  ])
  expect(run?.results[0]).toMatchObject({
    level: 'error',
    locations: [{ physicalLocation: { artifactLocation: { uri: 'policies/a%20b.tsr' }, region: { startLine: 3 } } }],
    relatedLocations: [{ physicalLocation: { region: { startLine: 4, startColumn: 7 } } }],
  })
})

it('JUnit is well-formed XML whatever a message contains, and counts failures', () => {
  const xml = printReport(subjects, 'junit', 'test')
  const names: string[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    names.push(name)
    if (name === 'testsuite') expect(attributes).toMatchObject({ tests: '3', failures: '1' })
  })
  parser.write(xml).close()
  expect(names).toEqual(['testsuites', 'testsuite', 'testcase', 'testcase', 'failure', 'testcase', 'system-out'])
})

it('text moves no cursor and breaks no line', () => {
  const text = printReport(subjects, 'text', 'test')
  expect(text).not.toMatch(/\u001b|\u0000|\u2028/)
  expect(text.trimEnd().split('\n')).toHaveLength(3)
})

it.each<[Outcome[], number]>([
  [[], 0],
  [['stricter', 'as expected'], 10],
  [['looser', 'stricter'], 12],
  [['stricter', 'undecided'], 3],
  [['undecided', 'failed'], 1],
  [['failed', 'wrong use'], 2],
])('%j ends with %i', (outcomes, code) => {
  expect(exitCodeOf(outcomes)).toBe(code)
})
