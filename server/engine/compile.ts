/**
 * The author's mistakes are returned, not thrown. Program and binder are built on first use, because a description
 * needs neither. `hash` is the sha256 of `source`.
 */

import type { Diagnostic } from '../language/messages/diagnostic'
import { analyseRuleset } from '../language/semantics/analyse'
import type { CheckedRuleset } from '../language/semantics/checked-ruleset'
import type { LanguageLimits, LimitExceeded } from '../language/text/limits'
import type { UnitLibrary } from '../language/units/unit-library'
import { type Binder, createBinder } from './claims/binder'
import type { BindLimits } from './claims/reading'
import { Definitions } from './definitions'
import { compileProgram, type Program } from './evaluate/program'

export interface CompileInput {
  readonly source: string
  readonly hash: string
  readonly library: UnitLibrary
  /** Null selects only the built-in standards. */
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
  const analysis = analyseRuleset(input.source, input.library, input.limits)
  if (analysis.exceeded !== null) return { status: 'exceeded', exceeded: analysis.exceeded }
  if (analysis.ruleset === null) return { status: 'failed', diagnostics: analysis.diagnostics }
  return { status: 'compiled', compiled: new CompiledRuleset(input, analysis.ruleset, analysis.diagnostics) }
}
