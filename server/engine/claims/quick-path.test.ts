import fc from 'fast-check'
import { expect, it } from 'vitest'
import { printNumeral } from '../../language/numeric/numeral'
import { Rational } from '../../language/numeric/rational'
import { ClaimReader } from './claim-reader'
import { ClaimSlot } from './claim-slot'
import { DEFAULT_BIND_LIMITS, OverLimit, type Reading, Refused, Unbridged } from './reading'
import { UnitReader } from './submitted-unit'
import { binderOf, dictionary, LIBRARY, rulesetOf } from './testing/claims'
import { claimSet, dictionaryText } from './testing/random-claims'

function shown(reading: Reading): string {
  if (reading instanceof Rational) return printNumeral(reading)
  if (reading instanceof Refused) return 'refused'
  if (reading instanceof Unbridged) return `unbridged from ${reading.from}`
  if (reading instanceof OverLimit) return `over ${reading.exceeded.budget}`
  return JSON.stringify(reading)
}

it('the quick path gives the answers of the definition, on the first call and on the next', () => {
  const seen = { bound: 0, refused: 0 }
  const property = fc.property(
    claimSet.chain((inputs) => fc.tuple(fc.constant(inputs), dictionaryText(inputs))),
    ([inputs, text]) => {
      const binder = binderOf(inputs)
      const library = LIBRARY.withOwnSymbols(rulesetOf(...inputs).ownSymbols)
      const reader = new ClaimReader(DEFAULT_BIND_LIMITS, null)
      const claims = dictionary(text)
      const defined = inputs.map((input, place) => {
        const units = input.declaredUnit === null ? null : new UnitReader(library, input.declaredUnit)
        const value = Object.hasOwn(claims, input.name) ? claims[input.name] : undefined
        return shown(reader.read(new ClaimSlot(place, input, units), value))
      })
      for (const answer of [binder.bind(claims), binder.bind(claims)]) {
        if (answer.ok) {
          seen.bound++
          const quick = answer.known.map((value, place) => {
            const unbridged = answer.unbridged.get(place)
            return unbridged === undefined ? shown(value) : `unbridged from ${unbridged.from}`
          })
          expect(quick).toEqual(defined)
          // Every numeric claim with a value has its entry, however it was spelt.
          const numerics = inputs.filter(({ type, name }) => type.kind === 'numeric' && answer.bound.includes(name))
          expect(answer.quantities.map((entry) => entry.claim)).toEqual(numerics.map((input) => input.name))
        } else if ('failures' in answer) {
          seen.refused++
          const undeclared = Object.keys(claims).filter((name) => !inputs.some((input) => input.name === name))
          const refused = inputs.filter((_, place) => defined[place] === 'refused').map((input) => input.name)
          expect(answer.failures.map((failure) => failure.field)).toEqual([...refused, ...undeclared])
        } else expect(defined).toContain(`over ${answer.budget}`)
      }
    },
  )
  fc.assert(property, { numRuns: 3000 })
  // The generator meets both sides often, or this test says nothing.
  expect(seen.bound).toBeGreaterThan(500)
  expect(seen.refused).toBeGreaterThan(500)
})
