import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRational, parseNumeral } from '../language/numeric/numeral'
import { libraryText } from '../language/units/converter-pairs'
import { bundledFile } from './bundle-server.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const TRAVEL = `version 1.4;
// @unit amount USD
// @range amount 0..10000
declare amount as numeric;
declare receipt as boolean;
assert receipt_held { Implies(amount > 75 "USD", receipt) };
assert within_limit { amount <= 500 "USD" };
`
const CASES = `{
  "touchstone_test_cases": "1",
  "cases": [
    { "title": "small", "claims": {"amount": "20 USD", "receipt": false}, "expected": {"receipt_held": "TRUE"} },
    { "title": "large", "claims": {"amount": "600 USD", "receipt": true}, "expected": {"within_limit": "FALSE"} }
  ]
}
`

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-command-'))
  write('policies/travel.tsr', TRAVEL)
  write('policies/travel.cases.json', CASES)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')

function run(args: readonly string[], input = '') {
  // No variable of the environment is needed, and a proxy or database that is named is not used.
  const env = { NODE_ENV: 'test' as const, PATH: process.env.PATH, DATABASE_URL: 'postgres://127.0.0.1:1/none' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundledFile(root, 'touchstone'), ...args], {
    ...{ cwd: folder, env, input, encoding: 'utf8' },
  })
  return { status, stdout, stderr }
}

describe('compile', () => {
  it('names file, line and column of every problem', () => {
    write('policies/broken.tsr', 'declare x as numeric;\nassert a { x > y };\n')
    const { status, stdout } = run(['compile'])
    expect(status).toBe(1)
    expect(stdout).toMatch(/^policies\/broken\.tsr:2:16: error: .*"y"/)
    expect(stdout).toContain('policies/travel.tsr: compiles, with the hash ')
  })

  it('reads standard input', () => {
    expect(run(['compile', '-'], 'assert a { True };\n')).toMatchObject({ status: 0 })
    expect(run(['compile', '-'], 'assert a { Tru };\n').stdout).toMatch(/^<stdin>:1:12: error: /)
  })
})

describe('check', () => {
  it.each([
    ['{"amount": "20 USD", "receipt": false}', 0, 'TRUE      receipt_held\nTRUE      within_limit\n'],
    ['{"amount": "600 USD", "receipt": true}', 1, 'FALSE     within_limit\n'],
    ['{"amount": null, "receipt": true}', 1, 'UNKNOWN   within_limit\n'],
    [
      '{"amount": "80 USD", "receipt": null}',
      1,
      'policies/travel.tsr:6:1: error: receipt_held is UNKNOWN: Not proved: ',
    ],
    ['{"amount": "20 kg", "receipt": true}', 2, '<stdin>:1:1: error: amount: expected a unit that converts to USD'],
    ['{"amount": "20000 USD", "receipt": true}', 2, '<stdin>:1:1: error: amount: expected '],
    ['{"amount": "20 USD"}', 2, '<stdin>:1:1: error: receipt: expected '],
    ['{"amount": "20 USD",}', 2, 'line 1, column 21'],
    ['[]', 2, '<stdin>:1:1: error: '],
  ])('%s ends with %i', (claims, status, text) => {
    const checked = run(['check', 'policies/travel.tsr', '-'], claims)
    expect(checked.stdout).toContain(text)
    expect(checked).toMatchObject({ status, stderr: '' })
  })

  it('answers each line of a file', () => {
    write('cases.jsonl', '{"amount": "20 USD", "receipt": false}\n\n{"amount": "x"}\n')
    const { status, stdout } = run(['check', 'policies/travel.tsr', 'cases.jsonl', '--output', 'json'])
    expect(status).toBe(2)
    const [first, second] = stdout.trim().split('\n')
    expect(JSON.parse(first!)).toMatchObject({ ok: true })
    expect(JSON.parse(second!)).toMatchObject({ ok: false, error: { code: 'VALIDATION_REJECTED' } })
  })
})

describe('test', () => {
  it('reads cases from JSON and CSV', () => {
    write('policies/travel.cases.csv', 'title,amount,receipt,expect:receipt_held\nno receipt,80 USD,false,FALSE\n')
    expect(run(['test'])).toEqual({
      status: 0,
      stdout: 'policies/travel.tsr: 3 test cases, as expected.\n',
      stderr: '',
    })
  })

  it('names the assertion and the case of a failure', () => {
    write('policies/travel.tsr', TRAVEL.replace('<= 500', '<= 700'))
    const failure = 'large: within_limit is TRUE, and FALSE was expected.'
    const text = run(['test'])
    expect(text.status).toBe(1)
    expect(text.stdout).toBe(
      `policies/travel.tsr:7:1: error: ${failure} (policies/travel.cases.json:5:7)\npolicies/travel.tsr: 2 test cases, 1 failed.\n`,
    )
    const junit = run(['test', '--output', 'junit'])
    expect(junit.status).toBe(1)
    expect(junit.stdout).toContain('<testsuite name="policies/travel.tsr" tests="2" failures="1"')
    expect(junit.stdout).toContain(
      '<testcase classname="policies/travel.tsr" name="large" file="policies/travel.tsr" line="7">',
    )
    expect(junit.stdout).toContain(`<failure message="${failure}">policies/travel.tsr:7:1: error: ${failure}`)
    const json = JSON.parse(run(['test', '--output', 'json']).stdout)
    expect(json).toMatchObject({ ok: false, cases: [{ status: 'pass' }, { status: 'fail', line: 5 }] })
  })

  it.each([
    ['policies/travel.cases.json', '{', 'policies/travel.cases.json:1:1: error: '],
    [
      'policies/travel.cases.csv',
      'title,amount,receipt\nx,abc,true\n',
      'policies/travel.cases.csv:2:1: error: In the column "amount"',
    ],
    [
      'policies/travel.cases.json',
      CASES.replace('within_limit', 'within_budget'),
      'policies/travel.cases.json:5:7: error: large: the ruleset has no assertion within_budget.',
    ],
  ])('fails with the place if %s cannot be used', (file, text, message) => {
    write(file, text)
    const { status, stdout } = run(['test'])
    expect(status).toBe(1)
    expect(stdout).toContain(message)
  })
})

describe('format', () => {
  it('writes the formatted text, and only reports with --check', () => {
    const loose = TRAVEL.replace('amount <= 500', 'amount<=500')
    write('policies/travel.tsr', loose)
    const checked = run(['format', '--check'])
    expect(checked).toMatchObject({ status: 1 })
    expect(checked.stdout).toContain('policies/travel.tsr:')
    expect(read('policies/travel.tsr')).toBe(loose)
    expect(run(['format'])).toMatchObject({ status: 0 })
    const formatted = read('policies/travel.tsr')
    expect(formatted).not.toBe(loose)
    expect(run(['format', '--check'])).toMatchObject({ status: 0, stdout: '' })
    expect(run(['format', '-'], loose)).toMatchObject({ status: 0, stdout: formatted })
  })

  it('leaves a text with a syntax error as it is, and fails', () => {
    write('policies/travel.tsr', 'assert a {;\n')
    expect(run(['format']).stdout).toMatch(/^policies\/travel\.tsr:1:\d+: error: /)
    expect(run(['format']).status).toBe(1)
    expect(read('policies/travel.tsr')).toBe('assert a {;\n')
  })
})

describe('diff', () => {
  it.each([
    ['the same text', TRAVEL, 0],
    ['another spelling', TRAVEL.replace('amount <= 500 "USD"', 'Not(amount > 500 "USD")'), 0],
    ['a note', `${TRAVEL}// A note.\n`, 0],
    ['a lower limit', TRAVEL.replace('<= 500', '<= 400'), 10],
    ['a higher limit', TRAVEL.replace('<= 500', '<= 600'), 11],
    ['one of each', TRAVEL.replace('<= 500', '<= 400').replace('> 75', '> 80'), 12],
    ['one more assertion', `${TRAVEL}assert more { receipt };\n`, 10],
    ['one assertion less', TRAVEL.replace(/assert within.*\n/, ''), 11],
    ['another policy', TRAVEL.replace('within_limit {', 'within_limit [optimistic] {'), 12],
    [
      'another policy and a higher limit',
      TRAVEL.replace('within_limit {', 'within_limit [pessimistic] {').replace('<= 500', '<= 600'),
      12,
    ],
    ['another range', TRAVEL.replace('0..10000', '0..9000'), 12],
    ['a report', `${TRAVEL}report double = 2 * amount;\n`, 12],
    ['a mistake', `${TRAVEL}assert broken { x };\n`, 1],
  ])('%s ends with its code', (_, after, status) => {
    write('after.tsr', after)
    const compared = run(['diff', 'policies/travel.tsr', 'after.tsr'])
    expect(compared, compared.stdout).toMatchObject({ status, stderr: '' })
  })

  it('says once that the policy is another', () => {
    write('after.tsr', TRAVEL.replace('within_limit {', 'within_limit [optimistic] {'))
    const { stdout } = run(['diff', 'policies/travel.tsr', 'after.tsr'])
    expect(stdout.match(/The policy of the assertion/g)).toHaveLength(1)
  })

  it('compares folders by the names of their rulesets', () => {
    write('after/travel.tsr', TRAVEL.replace('<= 500', '<= 400'))
    expect(run(['diff', 'policies', 'after']).status).toBe(10)
    write('policies/old.tsr', TRAVEL)
    expect(run(['diff', 'policies', 'after'])).toMatchObject({
      status: 12,
      stdout: expect.stringContaining('policies/old.tsr: the ruleset was removed.\n'),
    })
  })

  it('names the side that does not compile', () => {
    write('before.tsr', 'assert a { x };\n')
    expect(run(['diff', 'before.tsr', 'policies/travel.tsr']).stdout).toMatch(/^before\.tsr:1:12: error: /)
  })
})

