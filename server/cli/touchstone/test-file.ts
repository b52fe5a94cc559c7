import { canonicalJson } from '../../api/canonical-json'
import { runCases } from '../../services/checks/run-cases'
import type { CaseRun, TestCase } from '../../services/library/test-cases'
import { type CasesOfRuleset, type PlacedCase, readCases } from './case-files'
import type { LocalEngine } from './local-engine'
import type { InputFile } from './policy-files'
import { answerOrRefused } from './refused-subject'
import { type FilePlace, type Finding, hasFailed, type Subject, type TestResult } from './report'

/** `touchstone test`: runs the cases next to a ruleset. A failure names the assertion and the case, each at its place. */
export function testFile(engine: LocalEngine, input: InputFile): Promise<Subject> {
  return answerOrRefused(engine, input, async () => {
    const { file, text } = input
    const ruleset = engine.read(text)
    const { checkable } = engine.diagnose(ruleset)
    if (checkable === null) {
      engine.compile(ruleset)
      throw new Error('a ruleset without a compiled form compiles')
    }
    const cases = readCases(file, checkable)
    const run = await runCases(engine, ruleset, engine.library, cases.cases.map(testCase), {
      pause: async () => undefined,
    })
    const places = new Map(
      checkable.compiled.ruleset.assertions.map(({ name, line }) => [name, { file, line, column: 1 }] as const),
    )
    const tests = [
      ...unreadable(cases),
      ...run.cases.map((each, index) => testResult(each, cases.cases[index]!, places)),
    ]
    const ok = !tests.some(hasFailed)
    const undecided = run.cases.some(({ problem }) => problem?.code === 'BUDGET_EXCEEDED')
    const outcome = ok ? 'as expected' : undecided && onlyBudgets(run.cases, cases) ? 'undecided' : 'failed'
    return {
      file,
      tests,
      json: testAnswer(file, ruleset.hash, ok, run.cases, cases),
      text: [counted(file, tests)],
      outcome,
    }
  })
}

function testCase({ title, claims, expected }: PlacedCase, index: number): TestCase {
  return { id: String(index), title, claims, expected, version: 1, updatedAt: '', updatedBy: '' }
}

function unreadable({ findings }: CasesOfRuleset): readonly TestResult[] {
  return findings.length === 0 ? [] : [{ name: 'the test cases can be read', findings }]
}

function onlyBudgets(runs: readonly CaseRun[], { findings }: CasesOfRuleset): boolean {
  return (
    findings.length === 0 &&
    runs.every(({ status, problem }) => status === 'pass' || problem?.code === 'BUDGET_EXCEEDED')
  )
}

function testResult(run: CaseRun, { place }: PlacedCase, places: ReadonlyMap<string, FilePlace>): TestResult {
  const { title, mismatches, gone, problem } = run
  const wrong = mismatches.map(({ assertion, expected, actual }): Finding => {
    const message = `${title}: ${assertion} is ${actual}, and ${expected} was expected.`
    return { rule: 'case-fails', level: 'error', message, place: places.get(assertion) ?? place, related: place }
  })
  const missing = gone.map((assertion): Finding => {
    const message = `${title}: the ruleset has no assertion ${assertion}.`
    return { rule: 'case-names-no-assertion', level: 'error', message, place }
  })
  const failures = (problem?.failures ?? []).map(
    ({ field, expected, received }) => `${field}: expected ${expected}; received ${received}.`,
  )
  const refused = problem === null ? [] : failures.length === 0 ? [problem.message] : failures
  const rejected = refused.map((message): Finding => {
    return { rule: 'case-rejected', level: 'error', message: `${title}: ${message}`, place }
  })
  return { name: title, findings: [...wrong, ...missing, ...rejected] }
}

function counted(file: string, tests: readonly TestResult[]): string {
  const failed = tests.filter(hasFailed).length
  if (tests.length === 0) return `${file}: no test cases.`
  const cases = tests.length === 1 ? '1 test case' : `${tests.length} test cases`
  return failed === 0 ? `${file}: ${cases}, as expected.` : `${file}: ${cases}, ${failed} failed.`
}

function testAnswer(
  file: string,
  hash: string,
  ok: boolean,
  runs: readonly CaseRun[],
  { cases, findings }: CasesOfRuleset,
): string {
  return canonicalJson({
    ...{ ok, file, ruleset_hash: hash },
    problems: findings.map(({ message, place }) => ({ message, file: place.file, line: place.line })),
    cases: runs.map(({ title, status, mismatches, gone, problem }, index) => ({
      ...{ title, status, mismatches: mismatches.map((each) => ({ ...each })), gone: [...gone] },
      file: cases[index]!.place.file,
      line: cases[index]!.place.line,
      problem: problem === null ? null : { code: problem.code, message: problem.message },
    })),
  })
}
