/** Statements that cannot be read are left out. */
import type { Analysis } from '../semantics/analyse'
import { typeText } from '../semantics/types'
import type { Statement } from '../syntax/syntax'
import type { Span } from '../text/line-index'
import { LineIndex } from '../text/line-index'

export interface OutlineEntry extends Span {
  readonly kind: 'claim' | 'local' | 'let' | 'assertion'
  readonly name: string
  /** The type of a value or the policy of an assertion; may be empty. */
  readonly detail: string
  readonly nameAt: Span
  /** Position of the name, counted from one. */
  readonly line: number
  readonly column: number
}

export function outlineOf(text: string, { syntax, types }: Analysis): OutlineEntry[] {
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
