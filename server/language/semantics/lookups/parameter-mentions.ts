import { operandsOf } from '../../syntax/operands'
import type { Expression, Identifier } from '../../syntax/syntax'
import type { Span } from '../../text/line-index'
import type { Checked } from '../checked-ruleset'
import { mapOperands } from '../tree/children'
import { mapForm } from '../tree/written-form'

/** A place in the body of a condition that names one of its parameters, or a field of one. */
export interface Mention extends Span {
  /** As written: `p` or `p.born`. */
  readonly text: string
  readonly parameter: string
}

export interface Body {
  /** By offset. */
  readonly mentions: ReadonlyMap<number, Mention>
  /** Names of entries of a list that a parameter leads to. */
  readonly dependent: readonly Span[]
  /** Nodes of the syntax tree. */
  readonly size: number
}

/** `Count(p.accident)` becomes one input, so the whole call is a mention. */
const ABOUT_GROUPS: ReadonlySet<string> = new Set(['Count', 'IsGiven', 'NoneRepeated'])

/** A quantifier cannot hide a parameter, so every name is what it looks like. */
export function readBody(body: Expression, parameters: readonly Identifier[]): Body {
  const names = new Set(parameters.map(({ name }) => name))
  const mentions = new Map<number, Mention>()
  const dependent: Span[] = []
  const entries = new Set<string>()
  let size = 0
  const visit = (node: Expression): void => {
    size++
    const [operand] = node.kind === 'call' && ABOUT_GROUPS.has(node.callee) ? node.operands : [node]
    if (operand?.kind === 'name') {
      const [base = ''] = operand.name.split('.')
      const { start, end } = node
      if (names.has(base)) {
        const named = { text: operand.name, parameter: base }
        mentions.set(start, { start, end, ...named })
        // A text is a value inside of the call.
        mentions.set(operand.start, { start: operand.start, end: operand.end, ...named })
      } else if (entries.has(base)) dependent.push({ start, end })
    }
    if (node.kind === 'quantifier' || node.kind === 'aggregate') {
      const [base = ''] = node.set.kind === 'name' ? node.set.name.split('.') : []
      if (names.has(base) || entries.has(base)) entries.add(node.variable.name)
    }
    for (const part of operandsOf(node)) visit(part)
  }
  visit(body)
  return { mentions, dependent, size }
}

/** Replaces what stands for a parameter at one use by the parameter's name, for people. */
export function withParameters(node: Checked, mentions: ReadonlyMap<number, Mention>): Checked {
  const replace = (part: Checked): Checked => withParameters(part, mentions)
  if (node.kind === 'written') {
    if (node.form.kind === 'shown') return replace(node.form.shown)
    return { ...node, form: mapForm(node.form, replace, (place) => mentionAt(place, mentions)?.text ?? null) }
  }
  const mention = node.kind === 'convert' ? null : mentionAt(node, mentions)
  if (mention === null) return mapOperands(node, replace)
  if (node.kind === 'input') return { ...node, called: mention.text }
  const { type, start, end } = node
  return mention.text === mention.parameter
    ? { kind: 'variable', variable: -1, name: mention.text, type, start, end }
    : mapOperands(node, replace)
}

function mentionAt({ start, end }: Span, mentions: ReadonlyMap<number, Mention>): Mention | null {
  const mention = mentions.get(start)
  return mention?.end === end ? mention : null
}
