import { Refusal } from '../../api/refusal'
import { checkResult } from '../../api/schemas/check'
import { readJson } from '../../language/numeric/lossless-json'
import { LineIndex } from '../../language/text/line-index'
import { type LocalEngine, refusedBytes } from './local-engine'
import type { InputFile } from './policy-files'
import { answerOrRefused, outcomeOf, refusedFindings } from './refused-subject'
import { type FilePlace, type Finding, joinOutcomes, type Outcome, type Subject, type TestResult } from './report'

/**
 * `touchstone check`: one dictionary, or one a line. It is as expected only if every assertion is TRUE.
 * @param byLine whether each line of `claims` is a dictionary
 */
export function checkFile(engine: LocalEngine, input: InputFile, claims: InputFile, byLine: boolean): Promise<Subject> {
  return answerOrRefused(engine, input, () => {
    const places = assertionPlaces(engine, input)
    const ruleset = engine.read(input.text)
    // Refuses a ruleset that does not compile before any dictionary is read.
    if (places === null) engine.compile(ruleset)
    const dictionaries = byLine ? linesWithNumbers(claims.text) : [{ line: 1, text: claims.text }]
    const checked = dictionaries.map(({ line, text }) => {
      const place = { file: claims.file, line, column: 1 }
      return checkOne(() => engine.check(ruleset, readableJson(text, place)), place, places ?? new Map(), byLine)
    })
    return {
      file: input.file,
      tests: checked.flatMap(({ tests }) => tests),
      json: checked.map(({ json }) => json).join('\n'),
      text: checked.flatMap(({ text }) => text),
      outcome: joinOutcomes(checked.map(({ outcome }) => outcome)),
    }
  })
}

/** The places of assertions by name; null if the ruleset does not compile. */
function assertionPlaces(engine: LocalEngine, { file, text }: InputFile): ReadonlyMap<string, FilePlace> | null {
  const { checkable } = engine.diagnose(engine.read(text))
  if (checkable === null) return null
  const { assertions } = checkable.compiled.ruleset
  return new Map(assertions.map(({ name, line }) => [name, { file, line, column: 1 }]))
}

function linesWithNumbers(text: string): readonly { readonly line: number; readonly text: string }[] {
  const lines = text.split('\n').map((line, index) => ({ line: index + 1, text: line.trim() }))
  return lines.filter((each) => each.text !== '')
}

/** @throws Refusal BAD_REQUEST that names the place in the file */
function readableJson(text: string, { line }: FilePlace): string {
  const json = text.replace(/^\ufeff/, '')
  const read = readJson(json)
  if (!('problem' in read)) return json
  const { message, offset } = read.problem
  const lines = new LineIndex(json)
  const where = `line ${line + lines.line(offset) - 1}, column ${lines.column(offset)}`
  throw new Refusal('BAD_REQUEST', `The claims are not acceptable JSON: ${message} (${where}).`)
}

type Checked = Pick<Subject, 'tests' | 'json' | 'text' | 'outcome'>

function checkOne(
  answer: () => string,
  place: FilePlace,
  places: ReadonlyMap<string, FilePlace>,
  byLine: boolean,
): Checked {
  try {
    const json = answer()
    const { rules } = checkResult.parse(JSON.parse(json))
    const results = rules.flatMap(({ assertions }) => assertions)
    const prefix = byLine ? `line ${place.line}: ` : ''
    const tests = results.map((each): TestResult => {
      const finding = findingOf(each, places.get(each.name) ?? place, place)
      return { name: `${prefix}${each.name}`, findings: finding === null ? [] : [finding] }
    })
    const text = results.map(({ name, check }) => `${prefix}${check.padEnd(9)} ${name}`)
    return { tests, json, text, outcome: joinOutcomes(results.map(outcomeOfResult)) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'COMPILE_FAILED') throw error
    const findings = refusedFindings(place.file, error).map((finding) => ({ ...finding, place }))
    return { tests: [{ name: 'claims', findings }], json: refusedBytes(error), text: [], outcome: outcomeOf(error) }
  }
}

interface Result {
  readonly name: string
  readonly check: string
  readonly reason_unknown?: string | undefined
  readonly counterexample?: string | undefined
}

function findingOf({ name, check, reason_unknown, counterexample }: Result, place: FilePlace, claims: FilePlace) {
  if (check === 'TRUE') return null
  const because = reason_unknown ?? counterexample
  const message = `${name} is ${check}${because === undefined ? '.' : `: ${because}`}`
  return { rule: `assertion-${check.toLowerCase()}`, level: 'error', message, place, related: claims } satisfies Finding
}

/** The engine's words for an answer that the solver did not reach (engine/decide/verdict.ts). */
const NOT_DECIDED = /^(Not|Answered by the \w+ policy, not) decided/

function outcomeOfResult({ check, reason_unknown = '' }: Result): Outcome {
  if (check === 'TRUE') return 'as expected'
  return check === 'UNKNOWN' && NOT_DECIDED.test(reason_unknown) ? 'undecided' : 'failed'
}
