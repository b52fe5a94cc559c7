/**
 * Decides many dictionaries, one JSON object a line, independently of each other and like single checks. Stops after
 * about {@link MAX_STEPS_AT_ONCE} steps, so that hard lines do not occupy a worker.
 */

import { Refusal, type RefusalText } from '../../api/refusal'
import { ANSWER_LETTERS, ANSWERS, type Answer, NO_ANSWER } from '../../api/terms/ruleset-terms'
import { JsonNumber, readJson } from '../../language/numeric/lossless-json'
import { Meter, SolverStepsExceededError, StepsExceededError } from '../core/meter'
import type { AssertionResult } from '../decide/assertion-result'
import { type Progress, Unfinished } from '../decide/decide-in-turns'
import { SolverMemoryExceededError } from '../solver/solver'
import {
  bindOrRefuse,
  type CheckableRuleset,
  type CheckTools,
  checkInTurns,
  decideBound,
  memoryRefusal,
  solverStepsRefusal,
  stepsRefusal,
} from './check-compiled'

export interface RefusedLine {
  /** Counted from 0 in the whole text. */
  readonly row: number
  readonly refusal: RefusalText
}

export interface DecidedLines {
  readonly assertions: readonly string[]
  /** Dictionaries decided now. */
  readonly rows: number
  readonly done: boolean
  /** One letter per assertion and dictionary; see ruleset-terms.ts. */
  readonly answers: Uint8Array
  readonly refused: readonly RefusedLine[]
  /** Need a solver; their letters are {@link NO_ANSWER}. */
  readonly unsolved: readonly { readonly row: number; readonly line: string }[]
}

export const MAX_STEPS_AT_ONCE = 20_000_000
/** Per dictionary; a single check lists all. */
const MAX_FAILURES_PER_LINE = 3

const BRACE = '{'.charCodeAt(0)
const BLANK = /^[ \t\r]*$/
const [TRUE = 0, FALSE = 0, UNKNOWN = 0, AMBIGUOUS = 0] = ANSWERS.map((answer) => ANSWER_LETTERS[answer].charCodeAt(0))
const codeOf = (check: Answer) =>
  check === 'TRUE' ? TRUE : check === 'FALSE' ? FALSE : check === 'UNKNOWN' ? UNKNOWN : AMBIGUOUS
const NO_ANSWER_CODE = NO_ANSWER.charCodeAt(0)

/** Dictionaries to decide, whatever they are read from. */
export interface Dictionaries {
  readonly length: number
  /** The dictionary is that of this row until the next call. @throws Refusal if it cannot be read */
  claims(row: number): Readonly<Record<string, unknown>>
  /** The same dictionary as JSON. */
  line(row: number): string
  /** Puts the failures of a row into the words of its form. */
  refused(row: number, refusal: Refusal): Refusal
}

/** @param skip dictionaries that are already decided */
export function decideLines(
  checkable: CheckableRuleset,
  text: string,
  skip: number,
  tools: Omit<CheckTools, 'meter'>,
): DecidedLines {
  return decideDictionaries(checkable, jsonLines(text), skip, tools)
}

/** One JSON object a line, as submitted. */
export function jsonLines(text: string): Dictionaries {
  const lines = linesOf(text)
  return {
    length: lines.length,
    claims: (row) => claimsIn(lines[row]!),
    line: (row) => lines[row]!,
    refused: (_, refusal) => refusal,
  }
}

