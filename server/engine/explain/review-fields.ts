import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { walkTree } from '../../language/semantics/tree/children'
import { citedClauses } from './citing-rules'
import { visibleLine } from './english/clause'
import { NOTE_LABEL, type ReviewField } from './review-document'

/** The author's comment by line, marked as not checked. */
export function noteFields(comment: readonly string[]): readonly ReviewField[] {
  if (comment.length === 0) return []
  return [{ kind: 'quotation', label: NOTE_LABEL, lines: comment.map(noteLine) }]
}

/** The clauses of policies that the author cites for a name. */
export function clauseFields(ruleset: CheckedRuleset, name: string): readonly ReviewField[] {
  return citedClauses(ruleset, name).map(({ document, clause, words }) => {
    const text = noteLine(`${document} ${clause}${words === undefined ? '' : `: ${words}`}`)
    return { kind: 'fact', label: 'Clause, as the author cites it', text }
  })
}

export function noteLine(line: string): string {
  return visibleLine(line).trim()
}

export const INDEPENDENT = { refersTo: [] as readonly string[], value: null }

/** Direct references, in order of writing. */
export function referredNames(expression: Checked, { inputs, lets }: CheckedRuleset): readonly string[] {
  const names = new Set<string>()
  walkTree(expression, (node) => {
    const named =
      node.kind === 'input' || node.kind === 'vocabulary'
        ? inputs[node.input]
        : node.kind === 'let'
          ? lets[node.let]
          : node.kind === 'written' && node.form.kind === 'condition'
            ? node.form
            : undefined
    if (named !== undefined) names.add(named.name)
    if (node.kind === 'written' && node.form.kind === 'text' && node.form.shape !== null) names.add(node.form.shape)
  })
  return [...names]
}
