/**
 * What the names of a ruleset stand for.
 *
 * Promises: plain data filled by the declaration check and completed by later checks.
 */

import type { DeclaredType, Identifier, Span, Statement } from '../syntax/syntax'
import type { Unit } from '../units/unit'
import type { Range, Type, UnbridgedPair } from './checked-ruleset'

export type ValueRole = 'claim' | 'local' | 'let'

/** One declared value: a claim, a local, or a `let`. */
export interface Declared {
  readonly role: ValueRole
  readonly name: string
  readonly at: Identifier
  /** Uses before this offset come too early. */
  usableFrom: number
  /** Place among the inputs, or -1 for what a `let` defines. */
  input: number
  /** Place among the lets, or -1. */
  let: number
  /** True once an assertion reads it, directly or through lets. */
  read: boolean
}

/** A claim or an unconstrained local while it is put together. */
export interface InputDraft {
  readonly declared: Declared
  readonly kind: 'claim' | 'local'
  readonly declaration: DeclaredType
  readonly statement: Span
  question: string | null
  context: string | null
  range: Range | null
  declaredUnit: Unit | null
  adoptedUnit: Unit | null
  type: Extract<Type, { kind: 'boolean' | 'numeric' | 'enum' }>
}

/** What a `let` brings into whatever uses it. */
export interface LetDraft {
  readonly declared: Declared
  readonly statement: Extract<Statement, { kind: 'let' }>
  /** Null while its value is unknown or wrong. */
  type: Type | null
  reads: readonly number[]
  /** Lets that its value names. */
  uses: readonly number[]
  unbridged: readonly UnbridgedPair[]
}
