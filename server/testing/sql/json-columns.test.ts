/** Records and lists in JSON columns, against checks of the same documents. */
import { afterAll, describe, expect, it } from 'vitest'
import { Refusal } from '../../api/refusal'
import { LocalEngine } from '../../cli/touchstone/local-engine'
import { openUnitLibrary } from '../../cli/touchstone/policy-files'
import { solverOfProcess } from '../../engine/solver/z3-solver'
import { openText } from '../../engine/testing/open-text'
import { type Random, seededRandom } from '../../engine/testing/random-rules'
import { compileSql } from '../../sql/compile-sql'
import { DIALECTS, quoteText } from '../../sql/dialect'
import { readJsonColumns } from '../../sql/json-columns'
import { claimSources } from '../../sql/table-of-columns'
import { IS_LONG } from '../repetitions'
import { openDuckdb, openPostgres, openSqlite, type TestDatabase } from './test-databases'

const SOURCE = `version 1.4;
declare limit as numeric;
declare driver as list of {
  age as whole, licence as enum {"A", "B"},
  accident as list of { at_fault as boolean } up to 2
} up to 2;
declare codes as list of enum {"1", "2", "21"} up to 3;
declare owner as record { fee as numeric or {"NA"}, city as text, named as boolean };
declare home as optional record { area as numeric };
assert adults { ForAll(d in driver, d.age >= 18) };
assert careful { ForAll(d in driver, Count(a in d.accident, a.at_fault) <= 1) };
assert licensed { Exists(d in driver, d.licence == "A") };
assert distinct { And(NoneRepeated(codes), Count(codes) >= 1) };
assert cheap { Or(owner.fee == "NA", owner.fee * 3 <= limit) };
assert local { owner.city == "Bern" };
assert roomy { And(IsGiven(home), home.area > 50.5) };
assert both { Implies(owner.named, Sum(d in driver, d.age) > 40) };
`
const ROWS = IS_LONG ? 2_000 : 150
const CLAIMS = ['driver', 'codes', 'owner', 'home'] as const

const engine = new LocalEngine(openUnitLibrary(), solverOfProcess)
const ruleset = engine.read(SOURCE)
const opened: TestDatabase[] = []
afterAll(async () => {
  for (const database of opened) await database.close()
})

type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json }

class Documents {
  constructor(private readonly random: Random) {}

  row() {
    const limit = this.one([null, 3, 7.5])
    const values = [this.list(3, () => this.driver()), this.list(4, () => this.one(['1', '2', '21'])), this.owner()]
    const home = this.odd(() => this.one<Json>(['absent', { area: 50.5 }, { area: 51 }, {}]))
    return { limit, claims: [...values, home] }
  }

  private driver(): Json {
    const accidents = () => this.list(3, () => this.odd(() => ({ at_fault: this.odd(() => this.one([true, false])) })))
    return this.odd(() => ({
      age: this.odd(() => this.one([17, 18, 41, 18.5])),
      ...(this.random() < 0.8 && { licence: this.odd(() => this.one(['A', 'B'])) }),
      ...(this.random() < 0.8 && { accident: accidents() }),
    }))
  }

  private owner(): Json {
    return this.odd(() => ({
      fee: this.odd(() => this.one<Json>(['NA', 0.1, 1, 2.5])),
      city: this.odd(() => this.one(['Bern', 'Thun', ' Bern'])),
      ...(this.random() < 0.8 && { named: this.odd(() => this.one([true, false])) }),
    }))
  }

  private list(most: number, entry: () => Json): Json {
    const length = Math.floor(this.random() * (this.random() < 0.1 ? most + 1 : most))
    return this.odd(() => Array.from({ length }, entry))
  }

  /** Now and then unknown, or of a type that the claim does not have. */
  private odd(value: () => Json): Json {
    if (this.random() < 0.06) return this.one([null, 'unknown'])
    if (this.random() < 0.015) return this.one<Json>([5, '5', true, 'true', 'absent', [], {}, 'yes'])
    return value()
  }

  private one<T>(all: readonly T[]): T {
    return all[Math.floor(this.random() * all.length)]!
  }
}

