import type { Span } from '../../text/line-index'
import type { Checked, WrittenForm } from '../checked-ruleset'

/**
 * Copies a form with each of its expressions replaced.
 * @param rename the words for the record or entry at a place; null keeps those of the form
 */
export function mapForm(
  form: WrittenForm,
  replace: (node: Checked) => Checked,
  rename: (place: Span & { readonly path: string }) => string | null = () => null,
): WrittenForm {
  const optional = (node: Checked | null) => (node === null ? null : replace(node))
  switch (form.kind) {
    case 'shown':
      return { ...form, shown: replace(form.shown) }
    case 'entries':
      return { ...form, body: optional(form.body), filter: optional(form.filter), count: optional(form.count) }
    case 'is-a':
    case 'date-of':
    case 'text':
      return { ...form, operand: replace(form.operand) }
    case 'lookup':
      return { ...form, keys: form.keys.map(replace) }
    case 'first-failed':
      return form
    case 'exceptions': {
      const exceptions = form.exceptions.map((exception) => ({
        ...exception,
        condition: replace(exception.condition),
        value: replace(exception.value),
      }))
      return { ...form, base: replace(form.base), exceptions }
    }
    case 'condition': {
      const operands = form.operands.map((operand) =>
        operand.kind === 'place' ? { ...operand, path: rename(operand) ?? operand.path } : replace(operand),
      )
      return { ...form, operands }
    }
  }
}
