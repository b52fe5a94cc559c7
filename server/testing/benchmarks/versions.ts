/**
 * What records, dates and lists of language 1.4 cost: compiling 300 lines and checking, against the same rules in
 * version 1.3, where the author writes fields as names, dates as numbers and one claim for each entry.
 */

import { readJson } from '../../language/numeric/lossless-json'
import { describeCompiled } from '../../services/engine-pool/describe-compiled'
import { interleave, repeat, row } from './interleave'
import { random } from './subject'
import { compileBench, wholeCheck } from './touchstone'

const GROUPS = 15
const ENTRIES = 3
const DICTIONARIES = 64
const NUMBERS = Array.from({ length: ENTRIES }, (_, i) => i + 1)

/** 20 lines for each group. */
export function sourceOf14(): string {
  const lines = ['version 1.4;']
  for (let g = 0; g < GROUPS; g++)
    lines.push(
      `declare trip_${g} as record {`,
      '  amount as numeric "EUR",',
      '  tax as numeric "EUR",',
      '  filed as date,',
      '  ended as date,',
      '  level as enum ["analyst", "manager", "director"],',
      '  approved as boolean,',
      '  receipt as list of {',
      '    paid as numeric "EUR",',
      '    attached as boolean',
      `  } up to ${ENTRIES}`,
      '};',
      `assert in_time_${g} { trip_${g}.filed <= trip_${g}.ended + 30 "d" };`,
      `assert within_limit_${g} { trip_${g}.amount < 5000 "EUR" };`,
      `assert gross_${g} { trip_${g}.amount + trip_${g}.tax <= 6000 "EUR" };`,
      `assert senior_${g} { Or(trip_${g}.amount <= 2500 "EUR", trip_${g}.level >= "manager") };`,
      `assert approved_${g} { Implies(trip_${g}.amount > 1000 "EUR", trip_${g}.approved) };`,
      `assert receipts_${g} { ForAll(r in trip_${g}.receipt, Implies(r.paid > 25 "EUR", r.attached)) };`,
      `assert some_attached_${g} { Exists(r in trip_${g}.receipt, r.attached) };`,
      `assert sum_${g} { Sum(r in trip_${g}.receipt, r.paid) <= trip_${g}.amount };`,
    )
  return `${lines.join('\n')}\n`
}

export function sourceOf13(): string {
  const lines = ['version 1.3;']
  for (let g = 0; g < GROUPS; g++) {
    const money = ['amount', 'tax', ...NUMBERS.map((n) => `paid_${n}`)]
    for (const name of money) lines.push(`// @unit ${name}_${g} EUR`, `declare ${name}_${g} as numeric;`)
    for (const name of ['filed', 'ended']) lines.push(`// @unit ${name}_${g} d`, `declare ${name}_${g} as numeric;`)
    lines.push(`declare level_${g} as enum ["analyst", "manager", "director"];`, `declare approved_${g} as boolean;`)
    for (const n of NUMBERS) lines.push(`declare there_${n}_${g} as boolean;`, `declare attached_${n}_${g} as boolean;`)
    const each = (gate: string, part: (n: number) => string) => `${gate}(${NUMBERS.map(part).join(', ')})`
    lines.push(
      `assert in_time_${g} { filed_${g} <= ended_${g} + 30 "d" };`,
      `assert within_limit_${g} { amount_${g} < 5000 "EUR" };`,
      `assert gross_${g} { amount_${g} + tax_${g} <= 6000 "EUR" };`,
      `assert senior_${g} { Or(amount_${g} <= 2500 "EUR", level_${g} >= "manager") };`,
      `assert approved_limit_${g} { Implies(amount_${g} > 1000 "EUR", approved_${g}) };`,
      `assert receipts_${g} { ${each('And', (n) => `Implies(And(there_${n}_${g}, paid_${n}_${g} > 25 "EUR"), attached_${n}_${g})`)} };`,
      `assert some_attached_${g} { ${each('Or', (n) => `And(there_${n}_${g}, attached_${n}_${g})`)} };`,
      `assert sum_${g} { ${NUMBERS.map((n) => `If(there_${n}_${g}, paid_${n}_${g}, 0 "EUR")`).join(' + ')} <= amount_${g} };`,
    )
  }
  return `${lines.join('\n')}\n`
}

