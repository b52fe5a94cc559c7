/**
 * A loan register as CSV, decided by 60 rules in one process: rows a second for the whole path, and for each stage of
 * it. `node --import tsx server/testing/benchmarks/loan-register.ts [rows]`
 */
import { pathToFileURL } from 'node:url'
import { bindOrRefuse } from '../../engine/batch/check-compiled'
import { decideDictionaries } from '../../engine/batch/decide-lines'
import { RecordFile } from '../../engine/batch/record-rows'
import { Meter } from '../../engine/core/meter'
import { readCsvRows } from '../../engine/records/csv-rows'
import { recordFields } from '../../engine/records/record-fields'
import { random } from './subject'
import { BENCH_LIMITS, compileBench } from './touchstone'

const ROWS_AT_ONCE = 5_000
const PEOPLE = ['applicant', 'co_applicant'] as const
const RACES = ['1', '2', '21', '22', '3', '4', '5', '6', '7', '8']

/** Edits like those of a mortgage register: codes, dates, numbers that may be "NA", and two people. */
export function registerSource(): string {
  const people = PEOPLE.flatMap((person) => [
    `// @column ${person}_age "${person} age"`,
    `declare ${person}_age as whole or {"8888", "9999"} else "invalid";`,
    `declare ${person}_race_1 as enum {${list(RACES)}} or {"blank"} else "invalid";`,
    `declare ${person}_race_2 as enum {${list(RACES)}} or {"blank"} else "invalid";`,
    `declare ${person}_sex as enum {"1", "2", "3", "4", "5", "6"} else "invalid";`,
    `declare ${person}_score as whole or {"7777", "8888"} else "invalid";`,
  ])
  const claims = [
    'declare filed as date;',
    'declare decided as date or {"NA"};',
    'declare purpose as enum {"1", "2", "31", "32", "4", "5"} else "invalid";',
    'declare action as enum {"1", "2", "3", "4", "5", "6", "7", "8"} else "invalid";',
    'declare lien as enum {"1", "2"} else "invalid";',
    '// @column income "Income (000)"',
    'declare income as numeric or {"NA"} else "invalid";',
    'declare amount as numeric "USD";',
    'declare rate as numeric or {"NA", "Exempt"} else "invalid";',
    'declare spread as numeric or {"NA", "Exempt"} else "invalid";',
    'declare term as whole or {"NA", "Exempt"} else "invalid";',
    'declare ratio as numeric or {"NA", "Exempt"} else "invalid";',
    'declare costs as numeric or {"NA", "Exempt"} else "invalid";',
    'declare units as whole;',
    'declare reverse_mortgage as boolean default False;',
    'declare open_end as boolean default False;',
    'declare business as boolean;',
  ]
  const numbers = ['income', 'rate', 'spread', 'term', 'ratio', 'costs']
  const valid = ['purpose', 'action', 'lien', ...PEOPLE.flatMap((person) => [`${person}_sex`, `${person}_race_1`])]
  const rules = [
    ...valid.map((name) => `assert ${name}_valid { ${name} != "invalid" };`),
    ...numbers.map((name) => `assert ${name}_form { ${name} != "invalid" };`),
    ...numbers.map((name) => `assert ${name}_positive { Implies(IsNumber(${name}), ${name} > -1) };`),
    ...numbers.map((name) => `assert ${name}_plausible { Implies(${name} > 5000, amount > 100000 "USD") };`),
    ...PEOPLE.flatMap((person) => [
      `assert ${person}_races { Implies(${person}_race_2 != "blank", ${person}_race_1 != "blank") };`,
      `assert ${person}_race_twice { Or(${person}_race_1 == "blank", ${person}_race_1 != ${person}_race_2) };`,
      `assert ${person}_of_age { Implies(IsNumber(${person}_age), ${person}_age >= 18) };`,
      `assert ${person}_old { Implies(${person}_age > 90, business == False) };`,
      `assert ${person}_scored { Implies(action == "1", ${person}_score != "invalid") };`,
      `assert ${person}_score_range { Implies(IsNumber(${person}_score), And(${person}_score >= 300, ${person}_score <= 900)) };`,
      `assert ${person}_natural { Implies(${person}_sex == "4", ${person}_age == "8888") };`,
    ]),
    'assert decided_late { Implies(action == "1", decided >= filed) };',
    'assert decided_soon { decided - filed <= 730 "d" };',
    'assert withdrawn_rate { Implies(Or(action == "3", action == "4", action == "5"), rate == "NA") };',
    'assert units_range { And(units >= 1, units <= 1000) };',
    'assert reverse_term { Implies(reverse_mortgage, term == "NA") };',
    'assert open_lien { Implies(open_end, lien != "invalid") };',
    'assert large_income { Implies(amount > 1000000 "USD", income > 100) };',
    'assert purchase_lien { Implies(And(purpose == "1", amount > 500000 "USD"), lien == "1") };',
  ]
  for (let i = rules.length; i < 60; i++)
    rules.push(
      `assert extra_${i} { Implies(amount > ${i * 1_000} "USD", Or(rate < ${i}, rate == "NA", units > ${i % 5})) };`,
    )
  return `version 1.4;\n${[...people, ...claims, ...rules.slice(0, 60)].join('\n')}\n`
}