type Shape = null | readonly [Shape] | { readonly [member: string]: Shape }

const SHAPE: Shape = {
  limit: null,
  driver: [{ age: null, licence: null, accident: [{ at_fault: null }] }],
  codes: [null],
  owner: { fee: null, city: null, named: null },
  home: { area: null },
}

/** The value as a check takes it: a null and a missing member are unknown. */
function withUnknowns(json: Json | undefined, shape: Shape): Json {
  if (json === null || json === undefined) return 'unknown'
  if (isList(json) && isList(shape)) return json.map((each) => withUnknowns(each, shape[0]))
  if (isList(json) || isList(shape) || shape === null || typeof json !== 'object') return json
  return Object.fromEntries(Object.entries(shape).map(([name, inner]) => [name, withUnknowns(json[name], inner)]))
}

function isList<Item>(value: unknown): value is readonly Item[] {
  return Array.isArray(value)
}

/** @returns null if the check is refused */
function checked(claims: Json): ReadonlyMap<string, string> | null {
  try {
    const answer = JSON.parse(engine.check(ruleset, JSON.stringify(claims))) as {
      readonly rules: readonly { readonly assertions: readonly { readonly name: string; readonly check: string }[] }[]
    }
    return new Map(answer.rules.flatMap(({ assertions }) => assertions.map(({ name, check }) => [name, check])))
  } catch (error) {
    if (error instanceof Refusal) return new Map([['?', JSON.stringify(error.details)]])
    throw error
  }
}

describe.each([
  ['duckdb', openDuckdb, 'JSON', 'DECIMAL(9,1)'],
  ['postgres', openPostgres, 'jsonb', 'numeric(9,1)'],
  ['sqlite', openSqlite, 'TEXT', 'REAL'],
] as const)('JSON columns in %s', (dialect, open, json, numeric) => {
  it('are decided as a check decides the documents, or are open', { tags: ['repeated'] }, async () => {
    const database = await open()
    opened.push(database)
    const documents = new Documents(seededRandom(7))
    const rows = Array.from({ length: ROWS }, () => documents.row())
    await database.execute(
      `CREATE TABLE cars (id INTEGER, "limit" ${numeric}, ${CLAIMS.map((name) => `${name}_json ${json}`)})`,
    )
    const literal = (value: Json) => (value === null ? 'NULL' : quoteText(DIALECTS[dialect], JSON.stringify(value)))
    const lines = rows.map(({ limit, claims }, id) => `(${[id, limit ?? 'NULL', ...claims.map(literal)]})`)
    await database.execute(`INSERT INTO cars VALUES ${lines.join(', ')}`)
    const program = openText(SOURCE)
    const { inputs, assertions } = program.ruleset
    const columns = new Map(CLAIMS.map((name) => [name, `${name}_json`]))
    const table = readJsonColumns(dialect, 'cars', inputs, columns)
    const sources = claimSources(inputs, new Map()).map((source, i) => table.sources.get(inputs[i]!.name) ?? source)
    const keys = [{ name: 'id', sql: 't.id' }]
    const compiled = compileSql(program, dialect, { sql: table.sql, keys, sources, areCells: false })
    expect(compiled.open).toEqual([])
    const answers = await database.query(`${compiled.sql} ORDER BY 1`)
    let decided = 0
    rows.forEach(({ limit, claims }, id) => {
      const document = withUnknowns(
        { limit, ...Object.fromEntries(CLAIMS.map((name, i) => [name, claims[i]!])) },
        SHAPE,
      )
      const expected = checked(document)
      const cells = answers[id]!
      assertions.forEach(({ name }, i) => {
        if ([true, 1, 'true'].includes(cells[2 + 2 * i] as boolean)) return
        decided++
        expect({ id, name, document, answer: cells[1 + 2 * i] }).toEqual({
          id,
          name,
          document,
          answer: expected?.get(name) ?? expected?.get('?'),
        })
      })
    })
    expect(decided / (ROWS * assertions.length)).toBeGreaterThan(0.3)
  })
})
