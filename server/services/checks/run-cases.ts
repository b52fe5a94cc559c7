import type { RefusalText } from '../../api/refusal'
import { answerOf } from '../../api/terms/ruleset-terms'
import type { RetryPolicy } from '../engine-pool/check-lines'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibraryText, RulesetText } from '../engine-pool/engine-job'
import type { CaseRun, TestCase, TestRun } from '../library/test-cases'
import { joinJsonLines } from './test-case-document'

/** Characters of dictionaries for one worker call. */
const PART_CHARS = 1_000_000

/** @throws Refusal COMPILE_FAILED, ENGINE_BUSY */
export async function runCases(
  engine: Pick<EngineDispatch, 'checkLines'>,
  text: RulesetText,
  library: LibraryText,
  cases: readonly TestCase[],
  policy: Pick<RetryPolicy, 'share' | 'pause'>,
): Promise<TestRun> {
  const runs: CaseRun[] = []
  let assertions: readonly string[] = []
  for (const part of groupsOf(cases)) {
    const lines = part.map(({ claims }) => joinJsonLines(claims)).join('\n')
    const checked = await engine.checkLines(text, library, Buffer.from(lines), policy)
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

function groupsOf(cases: readonly TestCase[]): TestCase[][] {
  const groups: TestCase[][] = []
  let size = PART_CHARS
  for (const each of cases) {
    if (size + each.claims.length > PART_CHARS) {
      groups.push([])
      size = 0
    }
    groups.at(-1)?.push(each)
    size += each.claims.length
  }
  return groups
}

/** @param answers one letter for each of `assertions` */
function judgeCase(
  { id, title, version, expected }: TestCase,
  assertions: readonly string[],
  answers: string,
): CaseRun {
  const positions = new Map(assertions.map((assertion, position) => [assertion, position]))
  const gone: string[] = []
  const mismatches: CaseRun['mismatches'][number][] = []
  let judged = 0
  for (const [assertion, wanted] of Object.entries(expected)) {
    const position = positions.get(assertion)
    const actual = position === undefined ? null : answerOf(answers[position] ?? '')
    if (actual === null) gone.push(assertion)
    else {
      judged++
      if (actual !== wanted) mismatches.push({ assertion, expected: wanted, actual })
    }
  }
  const status = mismatches.length === 0 && gone.length === 0 ? 'pass' : 'fail'
  return { id, title, version, status, answers, judged, mismatches, gone, problem: null }
}

function refusedCase({ id, title, version }: TestCase, { code, message, details }: RefusalText): CaseRun {
  const problem = { code, message, failures: details.failures ?? [] }
  return { id, title, version, status: 'error', answers: null, judged: 0, mismatches: [], gone: [], problem }
}
