/** Statements that cannot be read are left out. */
import type { Analysis } from '../semantics/analyse'
import type { Type } from '../semantics/checked-type'
import { partAround } from '../semantics/sharing/shared-parts'
import { typeText } from '../semantics/types'
import type { SharedPart, Statement } from '../syntax/syntax'
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
    if (statement.kind === 'broken' || statement.kind === 'month-end' || statement.name.name === '') continue
    const { start, end, name } = statement
    const type = types.get(name.start)
    entries.push({
      kind: kindOf(statement),
      name: name.name,
      detail: [detailOf(statement, type), libraryOf(statement, syntax.sharedParts)].filter(Boolean).join(', '),
      start,
      end,
      nameAt: { start: name.start, end: name.end },
      line: lines.line(name.start),
      column: lines.column(name.start),
    })
  }
  return entries
}

function libraryOf(statement: Statement, sharedParts: readonly SharedPart[]): string {
  const name = partAround(sharedParts, statement)?.name
  return name == null ? '' : `from ${name.value}`
}

function detailOf(statement: Statement, type: Type | undefined): string {
  if (statement.kind === 'assert') return statement.policy?.value ?? ''
  if (statement.kind === 'vocabulary') return 'vocabulary'
  if (statement.kind === 'shape') return 'shape'
  if (statement.kind === 'condition') return `condition on ${statement.parameters.map(({ name }) => name).join(', ')}`
  return type === undefined ? '' : typeText(type)
}

function kindOf(statement: Exclude<Statement, { kind: 'broken' | 'month-end' }>): OutlineEntry['kind'] {
  const { kind } = statement
  if (kind === 'assert') return 'assertion'
  if (kind === 'declare-group') return 'claim'
  if (kind === 'declare') return statement.local ? 'local' : 'claim'
  return 'let'
}
