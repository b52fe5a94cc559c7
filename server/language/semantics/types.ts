import { listChoices } from '../messages/diagnostic'
import { quoteText } from '../syntax/string-literal'
import type { Type } from './checked-type'

export const BOOLEAN = { kind: 'boolean' } as const satisfies Type
export const DATE = { kind: 'date' } as const satisfies Type
/** Exact instants. */
export const TIMESTAMP = { kind: 'timestamp' } as const satisfies Type
export const BARE = { kind: 'numeric', unit: null } as const satisfies Type

/** The element type of `{}`, which fits every type. */
export const NOTHING: Type = { kind: 'text', members: [] }

export function isNothing(type: Type): boolean {
  return type.kind === 'text' && type.members.length === 0
}

/** For messages. */
export function describeType(type: Type): string {
  switch (type.kind) {
    case 'boolean':
      return 'a condition'
    case 'numeric':
      return type.unit === null ? 'a bare number' : `a number in ${type.unit.text}`
    case 'date':
      return 'a date'
    case 'timestamp':
      return 'a timestamp'
    case 'enum':
      if (type.text !== undefined) return 'a text'
      return `an enum value (${listChoices(type.vocabulary, 4)})`
    case 'text':
      return type.members.length === 1 ? `the text "${type.members[0]}"` : 'a text'
    case 'set':
      return `a set of ${describeMembers(type.element)}`
  }
}

function describeMembers(type: Type): string {
  switch (type.kind) {
    case 'boolean':
      return 'conditions'
    case 'numeric':
      return type.unit === null ? 'bare numbers' : `numbers in ${type.unit.text}`
    case 'date':
      return 'dates'
    case 'timestamp':
      return 'timestamps'
    case 'enum':
      if (type.text !== undefined) return 'texts'
      return `enum values (${listChoices(type.vocabulary, 4)})`
    case 'text':
      return type.members.length === 0 ? 'nothing' : 'texts'
    case 'set':
      return 'sets'
  }
}

const MAX_MEMBERS = 12

/** For the editor: `numeric in USD`, `enum ["low", "high"]`. */
export function typeText(type: Type): string {
  switch (type.kind) {
    case 'boolean':
      return 'boolean'
    case 'numeric':
      return type.unit === null
        ? 'numeric'
        : `numeric in ${type.unit.text}${type.unit.difference ? ' (difference)' : ''}`
    case 'date':
    case 'timestamp':
      return type.kind
    case 'enum': {
      if (type.text !== undefined) return 'text'
      const members = listMembers(type.vocabulary)
      return type.ordered ? `enum [${members}]` : `enum {${members}}`
    }
    case 'text':
      return type.members.length === 0 ? 'nothing' : `one of ${listMembers(type.members)}`
    case 'set':
      return `set of ${typeText(type.element)}`
  }
}

function listMembers(members: readonly string[]): string {
  const shown = members.slice(0, MAX_MEMBERS).map(quoteText).join(', ')
  return members.length > MAX_MEMBERS ? `${shown}, and ${members.length - MAX_MEMBERS} more` : shown
}
