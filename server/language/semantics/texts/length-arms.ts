/**
 * The length of a kind of texts, from a number that may be any: numbers that are a length of the kind stay, and others
 * become one. So each value of the number stands for a text, and each length for a value.
 */
import { fromInteger } from '../../numeric/rational'
import { hasLength, type Lengths, lengthRanges, nextLength } from '../../patterns/lengths'
import type { Checked } from '../checked-ruleset'
import { BARE, BOOLEAN } from '../types'

export function lengthArm(lengths: Lengths, number: Checked): Checked {
  const ranges = lengthRanges(lengths)
  const endless = ranges.at(-1)?.[1] === null
  const { start, end } = number
  const literal = (value: number): Checked => ({ kind: 'number', value: fromInteger(value), type: BARE, start, end })
  const extreme = (which: 'Min' | 'Max', operand: Checked, bound: number): Checked => {
    return { kind: 'extreme', extreme: which, operands: [operand, literal(bound)], type: BARE, start, end }
  }
  const chosen = (condition: Checked, then: Checked, otherwise: Checked): Checked => {
    return { kind: 'choice', condition, then, otherwise, partial: false, type: BARE, start, end }
  }
  const compared = (operator: '<=' | '==', left: Checked, right: Checked): Checked => {
    return { kind: 'compare', domain: 'numeric', operator, left, right, order: null, type: BOOLEAN, start, end }
  }
  const inRange = ([from, to]: readonly [number, number | null]): Checked => {
    if (from === to) return literal(from)
    const low = extreme('Max', number, from)
    return to === null ? low : extreme('Min', low, to)
  }
  const below = endless || !lengths.period.includes(true) ? ranges : [...ranges]
  const repeating = endless || !lengths.period.includes(true) ? null : repeatingLength(lengths, number)
  const last = repeating ?? inRange(below.at(-1)!)
  const others = repeating === null ? below.slice(0, -1) : below
  return others.reduceRight((after, range) => {
    const isHere = compared('<=', number, literal(range[1] ?? range[0]))
    return chosen(isHere, inRange(range), after)
  }, last)

  /** Goes on to the next length of the period. */
  function repeatingLength(all: Lengths, from: Checked): Checked {
    const first = nextLength(all, all.first.length)!
    const period = all.period.length
    const least = extreme('Max', from, first)
    const arithmetic = (operator: '+' | '-' | '%', left: Checked, right: Checked): Checked => {
      return { kind: 'arithmetic', operator, left, right, type: BARE, start, end }
    }
    const rest = arithmetic('%', arithmetic('-', least, literal(first)), literal(period))
    let core: Checked = least
    for (let gap = period - 1; gap > 0; gap--) {
      if (hasLength(all, first + gap)) continue
      const missing = nextLength(all, first + gap)! - first - gap
      core = chosen(compared('==', rest, literal(gap)), arithmetic('+', least, literal(missing)), core)
    }
    return core
  }
}
