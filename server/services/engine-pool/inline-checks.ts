/** Decides on the event loop what is certainly short there. Everything else belongs to the workers. */
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../api/refusal'
import type { ToolGuard } from '../../api/schemas/tool-guard'
import {
  type CheckableRuleset,
  checkCompiled,
  type EngineLimits,
  type ResultFormat,
} from '../../engine/batch/check-compiled'
import { OpenLibraries } from '../../engine/batch/open-library'
import { Meter, StepsExceededError } from '../../engine/core/meter'
import type { GuardedCall } from '../../guard/prepared-guard'
import { type Bridge, bridgeUnits } from '../../language/units/bridge'
import type { ClaimsInput } from '../calls/call-context'
import { type DecidedCall, decideGuarded, PreparedGuards } from './answer-call'
import type { EngineMode, LibraryText, RulesetText, RulesetUnder } from './engine-job'
import { compileOrRefuse } from './run-job'

/** Compiling a larger ruleset would hold the event loop. */
const INLINE_SOURCE_CHARS = 8_192
const MAX_INLINE_NODES = 600
/**
 * Opening a larger unit library would hold the event loop.
 * Counts characters of numerals plus {@link CONVERTER_CHARS} for each converter.
 */
const INLINE_LIBRARY_CHARS = 8_192
const CONVERTER_CHARS = 20
/** A longer check starts again in a worker. */
const INLINE_STEPS = 20_000
/** About 2 ms. A longer search for what reports can be starts again in a worker, with the check. */
const INLINE_REPORT_STEPS = 8_000

/** Each method returns null if the work belongs to the workers. */
export class InlineChecks {
  /** By hash and library; null if it belongs to the workers. */
  private readonly compiled = new LRUCache<string, { readonly checkable: CheckableRuleset | null }>({ max: 500 })
  /** A ruleset is compiled here only at its second check, so that a source used once never holds the event loop. */
  private readonly met = new LRUCache<string, true>({ max: 5_000 })
  private readonly libraries = new OpenLibraries()
  private readonly guards = new PreparedGuards()

  constructor(
    private readonly limits: EngineLimits,
    private readonly mode: EngineMode,
  ) {}

  bridge(library: LibraryText, from: string, to: string): Bridge | null {
    return isSmall(library) ? bridgeUnits(this.libraries.open(library), from, to) : null
  }

  check<T>(ruleset: RulesetText, library: LibraryText, claims: ClaimsInput, format: ResultFormat<T>): T | null {
    if (claims.from !== 'value' || this.mode !== 'tiers') return null
    const checkable = this.rulesetOf(ruleset, library)
    if (checkable === null) return null
    try {
      const meter = new Meter(Math.min(INLINE_STEPS, this.limits.evaluation_steps))
      const tools = { solver: null, mode: 'tiers', meter, limits: this.limits, stepsHere: INLINE_REPORT_STEPS } as const
      return checkCompiled(checkable, claims.value, tools, format)
    } catch (error) {
      if (error instanceof StepsExceededError) return null
      throw error
    }
  }

  decideCall({ ruleset, library }: RulesetUnder, guard: ToolGuard, call: GuardedCall): DecidedCall | null {
    if (this.mode !== 'tiers') return null
    const checkable = this.rulesetOf(ruleset, library)
    const prepared = checkable && this.guards.find(guard, checkable.compiled)
    if (prepared === null) return null
    try {
      const meter = new Meter(Math.min(INLINE_STEPS, this.limits.evaluation_steps))
      return decideGuarded(prepared, call, { solver: null, mode: 'tiers', budget: this.limits, meter })
    } catch (error) {
      if (error instanceof StepsExceededError) return null
      throw error
    }
  }

  private rulesetOf(ruleset: RulesetText, library: LibraryText): CheckableRuleset | null {
    const key = `${ruleset.hash}:${library.hash ?? ''}`
    const cached = this.compiled.get(key)
    if (cached !== undefined) return cached.checkable
    if (!this.met.has(key)) {
      this.met.set(key, true)
      return null
    }
    const small = ruleset.source.length <= INLINE_SOURCE_CHARS && isSmall(library)
    const checkable = small ? this.compileInline(ruleset, library) : null
    this.compiled.set(key, { checkable })
    return checkable
  }

  private compileInline(ruleset: RulesetText, library: LibraryText): CheckableRuleset | null {
    const limits = { ...this.limits, expression_nodes: Math.min(MAX_INLINE_NODES, this.limits.expression_nodes) }
    try {
      return compileOrRefuse(ruleset, library, limits, this.libraries.open(library))
    } catch (error) {
      // The worker words the refusal, with the real limits.
      if (error instanceof Refusal) return null
      throw error
    }
  }
}

function isSmall({ converters }: LibraryText): boolean {
  let size = 0
  for (const { factor, offset } of converters) size += factor.length + offset.length + CONVERTER_CHARS
  return size <= INLINE_LIBRARY_CHARS
}
