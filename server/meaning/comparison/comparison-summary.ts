/**
 * "Proved the same" is only said about answers to every dictionary (decisions/027), and "change" only if a dictionary
 * shows it. All other pairs are counted separately.
 */
import { areReadAlike, type ChangeKind } from './change-kinds'
import { type ComparedPair, type Comparison, type Finding, hasSameAnswers } from './comparison-result'
import { listInWords } from './finding'

/** Kinds that change no answer and nothing that callers or readers see. */
const NOT_DECIDED: ReadonlySet<ChangeKind> = new Set(['not-decided', 'partly-not-decided', 'report-not-decided'])
const SILENT: ReadonlySet<ChangeKind> = new Set(['rewritten'])

export function verdictAndSummary(
  findings: readonly Finding[],
  pairs: readonly ComparedPair[],
): Pick<Comparison, 'verdict' | 'summary'> {
  if (findings.length === 0)
    return {
      verdict: 'identical',
      summary: 'Nothing changes: claims, definitions and assertions say the same as before.',
    }
  if (findings.every(({ kind }) => SILENT.has(kind)))
    return {
      verdict: 'same',
      summary: `Nothing changes in meaning: ${findings.map(({ sentence }) => startLowerCase(sentence)).join(' ')}`,
    }
  const isOpen = (kind: ChangeKind) => NOT_DECIDED.has(kind) || SILENT.has(kind)
  if (findings.every(({ kind }) => isOpen(kind)))
    return {
      verdict: 'not decided',
      summary: openSummary(findings, pairs),
    }
  return { verdict: 'changed', summary: changedSummary(findings, pairs) }
}

function openSummary(findings: readonly Finding[], pairs: readonly ComparedPair[]): string {
  const assertions = pairs.filter(({ verdict }) => verdict === 'not decided').length
  const open = [
    ...(assertions > 0 || !findings.some(({ kind }) => kind === 'report-not-decided')
      ? [`${assertionsInWords(assertions)} not decided`]
      : []),
    ...reportPhrases(findings),
  ]
  return `No change of an answer is known, and ${listInWords(open)}.`
}

function changedSummary(findings: readonly Finding[], pairs: readonly ComparedPair[]): string {
  const count = (isCounted: (pair: ComparedPair) => boolean) =>
    pairs.reduce((sum, pair) => (isCounted(pair) ? sum + 1 : sum), 0)
  const counts = {
    same: count(hasSameAnswers),
    members: count((pair) => pair.verdict === 'same' && !hasSameAnswers(pair)),
    policy: count(({ verdict }) => verdict === 'another policy'),
    open: count(({ verdict }) => verdict === 'not decided'),
    unknown: count(mayDifferWhereUnknown),
    apart: count(({ verdict }) => verdict === 'not comparable'),
    added: findings.filter(({ kind }) => kind === 'assertion-added').length,
    removed: findings.filter(({ kind }) => kind === 'assertion-removed').length,
  }
  const unchanged = counts.same + counts.members + counts.policy
  const changed = pairs.length - unchanged - counts.open - counts.unknown - counts.apart
  const under = areReadAlike(findings) ? '' : ' under the same values of the claims'
  const answers = (of: number) => `the answers of ${assertionsInWords(of, false)}`
  const phrases = [
    ...(changed > 0 ? [`${answers(changed)} change`] : []),
    ...(counts.open > 0 ? [`${assertionsInWords(counts.open)} not decided`] : []),
    ...(counts.apart > 0 ? [`${answers(counts.apart)} are not compared`] : []),
    ...(counts.unknown > 0 ? [`${answers(counts.unknown)} may change where claims are unknown`] : []),
    ...(counts.policy > 0 ? [`${answers(counts.policy)} may change under another policy`] : []),
    ...(counts.members > 0
      ? [`${answers(counts.members)} may change where a claim is unknown that takes other values`]
      : []),
    ...(counts.same > 0 ? [`${answers(counts.same)} are proved the same${under}`] : []),
    ...(counts.added > 0 ? [`${assertionsInWords(counts.added)} new`] : []),
    ...(counts.removed > 0 ? [`${assertionsInWords(counts.removed)} gone`] : []),
    ...reportPhrases(findings),
    ...(findings.some(({ kind }) => kind === 'shared-lines') ? ['other lines are shared as a library'] : []),
  ]
  const text = listInWords(phrases.length === 0 ? ['there is no answer to compare'] : phrases)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function reportPhrases(findings: readonly Finding[]): readonly string[] {
  const phrases: (readonly [ChangeKind, one: string, several: string])[] = [
    ['report-changed', 'changes', 'change'],
    ['report-unit', 'is in another unit', 'are in other units'],
    ['report-not-decided', 'is not decided', 'are not decided'],
    ['report-added', 'is new', 'are new'],
    ['report-removed', 'is gone', 'are gone'],
  ]
  return phrases.flatMap(([kind, one, several]) => {
    const count = findings.filter((finding) => finding.kind === kind).length
    if (count === 0) return []
    return [count === 1 ? `1 reported value ${one}` : `${count} reported values ${several}`]
  })
}

/** Whether no dictionary with different answers is known, although there may be one. */
function mayDifferWhereUnknown({ verdict, partial }: ComparedPair): boolean {
  if (verdict === 'differs at irrational numbers') return true
  return verdict === 'differs outside the ranges' && partial === null
}

function startLowerCase(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
}

function assertionsInWords(count: number, isSubject = true): string {
  if (!isSubject) return count === 1 ? '1 assertion' : `${count} assertions`
  return count === 1 ? '1 assertion is' : `${count} assertions are`
}
