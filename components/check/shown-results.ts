/** The results that the page shows, from the browser's own check or from the engine's answer: one shape for both. */
import type { AssertionResult } from '../../server/engine/assertion-result'
import type { Quantity } from '../../server/engine/bind/quantity'
import type { CheckResult } from './engine-check'

export type Outcome = 'TRUE' | 'FALSE' | 'UNKNOWN' | 'AMBIGUOUS'

export interface ShownResult {
  readonly name: string
  readonly check: Outcome
  readonly reasonUnknown: string | null
  readonly counterexample: string | null
  readonly unbridged: readonly { readonly from: string; readonly to: string }[]
}

export interface ShownResults {
  /** By assertion; one that is missing is with the engine. */
  readonly byAssertion: ReadonlyMap<string, ShownResult>
  readonly quantities: readonly Quantity[]
}

export function ownResults(
  names: readonly string[],
  results: readonly (AssertionResult | null)[],
  quantities: readonly Quantity[],
): ShownResults {
  const byAssertion = new Map<string, ShownResult>()
  results.forEach((result, place) => {
    const name = names[place]
    if (result !== null && name !== undefined) byAssertion.set(name, { name, ...result })
  })
  return { byAssertion, quantities }
}

export function engineResults({ rules, claims }: CheckResult): ShownResults {
  const results = rules.flatMap(({ assertions }) => assertions)
  return {
    byAssertion: new Map(
      results.map(({ name, check, reason_unknown, counterexample, unbridged_units }) => [
        name,
        {
          name,
          check,
          reasonUnknown: reason_unknown ?? null,
          counterexample: counterexample ?? null,
          unbridged: unbridged_units ?? [],
        },
      ]),
    ),
    quantities: (claims.quantities ?? []).map(({ conversion, ...quantity }) => ({
      ...quantity,
      ...(conversion === undefined ? {} : { conversion: conversionOf(conversion) }),
    })),
  }
}

type WireConversion = NonNullable<NonNullable<CheckResult['claims']['quantities']>[number]['conversion']>

function conversionOf({ from, to, by, status, factor }: WireConversion): NonNullable<Quantity['conversion']> {
  const known = status === 'same' || status === 'convertible' || status === 'ambiguous' ? status : 'no_path'
  return { from, to, by, status: known, ...(factor === undefined ? {} : { factor }) }
}
