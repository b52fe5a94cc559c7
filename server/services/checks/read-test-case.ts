/** Claims may be any JSON object. A dictionary that does not fit the ruleset fails when the case runs. */
import { type FieldFailure, Refusal } from '../../api/refusal'
import { JsonNumber, readJson } from '../../language/numeric/lossless-json'
import type { ExpectedAnswers } from '../library/test-cases'

export interface TestCaseText {
  readonly title: string
  readonly claims: string
  readonly expected: ExpectedAnswers
}

export const TITLE_CHARS = 200
export const ASSERTION_CHARS = 500
/** Printable, one line, no space at an end. */
const TITLE = /^[^\p{C}\s](?:[^\p{C}\n]*[^\p{C}\s])?$/u

/**
 * @param place prefix of the field, such as `cases[2].`
 * @param most characters of the claims
 */
export function findTestCaseFailures(
  { title, claims, expected }: TestCaseText,
  place: string,
  most: number,
): FieldFailure[] {
  const failures: FieldFailure[] = []
  if (title.length > TITLE_CHARS || !TITLE.test(title) || !title.isWellFormed())
    failures.push({
      field: `${place}title`,
      expected: `1 to ${TITLE_CHARS} characters on one line, with no space at an end`,
      received: title === '' ? 'nothing' : JSON.stringify(title.slice(0, 80)),
    })
  if (claims.length > most)
    failures.push({
      field: `${place}claims`,
      expected: `at most ${most} characters`,
      received: `${claims.length} characters`,
    })
  else {
    const problem = claimsProblem(claims)
    if (problem !== null)
      failures.push({ field: `${place}claims`, expected: 'a JSON object of claims', received: problem })
  }
  for (const assertion of Object.keys(expected))
    if (assertion === '' || assertion.length > ASSERTION_CHARS || /[^A-Za-z0-9_]/.test(assertion))
      failures.push({
        field: `${place}expected`,
        expected: 'names of assertions',
        received: JSON.stringify(assertion.slice(0, 80)),
      })
  return failures
}

/** @throws Refusal BAD_REQUEST naming all failing fields */
export function demandNoFailures(failures: readonly FieldFailure[]): void {
  if (failures.length === 0) return
  const fields = failures.slice(0, 3).map(({ field }) => field)
  throw new Refusal('BAD_REQUEST', `The test case cannot be saved: look at ${fields.join(', ')}.`, {
    failures: failures.slice(0, 100),
    failure_count: failures.length,
  })
}

function claimsProblem(claims: string): string | null {
  const read = readJson(claims)
  if ('problem' in read) return `${read.problem.message} (character ${read.problem.offset + 1})`
  const { value } = read
  const isObject =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
  return isObject ? null : 'another kind of value'
}
