import type { z } from 'zod'
import type { coverageResult } from '../../server/api/schemas/coverage'
import { callOperation } from '../ui/server-calls'

export type Coverage = z.infer<typeof coverageResult>

export interface MeasuredCase {
  readonly title: string
  /** JSON text of the dictionary. */
  readonly claims: string
  readonly expected: Readonly<Record<string, string>>
}

/** @returns the coverage or a refusal, for example of a dictionary that does not fit */
export async function measureCases(hash: string, cases: readonly MeasuredCase[]) {
  const list = cases.map(
    ({ title, claims, expected }) =>
      `{"name":${JSON.stringify(title)},"claims":${claims},"expected":${JSON.stringify(expected)}}`,
  )
  const answer = await callOperation('measureCoverage', `{"ruleset_hash":"${hash}","cases":[${list.join(',')}]}`)
  if (!answer.ok) return answer
  const { coverageResult } = await import('../../server/api/schemas/coverage')
  return { ok: true as const, coverage: coverageResult.parse(JSON.parse(answer.body)) }
}

/** Changes that a test case can notice, or that were not decided. */
export function countedChanges({ changes, equal }: Coverage['score']): number {
  return changes - equal
}

export function scoreSentence(score: Coverage['score'], cases: number): string {
  const { noticed, equal, undecided } = score
  const notice = cases === 1 ? '1 test case notices' : `${cases} test cases notice`
  const rest = [
    ...(equal === 0 ? [] : [equalSentence(equal)]),
    ...(undecided === 0 ? [] : [`${undecided} ${undecided === 1 ? 'was' : 'were'} not decided`]),
  ]
  return `${notice} ${noticed} of ${countedChanges(score)} changes.${rest.length === 0 ? '' : ` ${rest.join('; ')}.`}`
}

function equalSentence(equal: number): string {
  return equal === 1
    ? '1 more was proved to change no answer and does not count'
    : `${equal} more were proved to change no answer and do not count`
}

type Score = Coverage['score']

export interface CoveragePart {
  readonly kind: 'noticed' | 'missed' | 'undecided'
  /** Percentage of the bar. */
  readonly share: number
}

/** Omits empty parts. Changes that were proved to change no answer do not count. */
export function coverageParts(score: Score): readonly CoveragePart[] {
  const counted = countedChanges(score)
  const counts = { noticed: score.noticed, missed: missedChanges(score), undecided: score.undecided }
  return (['noticed', 'missed', 'undecided'] as const).flatMap((kind) =>
    counts[kind] === 0 ? [] : [{ kind, share: (100 * counts[kind]) / counted }],
  )
}

export function coverageWords(score: Score): string {
  const counted = countedChanges(score)
  if (counted === 0) return 'no change can be noticed'
  const undecided = score.undecided === 0 ? '' : `, ${score.undecided} not decided`
  return `${score.noticed} of ${counted} ${counted === 1 ? 'change' : 'changes'} noticed${undecided}`
}

function missedChanges({ changes, noticed, equal, undecided }: Score): number {
  return changes - noticed - equal - undecided
}
