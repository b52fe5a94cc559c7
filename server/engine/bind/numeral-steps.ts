/**
 * What reading a numeral costs, in steps of the meter.
 *
 * Promises: known from the text alone, before any work; the scale is that of the evaluator's arithmetic. An everyday
 * numeral costs nothing.
 */
const EVERYDAY = 15
const E = /[eE]/

/** @param limit budget `numeral_digits`: no numeral that is worked on stands for more */
export function numeralSteps(text: string, limit: number): number {
  const exponentAt = text.search(E)
  if (exponentAt === -1 && text.length <= EVERYDAY) return 0
  if (exponentAt !== -1) {
    const expanded = Math.min(exponentAt + Math.abs(Number(text.slice(exponentAt + 1)) || 0), limit)
    return reductionSteps(expanded, Math.min(exponentAt, expanded))
  }
  const written = Math.min(text.length, 2 * limit)
  const slash = text.indexOf('/')
  if (slash !== -1) return reductionSteps(written, Math.min(slash, written - slash, limit))
  return reductionSteps(written, text.includes('.') ? written : 0)
}

/** Making a fraction is near to linear; bringing it to lowest terms costs the square of its shorter part. */
function reductionSteps(digits: number, shorter: number): number {
  return 2 * digits + Math.ceil((shorter * shorter) / 10)
}