describe('analyse and coverage', () => {
  it('report findings at their places', () => {
    write('policies/travel.tsr', `${TRAVEL}assert never { And(receipt, Not(receipt)) };\n`)
    const analysed = run(['analyse'])
    expect(analysed.status).toBe(1)
    expect(analysed.stdout).toMatch(/^policies\/travel\.tsr:8:\d+: warning: /m)
    expect(run(['analyse', '--output', 'junit']).stdout).toContain('failures="1"')
    const measured = run(['coverage'])
    expect(measured.stdout).toMatch(
      /: warning: No test case notices this change of .*[^.]\. This one would: .*[^.]\.$/m,
    )
    expect(measured.stdout).toMatch(/policies\/travel\.tsr: test cases notice \d+ of \d+ changes\.\n$/)
  })
})

describe('sql', () => {
  const RISK = `version 1.4;
declare driver as list of { age as whole } up to 2;
declare limit as numeric;
assert adults { ForAll(d in driver, d.age >= limit) };
`
  const sql = (columns: object, ...more: readonly string[]) => {
    write('policies/risk.tsr', RISK)
    write('columns.json', JSON.stringify(columns))
    return run(['sql', 'policies/risk.tsr', '--dialect', 'sqlite', '--key', 'id', '--columns', 'columns.json', ...more])
  }

  it('reads a list from a JSON column, and other claims from their own', () => {
    const { status, stdout } = sql({ driver: { column: 'people', type: 'json' }, limit: 'least' })
    expect(status).toBe(0)
    expect(stdout).toContain(`json_array_length(t."people", '$')`)
    expect(stdout).toContain(`json_extract(t."people", '$[1]."age"')`)
    expect(stdout).toContain('t."least"')
    expect(stdout).not.toContain('t."driver')
  })

  it('finds values of a JSON column with --validate', () => {
    const { stdout } = sql({ driver: { type: 'jsonb' } }, '--validate')
    expect(stdout).toContain(`'driver[2].age' AS claim, 'not whole' AS problem`)
    expect(stdout).toContain(`json_array_length(t."driver", '$')`)
  })

  it('refuses a JSON column for an entry, and for a claim that there is not', () => {
    for (const claim of ['driver[1]', 'drivers']) {
      const { status, stderr } = sql({ [claim]: { type: 'json' } })
      expect(status).toBe(2)
      expect(stderr).toContain(`names claims that policies/risk.tsr does not declare: ${claim}.`)
    }
  })
})

