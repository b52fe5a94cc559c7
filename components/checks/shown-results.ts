/** One shape for the results of the browser and of the engine. */

import type { Quantity } from '../../server/engine/claims/binding'
import type { AssertionResult } from '../../server/engine/decide/assertion-result'
import type { DefinitionValue } from '../../server/engine/definitions'
import { dateInWords, instantInWords } from '../../server/engine/explain/english/quantities'
import type { ReportValue } from '../../server/engine/reports'
import { readDate } from '../../server/language/numeric/calendar'
import { instantOf } from '../../server/language/numeric/instant'
import { fromInteger } from '../../server/language/numeric/rational'
import type { ShownConversion } from '../editor/protocol'
import type { AssertionFace, ClaimField, RulesetDescription } from '../editor/ruleset-description'
import type { Outcome } from '../ui/outcome-mark'
import { type ClaimLiterals, isUndetermined, literalOf, stringOf } from './claim-literals'
import type { CheckResult } from './engine-check'
import { entriesIn, recordGiven } from './nested-literals'

export interface ShownResult {
  readonly name: string
  readonly check: Outcome
  readonly reasonUnknown: string | null
  readonly counterexample: string | null
  readonly unbridged: readonly { readonly from: string; readonly to: string }[]
  /** In declaration order. */
  readonly definitions: readonly DefinitionValue[]
}

/** Whether a policy gave the answer, so it was not proved. */
export function isByPolicy({ check, reasonUnknown }: Pick<ShownResult, 'check' | 'reasonUnknown'>): boolean {
  return reasonUnknown !== null && (check === 'TRUE' || check === 'FALSE')
}

export interface ShownResults {
  /** By assertion; the engine is still working on a missing one. */
  readonly byAssertion: ReadonlyMap<string, ShownResult>
  readonly reports: readonly ReportValue[]
  readonly quantities: readonly Quantity[]
}

export function ownResults(
  assertions: readonly Pick<AssertionFace, 'name' | 'definitions'>[],
  results: readonly (AssertionResult | null)[],
  values: readonly DefinitionValue[],
  { reports, quantities }: Pick<ShownResults, 'reports' | 'quantities'>,
): ShownResults {
  const byAssertion = new Map<string, ShownResult>()
  const defined = new Map(values.map((value) => [value.name, value]))
  results.forEach((result, position) => {
    const face = assertions[position]
    if (result === null || face === undefined) return
    const definitions = face.definitions.flatMap(({ name }) => defined.get(name) ?? [])
    byAssertion.set(face.name, { name: face.name, ...result, definitions })
  })
  return { byAssertion, reports, quantities }
}

export function engineResults({ rules, claims, reports = [] }: CheckResult): ShownResults {
  const results = rules.flatMap(({ assertions }) => assertions)
  return {
    byAssertion: new Map(
      results.map(({ name, check, reason_unknown, counterexample, unbridged_units, definitions }) => [
        name,
        {
          name,
          check,
          reasonUnknown: reason_unknown ?? null,
          counterexample: counterexample ?? null,
          unbridged: unbridged_units ?? [],
          definitions: definitions ?? [],
        },
      ]),
    ),
    reports: reports.map(({ name, unit, value, depends_on, possible, reason_undecided, or_no_value, no_value }) => ({
      ...{ name, unit, value },
      ...(depends_on === undefined ? {} : { dependsOn: depends_on }),
      ...(possible === undefined ? {} : { possible }),
      ...(reason_undecided === undefined ? {} : { undecided: reason_undecided }),
      ...(or_no_value === undefined ? {} : { orNoValue: or_no_value }),
      ...(no_value === undefined ? {} : { noValue: no_value }),
    })),
    quantities: (claims.quantities ?? []).map(({ conversion, ...quantity }) => ({
      ...quantity,
      ...(conversion === undefined ? {} : { conversion: conversionOf(conversion) }),
    })),
  }
}

/** @returns by assertion, the label of the first claim it reads with an unacceptable value */
export function waitingFor(
  { assertions, labels }: Pick<RulesetDescription, 'assertions' | 'labels'>,
  refused: readonly string[],
): ReadonlyMap<string, string> {
  return new Map(
    assertions.flatMap(({ name, reads }) => {
      const claim = reads.find((read) => refused.includes(read))
      return claim === undefined ? [] : [[name, labels[claim] ?? claim] as const]
    }),
  )
}

export function withoutWaiting(waiting: ReadonlyMap<string, string>, results: ShownResults): ShownResults {
  if (waiting.size === 0) return results
  return { ...results, byAssertion: new Map([...results.byAssertion].filter(([name]) => !waiting.has(name))) }
}

type WireConversion = NonNullable<NonNullable<CheckResult['claims']['quantities']>[number]['conversion']>

function conversionOf({ from, to, by, status, factor }: WireConversion): NonNullable<Quantity['conversion']> {
  const known = status === 'same' || status === 'convertible' || status === 'ambiguous' ? status : 'no_path'
  return { from, to, by, status: known, ...(factor === undefined ? {} : { factor }) }
}

/** Values in words by claim, without unknown claims. */
export function valuesRead(
  claims: readonly ClaimField[],
  literals: ClaimLiterals,
  conversions: Readonly<Record<string, ShownConversion>>,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const claim of claims) {
    const text = literalOf(claim, literals)
    if (isUndetermined(claim, text)) continue
    const converted = conversions[claim.name]?.converted ?? null
    values.set(claim.name, `${inWords(claim, text)}${converted === null ? '' : `, that is ${converted}`}`)
  }
  return values
}

function entriesInWords(count: number | null): string {
  return count === 1 ? '1 entry' : `${count ?? 'an unknown number of'} entries`
}

function inWords(claim: ClaimField, text: string): string {
  if (claim.type === 'list') return entriesInWords(entriesIn(text))
  if (claim.type === 'record') return recordGiven(text) === true ? 'given' : 'absent'
  if (text === 'true') return 'yes'
  if (text === 'false') return 'no'
  const string = stringOf(text)
  if (string === null) return claim.adoptedUnit === null ? text : `${text} ${claim.adoptedUnit}`
  const day = claim.type === 'date' ? readDate(string) : null
  if (day !== null) return dateInWords(fromInteger(day))
  const instant = claim.type === 'timestamp' ? instantOf(string) : null
  if (instant !== null) return instantInWords(instant)
  return claim.type === 'enum' || claim.type === 'text' ? `“${string}”` : string
}
