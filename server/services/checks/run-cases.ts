/**
 * Runs the test cases of a name on a ruleset, a bounded part of them at a time.
 */
import type { EngineDispatch, RetryPolicy } from '../engine-pool/dispatch'
import type { LibraryText, RulesetText } from '../engine-pool/engine-job'
import { judgeCase, refusedCase } from './judge-case'
import { onOneLine } from './test-case-document'
import type { CaseRun, TestCase, TestRun } from './test-cases'

/** Characters of dictionaries in one part: what a worker is handed at once. */
const PART = 1_000_000

/** @throws Refusal COMPILE_FAILED, ENGINE_BUSY */
export async function runCases(
  engine: Pick<EngineDispatch, 'checkLines'>,
  text: RulesetText,
  library: LibraryText,
  cases: readonly TestCase[],
  pause: RetryPolicy['pause'],
): Promise<TestRun> {
  const runs: CaseRun[] = []
  let assertions: readonly string[] = []
  for (const part of partsOf(cases)) {
    const lines = part.map(({ claims }) => onOneLine(claims)).join('\n')
    const checked = await engine.checkLines(text, library, Buffer.from(lines), { pause })
    assertions = checked.assertions
    const refusals = new Map(checked.refused.map(({ row, refusal }) => [row, refusal]))
    part.forEach((each, row) => {
      const refusal = refusals.get(row)
      const answers = checked.answers.slice(row * assertions.length, (row + 1) * assertions.length)
      runs.push(refusal === undefined ? judgeCase(each, assertions, answers) : refusedCase(each, refusal))
    })
  }
  const counts = { pass: 0, fail: 0, error: 0 }
  for (const { status } of runs) counts[status]++
  return { hash: text.hash, assertions, counts, cases: runs }
}

function partsOf(cases: readonly TestCase[]): TestCase[][] {
  const parts: TestCase[][] = []
  let size = PART
  for (const each of cases) {
    if (size + each.claims.length > PART) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(each)
    size += each.claims.length
  }
  return parts
}
