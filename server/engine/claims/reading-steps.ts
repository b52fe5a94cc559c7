/**
 * What reading a value costs, in steps of the meter.
 *
 * Promises: known from the text alone, so that the same dictionary always costs the same, whatever was read before;
 * the scale is that of the evaluator's arithmetic. An everyday numeral in the declared unit costs nothing.
 */
const E = /[eE]/
/** No unit has a longer text (units, MAX_UNIT_CHARS): beyond that the library looks at the beginning alone. */
const LONGEST_UNIT = 200

/** @param limit budget `numeral_digits`: no numeral that is worked on stands for more */
export function numeralSteps(text: string, limit: number): number {
  const exponentAt = text.search(E)
  if (exponentAt !== -1) {
    const expanded = Math.min(exponentAt + Math.abs(Number(text.slice(exponentAt + 1)) || 0), limit)
    return reductionSteps(expanded, Math.min(exponentAt, expanded))
  }
  const written = Math.min(text.length, 2 * limit)
  const slash = text.indexOf('/')
  if (slash !== -1) return reductionSteps(written, Math.min(slash, written - slash, limit))
  return reductionSteps(written, text.includes('.') ? written : 0)
}

/** Reading a unit in another spelling than the declared one; less than the first reading costs, more than a later one. */
export function unitSteps(suffix: string): number {
  return 60 + 3 * Math.min(suffix.length, LONGEST_UNIT)
}

/** Making a fraction is near to linear; bringing it to lowest terms costs the square of its shorter part. */
function reductionSteps(digits: number, shorter: number): number {
  return 2 * digits + Math.ceil((shorter * shorter) / 10)
}
