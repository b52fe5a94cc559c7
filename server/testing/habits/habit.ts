/**
 * A line in the style of another language, with its meaning there. The meaning is a JavaScript function independent of
 * rulesets, as a second opinion on a rewrite.
 */

/** Values of one case; `days` is null if it was not submitted. */
export interface Values {
  readonly days: number
  readonly score: number
  readonly amount: number
  readonly has_id: boolean
  readonly has_receipt: boolean
  readonly grade: 'junior' | 'senior' | 'director'
  readonly kind: 'meal' | 'hotel' | 'flight'
  readonly given: boolean
}

export interface Habit {
  readonly line: string
  /** A word of the message that identifies the habit. */
  readonly names: string
  /** A condition or a number within an assertion, a number in USD, or statements with the assertion `habit`. */
  readonly kind: 'condition' | 'number' | 'dollars' | 'statements'
  /** The value of the line in its own language. */
  readonly means: (values: Values) => boolean | number
  /** Part of the title of the fix, if the message offers several. */
  readonly fix?: string
  /** The rewrite that the message prints, if it has no fix. */
  readonly prints?: string
  /** True if cases leave out `days`. */
  readonly missing?: true
}

/** A line that cannot be a rule. The message says so, and what to do instead. */
export interface Refused {
  readonly line: string
  readonly kind: 'condition' | 'number' | 'statements'
  readonly says: string
}

type Means = Habit['means']
type More = Pick<Habit, 'fix' | 'prints' | 'missing'>

export const condition = (line: string, names: string, means: (v: Values) => boolean, more: More = {}): Habit => ({
  line,
  names,
  kind: 'condition',
  means,
  ...more,
})

export const number = (line: string, names: string, means: (v: Values) => number, more: More = {}): Habit => ({
  line,
  names,
  kind: 'number',
  means,
  ...more,
})

export const statements = (line: string, names: string, means: Means, more: More = {}): Habit => ({
  line,
  names,
  kind: 'statements',
  means,
  ...more,
})

export type Rounding = 'down' | 'up' | 'towards zero' | 'away from zero' | 'half from zero' | 'half up' | 'half even'

/** Rounds `value`, a whole number of thousandths, to a multiple of `step` thousandths. */
export function rounded(value: number, step: number, mode: Rounding): number {
  const thousandths = Math.round(value * 1000)
  const low = Math.floor(thousandths / step) * step
  const rest = thousandths - low
  if (rest === 0) return value
  const up = {
    down: false,
    up: true,
    'towards zero': thousandths < 0,
    'away from zero': thousandths > 0,
    'half from zero': rest * 2 > step || (rest * 2 === step && thousandths > 0),
    'half up': rest * 2 >= step,
    'half even': rest * 2 > step || (rest * 2 === step && (low / step) % 2 !== 0),
  }[mode]
  return (up ? low + step : low) / 1000
}

/** Returns the remainder with the sign of the divisor. */
export const floored = (a: number, b: number): number => a - b * Math.floor(a / b)
