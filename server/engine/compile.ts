/**
 * From normalised source to a ruleset that can be checked and described.
 *
 * Promises: pure over its inputs; every mistake of the author is a value. Program and binder are made on first use, so
 * that a description alone builds neither.
 * Trusts that `source` is normalised and that `hash` is its sha256 (service, which owns the hash function).
 */

import type { Diagnostic } from '../language/messages/diagnostic'
import { analyse } from '../language/semantics/analyse'
import type { CheckedRuleset } from '../language/semantics/checked-ruleset'
import type { LanguageLimits, LimitExceeded } from '../language/semantics/limits'
import type { UnitLibrary } from '../language/units/unit-library'
import { type Binder, createBinder } from './claims/binder'
import type { BindLimits } from './claims/reading'
import { Definitions } from './definitions'
import { compileProgram, type Program } from './evaluate/program'

export interface CompileInput {
  readonly source: string
  readonly hash: string
  readonly library: UnitLibrary
  /** Hash of the project's unit library; null selects the built-in standards alone. */
  readonly unitLibraryHash: string | null
  readonly limits: LanguageLimits & BindLimits
}

export class CompiledRuleset {
  private builtProgram: Program | null = null
  private builtBinder: Binder | null = null
  private builtDefinitions: Definitions | null = null

  constructor(
    readonly input: CompileInput,
    readonly ruleset: CheckedRuleset,
    /** Warnings alone: a ruleset with an error is not compiled. */
    readonly diagnostics: readonly Diagnostic[],
  ) {}

  get program(): Program {
    this.builtProgram ??= compileProgram(this.ruleset)
    return this.builtProgram
  }

  get definitions(): Definitions {
    this.builtDefinitions ??= new Definitions(this.ruleset)
    return this.builtDefinitions
  }

  get binder(): Binder {
    this.builtBinder ??= createBinder(this.ruleset, this.input.library, this.input.limits)
    return this.builtBinder
  }
}

export type CompileOutcome =
  | { readonly status: 'compiled'; readonly compiled: CompiledRuleset }
  | { readonly status: 'failed'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly status: 'exceeded'; readonly exceeded: LimitExceeded }

export function compileRuleset(input: CompileInput): CompileOutcome {
  const analysis = analyse(input.source, input.library, input.limits)
  if (analysis.exceeded !== null) return { status: 'exceeded', exceeded: analysis.exceeded }
  if (analysis.ruleset === null) return { status: 'failed', diagnostics: analysis.diagnostics }
  return { status: 'compiled', compiled: new CompiledRuleset(input, analysis.ruleset, analysis.diagnostics) }
}
