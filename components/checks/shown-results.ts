/** The results that the page shows, from the browser's own check or from the engine's answer: one shape for both. */
import type { AssertionResult } from '../../server/engine/assertion-result'
import type { Quantity } from '../../server/engine/claims/quantity'
import type { DefinitionValue } from '../../server/engine/definitions'
import type { AssertionFace, RulesetDescription } from '../editor/ruleset-description'
import type { CheckResult } from './engine-check'

export type Outcome = 'TRUE' | 'FALSE' | 'UNKNOWN' | 'AMBIGUOUS'

export interface ShownResult {
  readonly name: string
  readonly check: Outcome
  readonly reasonUnknown: string | null
  readonly counterexample: string | null
  readonly unbridged: readonly { readonly from: string; readonly to: string }[]
  /** Values of the definitions to which it refers, in the order of declaration. */
  readonly definitions: readonly DefinitionValue[]
}

export interface ShownResults {
  /** By assertion; one that is missing is with the engine. */
  readonly byAssertion: ReadonlyMap<string, ShownResult>
  readonly quantities: readonly Quantity[]
}

export function ownResults(
  assertions: readonly Pick<AssertionFace, 'name' | 'definitions'>[],
  results: readonly (AssertionResult | null)[],
  values: readonly DefinitionValue[],
  quantities: readonly Quantity[],
): ShownResults {
  const byAssertion = new Map<string, ShownResult>()
  const defined = new Map(values.map((value) => [value.name, value]))
  results.forEach((result, place) => {
    const face = assertions[place]
    if (result === null || face === undefined) return
    const definitions = face.definitions.flatMap(({ name }) => defined.get(name) ?? [])
    byAssertion.set(face.name, { name: face.name, ...result, definitions })
  })
  return { byAssertion, quantities }
}

export function engineResults({ rules, claims }: CheckResult): ShownResults {
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
    quantities: (claims.quantities ?? []).map(({ conversion, ...quantity }) => ({
      ...quantity,
      ...(conversion === undefined ? {} : { conversion: conversionOf(conversion) }),
    })),
  }
}

/** @returns by assertion, the first claim it reads whose value is not acceptable: what it is called on the page */
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

/** The results of all assertions but those that wait for a value. */
export function without(waiting: ReadonlyMap<string, string>, results: ShownResults): ShownResults {
  if (waiting.size === 0) return results
  return { ...results, byAssertion: new Map([...results.byAssertion].filter(([name]) => !waiting.has(name))) }
}

type WireConversion = NonNullable<NonNullable<CheckResult['claims']['quantities']>[number]['conversion']>

function conversionOf({ from, to, by, status, factor }: WireConversion): NonNullable<Quantity['conversion']> {
  const known = status === 'same' || status === 'convertible' || status === 'ambiguous' ? status : 'no_path'
  return { from, to, by, status: known, ...(factor === undefined ? {} : { factor }) }
}