/** The same case twice, as text: nested for 1.4, by names for 1.3. */
export function caseOf(next: () => number): { readonly nested: string; readonly flat: string } {
  const nested: Record<string, unknown> = {}
  const flat: Record<string, unknown> = {}
  const euros = (limit: number) => `${Math.floor(next() * limit)} EUR`
  for (let g = 0; g < GROUPS; g++) {
    const [amount, tax] = [euros(8000), euros(900)]
    const ended = 20_000 + Math.floor(next() * 300)
    const filed = ended + Math.floor(next() * 60)
    const level = ['analyst', 'manager', 'director'][Math.floor(next() * 3)]
    const approved = next() < 0.8
    const receipt = NUMBERS.slice(0, Math.floor(next() * (ENTRIES + 1))).map(() => ({
      paid: euros(60),
      attached: next() < 0.8,
    }))
    const day = (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10)
    nested[`trip_${g}`] = { amount, tax, filed: day(filed), ended: day(ended), level, approved, receipt }
    const own = { amount, tax, filed: `${filed} d`, ended: `${ended} d`, level, approved }
    for (const [name, value] of Object.entries(own)) flat[`${name}_${g}`] = value
    for (const n of NUMBERS) {
      flat[`there_${n}_${g}`] = receipt[n - 1] !== undefined
      flat[`paid_${n}_${g}`] = receipt[n - 1]?.paid ?? '0 EUR'
      flat[`attached_${n}_${g}`] = receipt[n - 1]?.attached ?? false
    }
  }
  return { nested: JSON.stringify(nested), flat: JSON.stringify(flat) }
}

/** @throws Error if the two versions give different answers */
export async function benchVersions(rounds: number, seconds: number): Promise<void> {
  const [older, newer] = [sourceOf13(), sourceOf14()]
  const next = random(11)
  const cases = Array.from({ length: DICTIONARIES }, () => caseOf(next))
  const versions = [
    { name: '1.3', source: older, claims: cases.map(({ flat }) => dictionary(flat)) },
    { name: '1.4', source: newer, claims: cases.map(({ nested }) => dictionary(nested)) },
  ].map((version) => ({ ...version, checkable: compileBench(version.source) }))
  const check = ({ checkable, claims }: (typeof versions)[number], call: number) =>
    wholeCheck(checkable, claims[call % DICTIONARIES]!, null, 'tiers')
  for (let i = 0; i < DICTIONARIES; i++) {
    const [before, after] = versions.map((version) =>
      check(version, i)
        .match(/"check":"\w+"/g)
        ?.join(),
    )
    if (before !== after || before === undefined) throw new Error(`the versions disagree on ${cases[i]!.nested}`)
  }
  for (const [what, measure] of [
    [
      'Compiling and describing',
      ({ source }, call) => describeCompiled(compileBench(`${source}// ${call}\n`).compiled),
    ],
    ['Checking', check],
  ] as const satisfies readonly (readonly [string, (version: (typeof versions)[number], call: number) => unknown])[]) {
    const measured = await interleave(
      versions.map((version) => ({
        name: `${version.name}, ${version.source.trimEnd().split('\n').length} lines`,
        measure: (duration) => repeat(duration, (call) => measure(version, call)),
      })),
      rounds,
      seconds,
    )
    console.log(`\n${what} the same rules (median of ${rounds} interleaved rounds)`)
    for (const { name, median, ratio } of measured) console.log(row(name, median, `${ratio.toFixed(2)} x 1.3`))
  }
}

export function dictionary(text: string): Readonly<Record<string, unknown>> {
  const read = readJson(text)
  if ('problem' in read) throw new Error(read.problem.message)
  return read.value as Readonly<Record<string, unknown>>
}
