/**
 * Types as the editor shows them, in the words of the language.
 */
import { printNumeral } from '../numeric/numeral'
import type { Input, Type } from '../semantics/checked-ruleset'
import { quote } from '../syntax/string-literal'

const MAX_MEMBERS = 12

/** `numeric in USD`, `enum ["low", "high"]`. */
export function typeText(type: Type): string {
  switch (type.kind) {
    case 'boolean':
      return 'boolean'
    case 'numeric':
      return type.unit === null
        ? 'numeric'
        : `numeric in ${type.unit.text}${type.unit.difference ? ' (difference)' : ''}`
    case 'enum': {
      const members = listed(type.vocabulary)
      return type.ordered ? `enum [${members}]` : `enum {${members}}`
    }
    case 'text':
      return type.members.length === 0 ? 'nothing' : `one of ${listed(type.members)}`
    case 'set':
      return `set of ${typeText(type.element)}`
  }
}

function listed(members: readonly string[]): string {
  const shown = members.slice(0, MAX_MEMBERS).map(quote).join(', ')
  return members.length > MAX_MEMBERS ? `${shown}, and ${members.length - MAX_MEMBERS} more` : shown
}

/** What is known about a claim or local beyond its type, a line each. */
export function inputLines(input: Input): string[] {
  const lines: string[] = []
  if (input.question !== null) lines.push(input.question)
  if (input.context !== null) lines.push(input.context)
  if (input.range !== null) lines.push(`From ${printNumeral(input.range.min)} to ${printNumeral(input.range.max)}.`)
  if (input.adoptedUnit !== null) {
    lines.push(
      `It has no @unit and meets ${input.adoptedUnit.text}, so its values are bare numbers of ${input.adoptedUnit.text}.`,
    )
  }
  return lines
}
