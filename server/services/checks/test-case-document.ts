/** {@link readTestCases} reads what {@link writeTestCases} writes, with numbers as typed. */
import { z } from 'zod'
import { readRequest } from '../../api/read-request'
import { ANSWERS } from '../../api/terms/ruleset-terms'
import { writeJson } from '../../language/numeric/lossless-json'
import type { TestCaseText } from './read-test-case'

export const DOCUMENT_VERSION = '1'

const claims = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype,
  { error: 'an object from claim name to value' },
)

const document = z.strictObject({
  touchstone_test_cases: z.literal(DOCUMENT_VERSION),
  ruleset: z.string().optional(),
  cases: z.array(
    z.strictObject({ title: z.string(), claims, expected: z.record(z.string(), z.enum(ANSWERS)).default({}) }),
  ),
})

export function writeTestCases(name: string, cases: readonly TestCaseText[]): string {
  const lines = cases.map(
    ({ title, claims: text, expected }) =>
      `    {\n      "title": ${JSON.stringify(title)},\n      "claims": ${joinJsonLines(text)},\n      "expected": ${JSON.stringify(expected)}\n    }`,
  )
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`
  return `{\n  "touchstone_test_cases": "${DOCUMENT_VERSION}",\n  "ruleset": ${JSON.stringify(name)},\n  "cases": ${list}\n}\n`
}

/** @throws Refusal BAD_REQUEST */
export function readTestCases(text: string): TestCaseText[] {
  return readRequest(document, text, true).cases.map((each) => ({ ...each, claims: writeJson(each.claims) }))
}

/** JSON has line breaks only between tokens. */
export function joinJsonLines(json: string): string {
  return json.replace(/[\r\n]+\s*/g, ' ')
}
