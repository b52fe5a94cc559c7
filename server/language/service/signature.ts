import { constructOf } from './constructs/constructs'
import { CursorContext } from './cursor-context'

export interface Signature {
  /** For example `Implies(a, b)`. */
  readonly form: string
  readonly meaning: string
  /** Offsets within `form`. */
  readonly operands: readonly { readonly start: number; readonly end: number }[]
  /** The operand at the cursor, counted from zero. */
  readonly active: number
}

/** Null outside of calls and in comments. */
export function signatureAt(text: string, offset: number): Signature | null {
  const context = new CursorContext(text, offset)
  if (context.comment !== null) return null
  const frame = [...context.frames].reverse().find((open) => open.callee !== null || open.opener === '{')
  if (frame?.callee == null) return null
  const construct = constructOf(frame.callee)
  if (construct === null) return null
  const operands = operandsOf(construct.form)
  return {
    form: construct.form,
    meaning: construct.meaning,
    operands,
    active: Math.min(frame.commas, operands.length - 1),
  }
}

function operandsOf(form: string): { start: number; end: number }[] {
  const open = form.indexOf('(') + 1
  const operands: { start: number; end: number }[] = []
  let start = open
  for (const part of form.slice(open, form.lastIndexOf(')')).split(',')) {
    const text = part.trim()
    const at = start + part.indexOf(text)
    operands.push({ start: at, end: at + text.length })
    start += part.length + 1
  }
  return operands
}
