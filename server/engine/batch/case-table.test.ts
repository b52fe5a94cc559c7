import { expect, it } from 'vitest'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { builtInLibrary } from '../../language/units/unit-library'
import { readTestCases } from '../../services/checks/test-case-document'
import { DEFAULT_BIND_LIMITS } from '../claims/reading'
import { CompiledRuleset } from '../compile'
import { compileText } from '../testing/ask'
import { caseDocument, readCaseTable } from './case-table'
import { CheckableRuleset } from './check-compiled'

const RULESET = compileText(`version 1.4;
// @column income "Income (000)"
declare income as numeric or {"NA"};
declare hazardous as boolean default False;
declare filed as date;
declare spouse as optional record { age as whole };
assert rich { income > 100 };
assert safe { Not(hazardous) };
assert late { filed > 2026-01-01 };
assert married { And(IsGiven(spouse), spouse.age > 17) };
`)
const limits = { ...DEFAULT_LANGUAGE_LIMITS, ...DEFAULT_BIND_LIMITS }
const input = { source: '', hash: '', library: builtInLibrary(), unitLibraryHash: null, limits }
const checkable = new CheckableRuleset(new CompiledRuleset(input, RULESET, []))
const read = (...lines: string[]) => readCaseTable(lines.join('\r\n'), checkable)

it('reads cases with their claims, and the answers that they expect', () => {
  const { cases, failures, plan } = read(
    '\ufefftitle;Income (000);filed;spouse.age;expect:rich;expect:late;note',
    '"just under; really";99.50;2026-01-31;40;FALSE;;x',
    'nothing known;;;;UNKNOWN;AMBIGUOUS;',
  )
  expect(failures).toEqual([])
  expect(plan.unused).toEqual(['note'])
  const [first, second] = readTestCases(caseDocument(cases))
  expect(first).toEqual({
    title: 'just under; really',
    claims: '{"income":99.50,"hazardous":false,"filed":"2026-01-31","spouse":true,"spouse.age":40}',
    expected: { rich: 'FALSE' },
  })
  expect(second).toMatchObject({ expected: { rich: 'UNKNOWN', late: 'AMBIGUOUS' } })
})

it('finds every failure of a file at once, by line and column', () => {
  const { cases, failures } = read(
    'title,Income (000),filed,expect:rich,expect:lat,expect:rich',
    'a,"1,234.50",31.01.2026,true,,',
    '"b',
    'b",1,2026-01-31,TRUE,,',
    ',1,2026-01-31,TRUE,,',
    'c,1,2026-01-31',
    'a,x,2026-02-30,FALSE,,',
  )
  expect(cases).toEqual([])
  expect(failures.map(({ line, column }) => [line, column])).toEqual([
    [1, 'expect:lat'],
    [1, 'expect:rich'],
    [2, 'Income (000)'],
    [2, 'filed'],
    [2, 'expect:rich'],
    [3, 'title'],
    [5, 'title'],
    [6, null],
    [7, 'title'],
    [7, 'Income (000)'],
    [7, 'filed'],
  ])
  const messages = failures.map(({ message }) => message)
  expect(messages[0]).toBe('The ruleset has no assertion "lat". Did you mean "late"?')
  expect(messages[2]).toContain('write 1234.50, without thousands separators')
  expect(messages[4]).toBe(
    'Expected TRUE, FALSE, UNKNOWN, AMBIGUOUS or an empty cell, which expects nothing; received "true".',
  )
  expect(messages[8]).toBe('Line 2 has the same title. Give each test case its own.')
  expect(messages[10]).toContain('the calendar has no such day')
})

it('needs a first row with a title', () => {
  expect(read('').failures).toEqual([
    { line: 1, column: null, message: 'The file is empty. Its first row names the columns.' },
  ])
  expect(read('Income (000)', '1').failures[0]?.message).toBe('There is no column “title”. It names each test case.')
  expect(read('title,title', 'a,b').failures[0]).toMatchObject({ column: 'title', line: 1 })
})
