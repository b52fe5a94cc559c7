import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'

/** A clause of a written policy that a part of the ruleset cites. */
export interface CitedClause {
  /** The label of the document. */
  readonly document: string
  /** The label of the clause. */
  readonly clause: string
  /** What the author wrote behind them; absent if nothing. */
  readonly words?: string
}

/** What the assertion, definition or claim with this name cites, in the order of the text. */
export function citedClauses({ citations = [] }: CheckedRuleset, name: string): readonly CitedClause[] {
  return citations
    .filter((citation) => citation.name === name)
    .map(({ document, clause, words }) => ({ document, clause, ...(words === null ? {} : { words }) }))
}

/** The member of an answer; empty if the name cites nothing, so that other answers stay as they are. */
export function citationsField(ruleset: CheckedRuleset, name: string): { readonly citations?: readonly CitedClause[] } {
  const citations = citedClauses(ruleset, name)
  return citations.length === 0 ? {} : { citations }
}
