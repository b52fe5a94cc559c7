/** `touchstone analyse` and `touchstone coverage`, with the bytes of `/v1`. */
import { analysisResult } from '../../api/schemas/analysis'
import { coverageResult } from '../../api/schemas/coverage'
import type { RulesetUnder } from '../../services/engine-pool/engine-job'
import { readCases } from './case-files'
import type { LocalEngine } from './local-engine'
import type { InputFile } from './policy-files'
import { answerOrRefused } from './refused-subject'
import { type Finding, isFailure, type Subject } from './report'

interface WirePlace {
  readonly line: number
  readonly column: number
  readonly end_line: number
  readonly end_column: number
}

interface OpenQuestion {
  readonly sentence: string
}

/** A warning of the analysis fails; a note does not. */
export function analyseFile(engine: LocalEngine, input: InputFile): Promise<Subject> {
  return answerOrRefused(engine, input, () => {
    const { file } = input
    const json = engine.meaning({ kind: 'analysis', of: underLibrary(engine, input) })
    const { findings, open } = analysisResult.parse(JSON.parse(json))
    const found = findings.map(({ kind, severity, sentence, place }): Finding => {
      const fails = severity === 'warning'
      const level = fails ? 'warning' : 'note'
      return { rule: kind.replaceAll('_', '-'), level, fails, message: sentence, place: placeIn(file, place) }
    })
    const failed = found.some(isFailure)
    return {
      ...{ file, json },
      tests: [{ name: 'analysis', findings: [...found, ...openFindings(file, open)] }],
      text: findings.length === 0 && open.length === 0 ? [`${file}: nothing found.`] : [],
      outcome: failed ? 'failed' : open.length > 0 ? 'undecided' : 'as expected',
    }
  })
}

/** A failing case fails. A change that no case notices is a warning. */
export function measureFile(engine: LocalEngine, input: InputFile): Promise<Subject> {
  return answerOrRefused(engine, input, () => {
    const { file, text } = input
    const { checkable } = engine.diagnose(engine.read(text))
    const read = checkable === null ? { cases: [], findings: [] } : readCases(file, checkable)
    const cases = read.cases.map(({ title, claims, expected }) => ({ name: title, claims, expected }))
    const json = engine.meaning({ kind: 'coverage', of: underLibrary(engine, input), cases })
    const { score, survivors, failing, open } = coverageResult.parse(JSON.parse(json))
    const wrong = failing.map(({ case: name, assertion, expected, computed }): Finding => {
      const place = read.cases.find(({ title }) => title === name)?.place ?? placeIn(file, null)
      const message = `${name}: ${assertion} is ${computed ?? 'not answered'}, and ${expected} was expected.`
      return { rule: 'case-fails', level: 'error', message, place }
    })
    const unnoticed = survivors.map(({ assertion, change, place, detected_by }): Finding => {
      const message = `No test case notices this change of ${assertion}: ${change}. This one would: ${detected_by.sentence}.`
      return { rule: 'change-not-noticed', level: 'warning', message, place: placeIn(file, place) }
    })
    const findings = [...read.findings, ...wrong, ...unnoticed, ...openFindings(file, open)]
    const failed = findings.some(({ level }) => level === 'error')
    return {
      ...{ file, json },
      tests: [{ name: 'coverage', findings }],
      text: [`${file}: test cases notice ${score.noticed} of ${score.changes - score.equal} changes.`],
      outcome: failed ? 'failed' : score.undecided > 0 ? 'undecided' : 'as expected',
    }
  })
}

function underLibrary(engine: LocalEngine, { text }: InputFile): RulesetUnder {
  return { ruleset: engine.read(text), library: engine.library }
}

function placeIn(file: string, place: WirePlace | null) {
  if (place === null) return { file, line: 1, column: 1 }
  return { file, line: place.line, column: place.column, endLine: place.end_line, endColumn: place.end_column }
}

function openFindings(file: string, open: readonly OpenQuestion[]): readonly Finding[] {
  const place = placeIn(file, null)
  return open.map(({ sentence }) => ({ rule: 'not-decided', level: 'warning', message: sentence, place }))
}
