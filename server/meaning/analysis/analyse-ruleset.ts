/** Every finding is proved. Consequences of a contradiction are not reported as redundancies. */

import { Report } from '../../language/messages/report'
import { readAnnotation } from '../../language/syntax/annotation'
import { lexText } from '../../language/syntax/lexer'
import type { AskTools } from '../find-witness'
import { type OpenQuestion, WHY_NOT_DECIDED } from '../open-questions'
import type { WrittenRuleset } from '../parts/source-text'
import type { AnalysisResult, Example, FindingKind } from './analysis-result'
import { findContradictions } from './contradictions'
import { findExamples } from './examples'
import { findIdleClaims } from './idle-claims'
import { findIdleParts } from './idle-parts'
import { findImplied } from './implications'
import { type AnalysisForm, Investigation, type Proof, type Steps } from './investigation'
import { findMeetingExceptions } from './meeting-exceptions'
import { findInTables } from './table-findings'
import { findVacuous } from './vacuity'

export interface AnalysisOptions {
  /** Without a solver, questions that need one are not listed as open; spent budgets are. */
  readonly tools: AskTools
  readonly form: AnalysisForm
}

const ORDER: readonly FindingKind[] = [
  'exceptions_meet',
  'cannot_hold_together',
  'never_true',
  'never_has_value',
  'never_false',
  'comparison_is_constant',
  'branch_never_taken',
  'branch_divides_by_zero',
  'table_rows_overlap',
  'table_gap',
  'table_row_never_decides',
  'operand_changes_nothing',
  'implied_by_others',
  'claim_changes_nothing',
]

export function analyseRuleset(input: WrittenRuleset, { tools, form }: AnalysisOptions): AnalysisResult {
  const inquiry = new Investigation(input, tools, form)
  const unordered = [...findingsOf(input, inquiry)].filter((finding) => finding !== null)
  const findings = unordered.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
  const examples: readonly Example[] = form === 'quick' ? [] : findExamples(input, inquiry, tools)
  return { findings, examples, open: questionsAbout(inquiry.open.list) }
}

/** Only proofs that findings do not state by their kind and assertions. */
export function proofsOfFindings(input: WrittenRuleset, tools: AskTools): readonly Proof[] {
  const inquiry = new Investigation(input, tools, 'full')
  for (const _ of findingsOf(input, inquiry));
  return inquiry.proofs
}

/** Yields null wherever the work can pause or end. */
export function* findInTurns(input: WrittenRuleset, tools: AskTools): Steps {
  yield* findingsOf(input, new Investigation(input, tools, 'quick'))
}

function* findingsOf(input: WrittenRuleset, inquiry: Investigation): Steps {
  const { ruleset, open } = inquiry
  yield* findMeetingExceptions(inquiry)
  yield* findInTables(inquiry)
  if (open.isSpent) return
  const intended = intendedAssertions(input.source)
  const vacuous = yield* findVacuous(inquiry, intended)
  const all = [...ruleset.assertions.keys()]
  const canHold = all.filter((index) => {
    const kind = vacuous.get(index)
    return kind === undefined || kind === 'never_false'
  })
  if (open.isSpent) return
  const aside = yield* findContradictions(inquiry, canHold)
  if (open.isSpent) return
  const constant = new Set(vacuous.keys())
  yield* findIdleParts(inquiry, constant)
  if (open.isSpent) return
  const consistent = all.filter((index) => !vacuous.has(index) && !aside.has(index))
  yield* findImplied(inquiry, consistent, intended)
  if (!open.isSpent) yield* findIdleClaims(inquiry)
}

const TAG = 'intended'

export function intendedAssertions(source: string): ReadonlySet<string> {
  // Avoids lexing texts without marks.
  if (!source.includes(`@${TAG}`)) return new Set()
  const { comments } = lexText(source, new Report())
  return new Set(
    comments.flatMap((comment) => {
      const annotation = readAnnotation(comment)
      return annotation?.tag === TAG && annotation.claim !== null ? [annotation.claim.name] : []
    }),
  )
}

/** Joins questions with the same reason and assertions. */
export function questionsAbout(open: readonly OpenQuestion[]): readonly OpenQuestion[] {
  const groups = new Map<string, Map<string, OpenQuestion>>()
  for (const question of open) {
    const key = JSON.stringify([question.budget, question.assertions])
    const group = groups.get(key) ?? new Map<string, OpenQuestion>()
    if (!group.has(question.question)) group.set(question.question, question)
    groups.set(key, group)
  }
  return [...groups.values()].map((group) => joinQuestions([...group.values()]))
}

function joinQuestions([first, ...others]: readonly OpenQuestion[]): OpenQuestion {
  if (first === undefined || others.length === 0) return first!
  const more = others.length === 1 ? 'one more question' : `${others.length} more questions`
  const question = `${first.question}, and ${more} about the same`
  return { ...first, question, sentence: `It is not decided ${question}: ${WHY_NOT_DECIDED[first.budget]}.` }
}
