/**
 * What one analysis of a ruleset text answers: everything the compiler and the editor need.
 *
 * Promises: plain data. `ruleset` is present exactly when no diagnostic is an error and no limit was exceeded.
 */

import type { Diagnostic } from '../messages/diagnostic'
import type { Ruleset, Span } from '../syntax/syntax'
import type { CheckedRuleset, Input, Type } from './checked-ruleset'
import type { LimitExceeded } from './limits'

/** A place where a name is declared or used; the editor's definition, references, rename and hover read these. */
export interface NameUse extends Span {
  readonly name: string
  readonly role: 'claim' | 'local' | 'let' | 'variable' | 'assertion'
  readonly declares: boolean
  /** Offset of the declaring name; equal for all uses of one thing. */
  readonly declaredAt: number
}

export interface Analysis {
  readonly syntax: Ruleset
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[]
  readonly exceeded: LimitExceeded | null
  readonly ruleset: CheckedRuleset | null
  /** In the order of the text. */
  readonly names: readonly NameUse[]
  /** What is declared, errors elsewhere or not, so that hover and completion work while somebody types. */
  readonly inputs: readonly Input[]
  /** Types of claims, locals, lets and variables by {@link NameUse.declaredAt}, as far as they are known. */
  readonly types: ReadonlyMap<number, Type>
}
