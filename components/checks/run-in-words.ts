/** What a run of the test cases of a name found, in sentences that name the cases that do not pass. */
import { quotedNames } from '../ui/quoted-names'
import type { TestRun } from './test-case-calls'

/** Titles that a sentence names. */
const NAMED = 5

/**
 * One sentence a finding: how many there are, which fail, which cannot be run, how many expect nothing.
 *
 * @param name of the ruleset to which the cases belong
 */
export function runInWords(name: string, { cases }: Pick<TestRun, 'cases'>): readonly string[] {
  const all = cases.length
  if (all === 0) return [`“${name}” has no test cases.`]
  const failed = cases.filter(({ status }) => status === 'fail')
  const broken = cases.filter(({ status }) => status === 'error')
  const silent = cases.filter(({ status, judged }) => status === 'pass' && judged === 0).length
  const met = all - failed.length - broken.length - silent
  const sentences = [`“${name}” has ${all === 1 ? '1 test case' : `${all} test cases`}.`]
  if (failed.length > 0)
    sentences.push(
      `${failed.length} ${verb(failed.length, 'does', 'do')} not give the expected answers: ${titles(failed)}.`,
    )
  if (broken.length > 0)
    sentences.push(
      `${broken.length} cannot be run, because ${verb(broken.length, 'its dictionary does', 'their dictionaries do')} not fit this text: ${titles(broken)}.`,
    )
  if (met > 0) sentences.push(`${met} ${verb(met, 'gives', 'give')} the expected answers.`)
  if (silent > 0) sentences.push(`${silent} ${verb(silent, 'expects', 'expect')} nothing of this text.`)
  return sentences
}

/** Whether a case fails or cannot be run. */
export function hasFailing({ counts }: Pick<TestRun, 'counts'>): boolean {
  return counts.fail + counts.error > 0
}

function titles(cases: TestRun['cases']): string {
  const named = quotedNames(cases.slice(0, NAMED).map(({ title }) => title))
  const more = cases.length - NAMED
  return more > 0 ? `${named}, and ${more} more` : named
}

function verb(count: number, one: string, many: string): string {
  return count === 1 ? one : many
}