describe('the unit library of touchstone.json', () => {
  const factor = parseNumeral('0.92', 100)
  if (!isRational(factor)) throw new Error('no number')
  const LIBRARY = 'unit library 1\nEUR = USD * 0.92 + 0\n'
  const sha256 = createHash('sha256').update(LIBRARY).digest('hex')
  const configure = (hash: string) =>
    write('touchstone.json', JSON.stringify({ unit_library: { path: 'units.txt', sha256: hash } }))

  it('is used, with its hash in the answers', () => {
    const offset = parseNumeral('0', 100)
    if (!isRational(offset)) throw new Error('no number')
    expect(libraryText([{ from: 'USD', to: 'EUR', factor, offset }])).toBe(LIBRARY)
    write('units.txt', LIBRARY)
    configure(sha256)
    const checked = run(
      ['check', 'policies/travel.tsr', '-', '--output', 'json'],
      '{"amount":"46 EUR","receipt":false}',
    )
    expect(JSON.parse(checked.stdout)).toMatchObject({ unit_library_hash: sha256 })
    expect(checked.status).toBe(0)
  })

  it.each([
    ['another hash', LIBRARY, 'f'.repeat(64), 'has the hash'],
    ['a text that is none', 'EUR = USD', sha256, 'units.txt: '],
    ['a unit that cannot be converted', 'unit library 1\nzorkmid = USD * 2 + 0\n', sha256, 'units.txt:2: '],
    ['a hash that is none', LIBRARY, 'abc', 'touchstone.json, unit_library.sha256: '],
  ])('ends with 2 for %s', (_, text, hash, message) => {
    write('units.txt', text)
    configure(hash)
    const { status, stderr } = run(['compile'])
    expect(status).toBe(2)
    expect(stderr).toContain(message)
  })
})