function list(members: readonly string[]): string {
  return members.map((member) => `"${member}"`).join(', ')
}

/** One row for each loan, with quoted cells, blanks, codes and mistakes. */
export function registerCsv(rows: number): string {
  const next = random(41)
  const pick = (choices: readonly string[]) => choices[Math.floor(next() * choices.length)] ?? ''
  const whole = (from: number, to: number) => String(from + Math.floor(next() * (to - from + 1)))
  const day = () => `20${whole(22, 25)}-${whole(1, 12).padStart(2, '0')}-${whole(1, 28).padStart(2, '0')}`
  const person = () => [
    next() < 0.1 ? '8888' : whole(17, 95),
    pick(RACES),
    next() < 0.7 ? '' : pick(RACES),
    pick(['1', '2', '3', '4', '6']),
    next() < 0.1 ? '8888' : whole(290, 910),
  ]
  const personTitles = (name: string) => [
    `${name} age`,
    `${name}_race_1`,
    `${name}_race_2`,
    `${name}_sex`,
    `${name}_score`,
  ]
  const titles = [
    ...['ULI', 'filed', 'decided', 'purpose', 'action', 'lien', 'Income (000)', 'amount [USD]', 'rate', 'spread'],
    ...['term', 'ratio', 'costs', 'units', 'business', ...PEOPLE.flatMap(personTitles)],
  ]
  const lines = [titles.join(',')]
  for (let row = 0; row < rows; row++) {
    const cells = [
      `"ABC, ${row}"`,
      day(),
      next() < 0.05 ? 'NA' : day(),
      pick(['1', '2', '31', '32', '4']),
      pick(['1', '2', '3', '4', '5', '6']),
      pick(['1', '2', '3']),
      next() < 0.1 ? 'NA' : whole(20, 400),
      whole(50_000, 900_000),
      next() < 0.2 ? 'NA' : `${whole(2, 9)}.${whole(0, 999)}`,
      next() < 0.2 ? '' : `0.${whole(0, 99)}`,
      next() < 0.05 ? 'Exempt' : pick(['180', '240', '360']),
      next() < 0.2 ? 'NA' : `${whole(10, 60)}.${whole(0, 99)}`,
      next() < 0.2 ? 'NA' : whole(500, 9_000),
      whole(1, 4),
      pick(['yes', 'no']),
      ...PEOPLE.flatMap(person),
    ]
    lines.push(cells.join(','))
  }
  return `${lines.join('\r\n')}\r\n`
}

/** Best of a few rounds, in milliseconds. */
function timed(rounds: number, run: () => void): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    run()
    best = Math.min(best, performance.now() - began)
  }
  return best
}

export function benchRegister(rows: number, rounds = 3): void {
  const checkable = compileBench(registerSource())
  const { ruleset } = checkable.compiled
  const csv = registerCsv(rows)
  const [first] = readCsvRows(csv.slice(0, csv.indexOf('\n') + 1), ',')
  const file = new RecordFile(recordFields(ruleset.inputs), { titles: first?.cells ?? [], delimiter: ',' })
  const csvParts = partsOf(csv)
  const tools = { solver: null, mode: 'tiers', limits: BENCH_LIMITS } as const
  let open = 0
  let refused = 0
  function* dictionariesOf() {
    for (const part of csvParts) yield file.dictionaries(part)
  }
  const stages = {
    'split into cells': () => {
      for (const part of csvParts) readCsvRows(part, ',')
    },
    'and read as claims': () => {
      for (const dictionaries of dictionariesOf())
        for (let row = 0; row < dictionaries.length; row++) dictionaries.claims(row)
    },
    'and bound': () => {
      for (const dictionaries of dictionariesOf())
        for (let row = 0; row < dictionaries.length; row++)
          bindOrRefuse(checkable, dictionaries.claims(row), new Meter(BENCH_LIMITS.evaluation_steps))
    },
    'and decided': () => {
      open = refused = 0
      for (const dictionaries of dictionariesOf()) {
        for (let done = 0; done < dictionaries.length; ) {
          const piece = decideDictionaries(checkable, dictionaries, done, tools)
          open += piece.unsolved.length
          refused += piece.refused.length
          done += piece.rows
        }
      }
    },
  }
  console.log(`\nA loan register of ${rows} rows and ${ruleset.assertions.length} rules, ${csv.length} bytes of CSV`)
  for (const [stage, run] of Object.entries(stages)) {
    const milliseconds = timed(rounds, run)
    const rate = Math.round((1_000 * rows) / milliseconds)
    console.log(
      `  ${stage.padEnd(20)} ${milliseconds.toFixed(0).padStart(6)} ms ${rate.toLocaleString('en').padStart(10)} rows/s`,
    )
  }
  console.log(`  ${open} rows need the solver, ${refused} are refused`)
}

/** Splits the file at its lines, without the first one. */
function partsOf(csv: string): readonly string[] {
  const lines = csv.split('\n').slice(1)
  const csvParts: string[] = []
  for (let from = 0; from < lines.length - 1; from += ROWS_AT_ONCE)
    csvParts.push(`${lines.slice(from, Math.min(lines.length - 1, from + ROWS_AT_ONCE)).join('\n')}\n`)
  return csvParts
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) benchRegister(Number(process.argv[2] ?? 100_000))