/** @param skip as in {@link decideLines} */
export function decideDictionaries(
  checkable: CheckableRuleset,
  dictionaries: Dictionaries,
  skip: number,
  tools: Omit<CheckTools, 'meter'>,
): DecidedLines {
  const assertions = checkable.compiled.ruleset.assertions.map(({ name }) => name)
  const width = assertions.length
  const { length } = dictionaries
  const answers = new Uint8Array((length - skip) * width)
  const refused: RefusedLine[] = []
  const unsolved: { row: number; line: string }[] = []
  let row = skip
  for (let steps = 0; row < length && steps <= MAX_STEPS_AT_ONCE; row++) {
    const meter = new Meter(tools.limits.evaluation_steps, tools.limits.solver_steps_total)
    const results = decideRow(checkable, dictionaries, row, { ...tools, meter })
    steps += meter.steps
    const at = (row - skip) * width
    if (results === null || results instanceof Refusal) {
      answers.fill(NO_ANSWER_CODE, at, at + width)
      if (results === null) unsolved.push({ row, line: dictionaries.line(row) })
      else refused.push({ row, refusal: shortRefusal(dictionaries.refused(row, results)) })
    } else for (let i = 0; i < width; i++) answers[at + i] = codeOf(results[i]!.check)
  }
  const rows = row - skip
  return { assertions, rows, done: row === length, answers: answers.slice(0, rows * width), refused, unsolved }
}

/** @param before end of the previous turn */
export function decideLineInTurns(
  checkable: CheckableRuleset,
  line: string,
  tools: Omit<CheckTools, 'meter'>,
  before: Progress | null,
): DecidedLines | Unfinished<Progress> {
  const assertions = checkable.compiled.ruleset.assertions.map(({ name }) => name)
  const answers = new Uint8Array(assertions.length).fill(NO_ANSWER_CODE)
  const decided = { assertions, rows: 1, done: true, answers, refused: [], unsolved: [] }
  const meter = new Meter(tools.limits.evaluation_steps, tools.limits.solver_steps_total)
  const results = orRefusal(() =>
    checkInTurns(checkable, claimsIn(line), { ...tools, meter }, (_, __, all) => all, before),
  )
  if (results instanceof Unfinished) return results
  if (results instanceof Refusal) return { ...decided, refused: [{ row: 0, refusal: shortRefusal(results) }] }
  if (results === null) return { ...decided, unsolved: [{ row: 0, line }] }
  answers.set(results.map(({ check }) => codeOf(check)))
  return decided
}

/** Splits a text into lines, without blank ones. */
export function linesOf(text: string): string[] {
  const lines: string[] = []
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf('\n', from)
    const end = newline < 0 ? text.length : newline
    const line = text.slice(from, end)
    // Fast path.
    if (line.charCodeAt(0) === BRACE || !BLANK.test(line)) lines.push(line)
    from = end + 1
  }
  return lines
}

function decideRow(
  checkable: CheckableRuleset,
  dictionaries: Dictionaries,
  row: number,
  tools: CheckTools,
): readonly AssertionResult[] | Refusal | null {
  return orRefusal(() => decideBound(checkable, bindOrRefuse(checkable, dictionaries.claims(row), tools.meter), tools))
}

function orRefusal<T>(decide: () => T): T | Refusal {
  try {
    return decide()
  } catch (error) {
    if (error instanceof Refusal) return error
    if (error instanceof StepsExceededError) return stepsRefusal(error)
    if (error instanceof SolverStepsExceededError) return solverStepsRefusal(error)
    if (error instanceof SolverMemoryExceededError) return memoryRefusal(error)
    throw error
  }
}

/** @throws Refusal */
export function claimsIn(line: string): Readonly<Record<string, unknown>> {
  const read = readJson(line)
  if ('problem' in read)
    throw new Refusal(
      'BAD_REQUEST',
      `The line is not acceptable JSON: ${read.problem.message} (column ${read.problem.offset + 1}).`,
    )
  const { value } = read
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof JsonNumber)
    throw new Refusal('BAD_REQUEST', 'The line holds no object from claim name to value.')
  return value
}

function shortRefusal({ code, message, details }: Refusal): RefusalText {
  const { failures } = details
  return {
    code,
    message,
    details: failures === undefined ? details : { ...details, failures: failures.slice(0, MAX_FAILURES_PER_LINE) },
  }
}
