/**
 * Answers one part of a file. Every answered row has been charged, and every charged row is answered.
 *
 * Rows that the allowance did not cover stay undecided. The answer is cut after the last charged row.
 */

import { BATCH_PART_BYTES, type BatchAnswerText } from '../../../server/api/schemas/check'
import { NO_ANSWER } from '../../../server/api/terms/ruleset-terms'
import type { DecidedPart } from './part-decider'

export interface PartCalls {
  readonly decide: (lines: Blob) => Promise<DecidedPart>
  /** On the server, which also charges. */
  readonly solve: (lines: Blob) => Promise<BatchAnswerText>
  readonly charge: (
    dictionaries: number,
  ) => Promise<{ readonly granted: number; readonly stopped: BatchAnswerText['stopped'] }>
}

export interface PartAnswer extends BatchAnswerText {
  /** Rows before the end that the allowance did not cover, ascending. */
  readonly undecided?: readonly number[]
}

/** Limits one call, because such a row may take long. */
const MAX_SOLVED_ROWS = 500

export async function answerPart(calls: PartCalls, unitLibraryHash: string, lines: Blob): Promise<PartAnswer> {
  const part = await calls.decide(lines)
  const solved = await solveRows(calls, part)
  const open = new Set(part.unsolved.map(({ row }) => row))
  const refused = new Set(part.refused.map(({ row }) => row))
  const own = (row: number) => !open.has(row) && !refused.has(row)
  const wanted = countRows(solved.end, own)
  const { granted, stopped } = wanted === 0 ? { granted: 0, stopped: null } : await calls.charge(wanted)
  const ownEnd = granted === wanted ? solved.end : rowAfter(granted, own)
  const end = Math.max(ownEnd, solved.charged)
  const undecided: number[] = []
  for (let row = ownEnd; row < end; row++) if (own(row)) undecided.push(row)
  return {
    ok: true,
    assertions: [...solved.assertions],
    rows: end,
    answers: joinLetters(part, solved, undecided).slice(0, end * solved.assertions.length),
    refused: [...part.refused, ...solved.refused].filter(({ row }) => row < end).sort((a, b) => a.row - b.row),
    unit_library_hash: unitLibraryHash,
    stopped: stopped ?? solved.stopped,
    ...(undecided.length > 0 && { undecided }),
  }
}

interface Solved {
  readonly assertions: readonly string[]
  readonly answers: ReadonlyMap<number, string>
  readonly refused: BatchAnswerText['refused']
  /** First row without an answer. */
  readonly end: number
  /** One more than the last row that the server answered. */
  readonly charged: number
  readonly stopped: BatchAnswerText['stopped']
}

async function solveRows(calls: PartCalls, { assertions, rows, unsolved }: DecidedPart): Promise<Solved> {
  const answers = new Map<number, string>()
  const refused: BatchAnswerText['refused'] = []
  let names = assertions
  let charged = 0
  for (let from = 0; from < unsolved.length; ) {
    const some = upTo(unsolved, from)
    const given = await calls.solve(new Blob([some.map(({ line }) => line).join('\n')]))
    names = given.assertions
    for (const [position, { row }] of some.slice(0, given.rows).entries())
      answers.set(row, given.answers.slice(position * names.length, (position + 1) * names.length))
    for (const { row, ...why } of given.refused) refused.push({ ...why, row: some[row]?.row ?? 0 })
    if (given.rows > 0) charged = (some[given.rows - 1]?.row ?? 0) + 1
    const next = unsolved[from + given.rows]
    if (given.stopped !== null)
      return { assertions: names, answers, refused, end: next?.row ?? rows, charged, stopped: given.stopped }
    from += some.length
  }
  return { assertions: names, answers, refused, end: rows, charged, stopped: null }
}

/** Returns as many rows as one body may hold, but at least one. */
function upTo(unsolved: DecidedPart['unsolved'], from: number): DecidedPart['unsolved'] {
  let bytes = 0
  let to = from
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  while (to < unsolved.length && to - from < MAX_SOLVED_ROWS && (to === from || bytes <= BATCH_PART_BYTES / 3))
    bytes += (unsolved[to++]?.line.length ?? 0) + 1
  return unsolved.slice(from, bytes > BATCH_PART_BYTES / 3 && to > from + 1 ? to - 1 : to)
}

function joinLetters({ answers }: DecidedPart, solved: Solved, undecided: readonly number[]): string {
  const width = solved.assertions.length
  const none = NO_ANSWER.charCodeAt(0)
  const all = answers.length > 0 ? answers : new Uint8Array(solved.end * width).fill(none)
  for (const [row, given] of solved.answers) for (let i = 0; i < width; i++) all[row * width + i] = given.charCodeAt(i)
  for (const row of undecided) all.fill(none, row * width, (row + 1) * width)
  return LATIN.decode(all)
}

const LATIN = new TextDecoder('latin1')

function countRows(end: number, counts: (row: number) => boolean): number {
  let count = 0
  for (let row = 0; row < end; row++) if (counts(row)) count++
  return count
}

function rowAfter(most: number, counts: (row: number) => boolean): number {
  let row = 0
  for (let left = most; left > 0 || !counts(row); row++) if (counts(row)) left--
  return row
}