describe('wrong use', () => {
  it.each([
    [[], 'No command was given'],
    [['sell'], 'There is no command "sell"'],
    [['check', 'policies/travel.tsr'], 'check needs a ruleset and a file of claims: two operands, not 1.'],
    [['check', '-', '-'], 'Standard input (-) can be read once.'],
    [['test', '--output', 'yaml'], '--output takes text, json, junit, sarif, not "yaml".'],
    [['test', 'no-such.tsr'], 'no-such.tsr cannot be read: there is no such file.'],
    [['diff', 'policies', 'policies/travel.tsr'], 'diff compares two rulesets or two folders'],
  ])('%j ends with 2 and says what is wrong', (args, message) => {
    const { status, stdout, stderr } = run(args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(message)
  })

  it('an empty folder and a file that is not UTF-8 are named', () => {
    mkdirSync(path.join(folder, 'empty'))
    expect(run(['test', 'empty']).stderr).toBe('The folder empty has no ruleset (*.tsr).\n')
    writeFileSync(path.join(folder, 'latin.tsr'), Buffer.from([0x2f, 0x2f, 0xe4]))
    expect(run(['compile', 'latin.tsr'])).toMatchObject({
      status: 2,
      stderr: 'latin.tsr is not UTF-8. Save it as UTF-8.\n',
    })
  })

  it('a file of a folder that is not UTF-8 does not hide the others', () => {
    write('some/good.tsr', 'declare x as boolean;\nassert a { x };\n')
    writeFileSync(path.join(folder, 'some/latin.tsr'), Buffer.from([0x2f, 0x2f, 0xe4]))
    const { status, stdout } = run(['compile', 'some'])
    expect(status).toBe(2)
    expect(stdout).toContain('some/good.tsr: compiles')
    expect(stdout).toContain('some/latin.tsr:1:1: error: some/latin.tsr is not UTF-8. Save it as UTF-8.')
  })

  it('control characters of a file name do not reach the terminal', () => {
    write('policies/\u001b[31m.tsr', 'assert a { x };\n')
    expect(run(['compile']).stdout).not.toContain('\u001b')
  })
})

it('explains itself and each command', () => {
  const all = run(['--help'])
  expect(all.status).toBe(0)
  for (const word of ['compile', 'check', 'test', 'format', 'diff', 'analyse', 'coverage']) {
    expect(all.stdout).toContain(`touchstone ${word}`)
    expect(run([word, '--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining(`touchstone ${word} `) })
  }
  expect(run(['version']).stdout).toMatch(/^touchstone \S+, engine \S+, language \S+\n$/)
})

it('a question that needs no solver does not load it', () => {
  const trace = path.join(folder, 'hide-solver.mjs')
  writeFileSync(
    trace,
    `import { registerHooks } from 'node:module'\nimport fs from 'node:fs'\nimport { syncBuiltinESMExports } from 'node:module'
const { readFileSync } = fs
fs.readFileSync = (file, ...rest) => { if (String(file).endsWith('.wasm')) throw new Error('the solver was loaded'); return readFileSync(file, ...rest) }
syncBuiltinESMExports()\n`.replace("import { registerHooks } from 'node:module'\n", ''),
  )
  const command = [bundledFile(root, 'touchstone')]
  const hidden = (args: readonly string[]) =>
    spawnSync(process.execPath, ['--import', trace, ...command, ...args], { cwd: folder, encoding: 'utf8' })
  for (const args of [['compile'], ['test'], ['format', '--check'], ['diff', 'policies', 'policies']])
    expect(hidden(args)).toMatchObject({ status: 0, stderr: '' })
  write('policies/square.tsr', 'declare x as numeric;\nassert square { x * x >= 0 };\n')
  write('claims.json', '{"x": null}')
  expect(hidden(['check', 'policies/square.tsr', 'claims.json']).stderr).toContain('the solver was loaded')
  expect(existsSync(path.join(folder, '.data'))).toBe(false)
})
