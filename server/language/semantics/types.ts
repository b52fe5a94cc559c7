/**
 * Types as the checks speak of them.
 *
 * Promises: constants and pure questions; descriptions are made for messages.
 */

import { choices } from '../messages/message'
import type { Type } from './checked-ruleset'

export const BOOLEAN = { kind: 'boolean' } as const satisfies Type
export const BARE = { kind: 'numeric', unit: null } as const satisfies Type

/** The element type of `{}`: no value at all, so it goes with every type. */
export const NOTHING: Type = { kind: 'text', members: [] }

export function isNothing(type: Type): boolean {
  return type.kind === 'text' && type.members.length === 0
}

/** How a message names a value of this type. */
export function describeType(type: Type): string {
  switch (type.kind) {
    case 'boolean':
      return 'a condition'
    case 'numeric':
      return type.unit === null ? 'a bare number' : `a number in ${type.unit.text}`
    case 'enum':
      return `an enum value (${choices(type.vocabulary, 4)})`
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
    case 'enum':
      return `enum values (${choices(type.vocabulary, 4)})`
    case 'text':
      return type.members.length === 0 ? 'nothing' : 'texts'
    case 'set':
      return 'sets'
  }
}
