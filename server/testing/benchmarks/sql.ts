/** Ten million rows by twelve assertions in DuckDB: the compiled query next to the same conditions written by hand. */
import { DuckDBInstance } from '@duckdb/node-api'
import { openText } from '../../engine/testing/open-text'
import { readColumnType } from '../../sql/column-type'
import { compileSql } from '../../sql/compile-sql'
import { claimSources } from '../../sql/table-of-columns'
import { median } from './interleave'
import { CATEGORIES, LEVELS, touchstoneSource } from './subject'

const ROWS = Number(process.env.SQL_ROWS ?? 10_000_000)
const THREADS = 2
const AIM_RATIO = 1.5

/** Money with two decimals; 2 % of the values are unknown. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ amount_0: 'DECIMAL(18,2)', tax_0: 'DECIMAL(18,2)', rate_0: 'DECIMAL(18,2)', nights_0: 'INTEGER' },
  ...{ receipt_0: 'BOOLEAN', approved_0: 'BOOLEAN', flagged_0: 'BOOLEAN', remote_0: 'BOOLEAN', itinerary_0: 'BOOLEAN' },
  ...{ category_0: 'VARCHAR', level_0: 'VARCHAR' },
}

/** As a data engineer writes it: no open rows, no validation, and only the answers. */
const BY_HAND: Readonly<Record<string, string>> = {
  within_limit_0: 'amount_0 < 5000',
  receipt_over_75_0: 'NOT amount_0 > 75 OR receipt_0',
  small_or_travel_0: "category_0 = 'travel' OR category_0 = 'meals' OR amount_0 < 1000",
  approved_and_clear_0: 'approved_0 AND NOT flagged_0',
  senior_enough_0: "amount_0 <= 2500 OR level_0 IN ('manager', 'director', 'officer')",
  lodging_cap_0: 'nights_0 * rate_0 <= 3000',
  gross_cap_0: 'amount_0 + tax_0 <= 6000',
  limit_by_place_0: 'CASE WHEN remote_0 THEN amount_0 < 2000 WHEN NOT remote_0 THEN amount_0 < 7000 END',
  listed_category_0: "category_0 IN ('travel', 'meals', 'lodging')",
  two_proofs_0: '(receipt_0 AND itinerary_0) OR (receipt_0 AND approved_0) OR (itinerary_0 AND approved_0)',
  one_path_0: 'flagged_0 <> approved_0',
  stay_is_travel_0: "NOT nights_0 > 0 OR category_0 <> 'equipment'",
}

interface Took {
  readonly seconds: number
  /** Processor time of all threads. It hardly depends on what else the machine does. */
  readonly cpuSeconds: number
}

function cpuOf(all: readonly Took[]): number {
  return median(all.map(({ cpuSeconds }) => cpuSeconds))
}

/** @param rounds after one that warms up */
export async function benchSql(rounds: number): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { threads: String(THREADS), memory_limit: '1900MB' })
  const connection = await instance.connect()
  await connection.run(`SELECT setseed(0.42)`)
  await connection.run(`CREATE TABLE claims AS SELECT i AS id, ${columns()} FROM range(${ROWS}) AS r(i)`)
  const program = openText(touchstoneSource(1))
  const names = program.ruleset.assertions.map(({ name }) => name)
  const notes = new Map(Object.entries(TYPES).map(([claim, type]) => [claim, { type: readColumnType(type)! }]))
  const sources = claimSources(program.ruleset.inputs, notes)
  const keys = [{ name: 'id', sql: 't.id' }]
  const { sql, open } = compileSql(program, 'duckdb', { sql: 'claims', keys, sources, areCells: false })
  if (open.length > 0) throw new Error(`${open.map(({ name }) => name)} are open`)
  const answer = (condition: string) =>
    `CASE WHEN ${condition} THEN 'TRUE' WHEN NOT (${condition}) THEN 'FALSE' ELSE 'UNKNOWN' END`
  const byHand = `SELECT id, ${names.map((name) => `${answer(BY_HAND[name]!)} AS ${name}`).join(', ')} FROM claims`
  // Every answer is used, and none is kept.
  const used = (query: string) =>
    `SELECT ${names.map((name) => `count(*) FILTER (WHERE ${name} = 'TRUE')`).join(', ')} FROM (${query})`
  const opened = `SELECT ${names.map((name) => `count(*) FILTER (WHERE ${name} = 'TRUE'), count(*) FILTER (WHERE open_${name})`).join(', ')} FROM (${sql})`
  const taken: { compiled: Took[]; answers: Took[]; byHand: Took[] } = { compiled: [], answers: [], byHand: [] }
  const time = async (query: string) => {
    const [start, before] = [performance.now(), process.cpuUsage()]
    const rows = (await connection.runAndReadAll(query)).getRowsJson()
    const { user, system } = process.cpuUsage(before)
    return {
      counts: rows[0]!.map(Number),
      seconds: (performance.now() - start) / 1000,
      cpuSeconds: (user + system) / 1e6,
    }
  }
  for (let round = 0; round <= rounds; round++) {
    const [whole, answers, hand] = [await time(opened), await time(used(sql)), await time(used(byHand))]
    // The first tier decides more than NULLs do: zero nights at an unknown rate, and equal branches of an open condition.
    if (answers.counts.some((count, i) => count < hand.counts[i]!))
      throw new Error('fewer answers are TRUE than by hand')
    // The first round warms up.
    if (round === 0) continue
    taken.compiled.push(whole)
    taken.answers.push(answers)
    taken.byHand.push(hand)
  }
  const peer = cpuOf(taken.byHand)
  console.log(
    `\n${ROWS} rows by ${names.length} assertions in DuckDB on ${THREADS} threads (median of ${rounds} rounds)`,
  )
  for (const [label, all] of [
    ['written by hand, answers', taken.byHand],
    ['compiled, answers', taken.answers],
    ['compiled, answers and what is open', taken.compiled],
  ] as const) {
    const seconds = median(all.map((each) => each.seconds))
    const rate = `${(ROWS / seconds / 1e6).toFixed(1)} million rows/s`
    const cpu = `${cpuOf(all).toFixed(2)} s of the processor  ${(cpuOf(all) / peer).toFixed(2)} x`
    console.log(`  ${label.padEnd(36)} ${seconds.toFixed(2)} s  ${rate}  ${cpu}`)
  }
  const peak = process.resourceUsage().maxRSS / 1024
  console.log(
    `  peak memory of the process, with the table in memory: ${peak.toFixed(0)} MiB; the aims are ${AIM_RATIO} x and 2048 MiB`,
  )
  connection.closeSync()
  instance.closeSync()
}

function columns(): string {
  const unknown = (sql: string) => `CASE WHEN random() < 0.02 THEN NULL ELSE ${sql} END`
  const one = (all: readonly string[]) =>
    `[${all.map((each) => `'${each}'`).join(', ')}][1 + CAST(floor(random() * ${all.length}) AS INTEGER)]`
  const whole: Readonly<Record<string, number>> = { amount_0: 800_000, tax_0: 90_000, rate_0: 40_000, nights_0: 14 }
  return Object.entries(TYPES)
    .map(([name, type]) => {
      if (type === 'BOOLEAN') return `${unknown('random() < 0.6')} AS ${name}`
      if (type === 'VARCHAR') return `${unknown(one(name.startsWith('category') ? CATEGORIES : LEVELS))} AS ${name}`
      const scale = type === 'INTEGER' ? 1 : 100
      return `CAST(${unknown(`floor(random() * ${whole[name]}) / ${scale}`)} AS ${type}) AS ${name}`
    })
    .join(', ')
}
