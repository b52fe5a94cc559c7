/**
 * The outline of a ruleset: what it declares, defines and asserts.
 *
 * Promises: in the order of the text, one entry a statement that has a name; statements that cannot be read are left
 * out and the others stay.
 */
import type { Analysis } from '../semantics/analyse'
import { typeText } from '../semantics/types'
import { LineIndex } from '../syntax/line-index'
import type { Span, Statement } from '../syntax/syntax'

export interface OutlineEntry extends Span {
  readonly kind: 'claim' | 'local' | 'let' | 'assertion'
  readonly name: string
  /** In the language: the type of a value, the policy of an assertion; empty where there is nothing to say. */
  readonly detail: string
  /** Where the name stands within the entry. */
  readonly nameAt: Span
  /** One-based, of the name. */
  readonly line: number
  readonly column: number
}

/** The entries of the outline, for the text that was analysed. */
export function outline(text: string, { syntax, types }: Analysis): OutlineEntry[] {
  const lines = new LineIndex(text)
  const entries: OutlineEntry[] = []
  for (const statement of syntax.statements) {
    if (statement.kind === 'broken' || statement.name.name === '') continue
    const { start, end, name } = statement
    const type = types.get(name.start)
    entries.push({
      kind: kindOf(statement),
      name: name.name,
      detail: statement.kind === 'assert' ? (statement.policy?.value ?? '') : type === undefined ? '' : typeText(type),
      start,
      end,
      nameAt: { start: name.start, end: name.end },
      line: lines.line(name.start),
      column: lines.column(name.start),
    })
  }
  return entries
}

function kindOf(statement: Exclude<Statement, { kind: 'broken' }>): OutlineEntry['kind'] {
  if (statement.kind === 'let') return 'let'
  if (statement.kind === 'assert') return 'assertion'
  return statement.local ? 'local' : 'claim'
}
