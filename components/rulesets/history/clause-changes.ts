import { factChanges } from './described-changes'
import type { ComparedRevision, Comparison } from './history-data'

/** A clause on both sides of a comparison. */
export interface ClauseOnBothSides {
  readonly document: string
  readonly clause: string
  readonly before: ClauseSide
  readonly after: ClauseSide
}

export interface ClauseSide {
  readonly isCited: boolean
  /** Null if the clause is not cited, or its words are not in this namespace. */
  readonly text: string | null
}

export interface RuleWithClauses {
  readonly rule: string
  readonly clauses: readonly ClauseOnBothSides[]
}

/**
 * The clauses that a change touches: those of assertions, definitions and claims that differ, and those whose words
 * differ because the document was revised in between. In the order of the newer text, removed ones last.
 */
export function clauseChanges({ from, to }: Comparison): readonly RuleWithClauses[] {
  const touched = changedNames(from, to)
  const rules = [...new Set([to, from].flatMap(({ citations }) => citations?.rules.map(({ name }) => name) ?? []))]
  return rules.flatMap((rule) => {
    const clauses = clausesOf(rule, from, to)
    return touched.has(rule) || clauses.some(isDifferent) ? [{ rule, clauses }] : []
  })
}

/** Whether only one side cites it, or the words differ. */
export function isDifferent({ before, after }: ClauseOnBothSides): boolean {
  return before.isCited !== after.isCited || before.text !== after.text
}

function clausesOf(rule: string, from: ComparedRevision, to: ComparedRevision): readonly ClauseOnBothSides[] {
  const cited = [to, from].flatMap(({ citations }) => citations?.rules.find(({ name }) => name === rule)?.clauses ?? [])
  const distinct = new Map(cited.map((each) => [`${each.document} ${each.clause}`, each]))
  return [...distinct.values()].map(({ document, clause }) => ({
    ...{ document, clause },
    before: sideOf(rule, { document, clause }, from),
    after: sideOf(rule, { document, clause }, to),
  }))
}

function sideOf(
  rule: string,
  { document, clause }: Pick<ClauseOnBothSides, 'document' | 'clause'>,
  { citations }: ComparedRevision,
): ClauseSide {
  const isThis = (each: { readonly document: string; readonly clause: string }) =>
    each.document === document && each.clause === clause
  const isCited = citations?.rules.some(({ name, clauses }) => name === rule && clauses.some(isThis)) ?? false
  return { isCited, text: isCited ? (citations?.clauses.find(isThis)?.text ?? null) : null }
}

/** A definition is named in front of its words in the facts of the assertions that use it. */
const DEFINITION = /^(\w+): /

function changedNames(from: ComparedRevision, to: ComparedRevision): ReadonlySet<string> {
  if (from.compiled === null || to.compiled === null) return new Set()
  const changes = (['claims', 'assertions'] as const).flatMap(
    (kind) => factChanges(from.compiled?.[kind] ?? [], to.compiled?.[kind] ?? []).changes,
  )
  const definitions = changes.flatMap(({ facts }) =>
    facts.flatMap(({ about, before, after }) => {
      if (about !== 'definitions') return []
      const [was, is] = [before, after].map((text) => new Set(text?.split('\n')))
      const differing = [...was!].filter((line) => !is!.has(line)).concat([...is!].filter((line) => !was!.has(line)))
      return differing.flatMap((line) => DEFINITION.exec(line)?.[1] ?? [])
    }),
  )
  return new Set([...changes.map(({ name }) => name), ...definitions])
}
