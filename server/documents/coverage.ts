/** Compares the clauses of a document with the rules that cite them. Nothing here is an opinion of a model. */
import { type Clause, clauseText, withAncestors } from './clause'
import type { ClauseMark } from './edit-clauses'
import { findQuantities, hasQuantity } from './quantities'
import { findWrittenNumbers, hasDate } from './written-numbers'

/** A part of the ruleset, with the clauses of this document that it cites. */
export interface CitingRule {
  readonly name: string
  readonly isAssertion: boolean
  /** Its text, with that of the definitions that it uses and that cite nothing. */
  readonly text: string
  /** Labels of clauses of this document. */
  readonly clauses: readonly string[]
  /** Cites a clause of another document. */
  readonly citesElsewhere: boolean
}

/** `not_counted`: a heading, or the words before a list. */
export type ClauseState = 'covered' | 'definition' | 'not_checkable' | 'open' | 'not_counted'

export interface ClauseCoverage {
  readonly label: string
  readonly state: ClauseState
  /** Names of the rules that cite it. */
  readonly rules: readonly string[]
}

export interface MissingNumber {
  readonly rule: string
  /** As the rule has it: `30 d`. */
  readonly number: string
  readonly clauses: readonly string[]
}

export interface DocumentCoverage {
  readonly clauses: readonly ClauseCoverage[]
  readonly counts: Readonly<Record<Exclude<ClauseState, 'not_counted'>, number>>
  /** Assertions that cite no clause of any document. */
  readonly uncited: readonly string[]
  /** Clauses that are cited and that the document does not have. */
  readonly unknown: readonly { readonly rule: string; readonly clause: string }[]
  /** Numbers of rules that are missing from all of their clauses. */
  readonly missing: readonly MissingNumber[]
}

export interface CoveredClauses {
  readonly clauses: readonly Omit<Clause, 'bodyStart'>[]
  /** By the start of the clause. */
  readonly marks: ReadonlyMap<number, Pick<ClauseMark, 'kind'>>
}

/** Fast enough to be asked after each change of a ruleset, also in a browser. */
export function measureCoverage(
  text: string,
  { clauses, marks }: CoveredClauses,
  rules: readonly CitingRule[],
): DocumentCoverage {
  const labels = new Map(clauses.map(({ label }, index) => [label, index]))
  const citing = new Map<string, string[]>()
  for (const { name, clauses: cited } of rules)
    for (const label of new Set(cited)) citing.set(label, [...(citing.get(label) ?? []), name])
  const covered = clauses.map((clause): ClauseCoverage => {
    const names = citing.get(clause.label) ?? []
    const state = stateOf(clause, names.length > 0, marks.get(clause.start)?.kind ?? null)
    return { label: clause.label, state, rules: names }
  })
  const count = (state: ClauseState) => covered.filter((each) => each.state === state).length
  return {
    clauses: covered,
    counts: {
      covered: count('covered'),
      definition: count('definition'),
      not_checkable: count('not_checkable'),
      open: count('open'),
    },
    uncited: rules
      .filter((rule) => rule.isAssertion && rule.clauses.length === 0 && !rule.citesElsewhere)
      .map(({ name }) => name),
    unknown: rules.flatMap(({ name, clauses: cited }) =>
      cited.filter((label) => !labels.has(label)).map((clause) => ({ rule: name, clause })),
    ),
    missing: rules.flatMap((rule) => missingNumbers(text, clauses, labels, rule)),
  }
}

/** The rule as it cites the document with this label. */
export function citingRuleOf(
  part: Pick<CitingRule, 'name' | 'isAssertion' | 'text'> & {
    readonly citations: readonly { readonly document: string; readonly clause: string }[]
  },
  label: string,
): CitingRule {
  const { name, isAssertion, text, citations } = part
  return {
    ...{ name, isAssertion, text },
    clauses: citations.filter(({ document }) => document === label).map(({ clause }) => clause),
    citesElsewhere: citations.some(({ document }) => document !== label),
  }
}

function stateOf({ role }: Pick<Clause, 'role'>, isCited: boolean, mark: string | null): ClauseState {
  if (isCited) return 'covered'
  if (mark === 'not_checkable' || mark === 'definition') return mark
  return role === 'text' || mark === 'rule' ? 'open' : 'not_counted'
}

function missingNumbers(
  text: string,
  clauses: CoveredClauses['clauses'],
  labels: ReadonlyMap<string, number>,
  rule: CitingRule,
): readonly MissingNumber[] {
  const cited = rule.clauses.flatMap((label) => labels.get(label) ?? [])
  // A rule that also cites another document may have its numbers from there.
  if (cited.length === 0 || rule.citesElsewhere) return []
  const passages = cited.map((index) =>
    withAncestors(clauses, index)
      .map((clause) => clauseText(text, clause))
      .join('\n'),
  )
  const all = passages.join('\n')
  const found = findQuantities(all)
  return findWrittenNumbers(rule.text)
    .filter((number) =>
      number.kind === 'date' ? !hasDate(all, number.text) : !hasQuantity(all, found, number.value, number.unit),
    )
    .map(({ text: number }) => ({ rule: rule.name, number, clauses: rule.clauses }))
}

/** "11 of 12 clauses covered, 1 not checkable; 2 rules cite no clause". */
export function coverageInWords({ counts, uncited }: Pick<DocumentCoverage, 'counts' | 'uncited'>): string {
  const { covered, definition, not_checkable: notCheckable, open } = counts
  const total = covered + definition + notCheckable + open
  const others = [
    definition === 0 ? '' : `, ${definition} ${definition === 1 ? 'definition' : 'definitions'}`,
    notCheckable === 0 ? '' : `, ${notCheckable} not checkable`,
    open === 0 ? '' : `, ${open} open`,
  ]
  const rules = uncited.length === 1 ? '1 rule cites' : `${uncited.length} rules cite`
  const end = uncited.length === 0 ? '' : `; ${rules} no clause`
  return `${covered} of ${total} ${total === 1 ? 'clause' : 'clauses'} covered${others.join('')}${end}`
}
