/**
 * A solver's answers about one assertion, so that later turns do not ask again (solver-in-turns.ts). Only unknown
 * inputs are written.
 */
import { Rational } from '../../language/numeric/rational'
import type { Completion, Known, Value } from '../core/value'
import type { PairSearch, Search } from '../solver/solver'

export interface SolverAnswer {
  /** Z3 rlimit units. */
  readonly steps: number
  readonly search: Search | PairSearch
}

type WrittenValue = boolean | string | readonly [n: number | string, d: number | string]
type WrittenCompletion = readonly (readonly [input: number, value: WrittenValue | null])[]
type Undecided = Exclude<Search, { status: 'found' }>
type WrittenAnswer = readonly [steps: number, completions: readonly WrittenCompletion[] | null, other: Undecided | null]

export function writeAnswers(answers: readonly SolverAnswer[], known: Known): Uint8Array {
  return inSharedMemory(
    answers.map(({ steps, search }): WrittenAnswer => [steps, completionsOf(search, known), undecidedPart(search)]),
  )
}

export function readAnswers(bytes: Uint8Array, known: Known): SolverAnswer[] {
  const written = fromSharedMemory(bytes) as readonly WrittenAnswer[]
  return written.map(([steps, completions, undecided]) => ({
    steps,
    search: undecided ?? foundAgain(completions ?? [], known),
  }))
}

/** JSON; other threads read it without a copy. */
export function inSharedMemory(value: unknown): Uint8Array {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}

export function fromSharedMemory(bytes: Uint8Array): unknown {
  // Decoders refuse shared memory.
  return JSON.parse(new TextDecoder().decode(new Uint8Array(bytes)))
}

function completionsOf(search: Search | PairSearch, known: Known): readonly WrittenCompletion[] | null {
  if (search.status !== 'found') return null
  if ('completion' in search) return [differencesFrom(search.completion, known)]
  return [differencesFrom(search.first, known), differencesFrom(search.second, search.first)]
}

function undecidedPart(search: Search | PairSearch): Undecided | null {
  return search.status === 'found' ? null : search
}

function foundAgain(completions: readonly WrittenCompletion[], known: Known): Search | PairSearch {
  const [one = [], two] = completions
  const first = applyDifferences(known, one)
  if (two === undefined) return { status: 'found', completion: first }
  return { status: 'found', first, second: applyDifferences(first, two) }
}

function differencesFrom(completion: Completion, from: Known): WrittenCompletion {
  return completion.flatMap((value, input) => (value === from[input] ? [] : [[input, writeValue(value)] as const]))
}

function applyDifferences(from: Known, differences: WrittenCompletion): Completion {
  const values: (Value | null)[] = [...from]
  for (const [input, value] of differences) values[input] = readAgain(value)
  return values
}

function writeValue(value: Value | null): WrittenValue | null {
  if (!(value instanceof Rational)) return value
  const { n, d, big } = value
  return big === null ? [n, d] : [String(big.n), String(big.d)]
}

function readAgain(value: WrittenValue | null): Value | null {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  const [n, d] = value
  return typeof n === 'number' && typeof d === 'number' ? Rational.small(n, d) : Rational.large(BigInt(n), BigInt(d))
}
