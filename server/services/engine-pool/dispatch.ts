/**
 * Chooses where work runs: on the event loop if it is certainly short. Calls that need no solver never queue behind
 * one that does.
 */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type CheckedAssertion, parseCheckedAssertions } from '../../api/check-bytes'
import type { Reading } from '../../api/lenient-arguments'
import type { OperationId } from '../../api/operations'
import type { ToolGuard } from '../../api/schemas/tool-guard'
import { type EngineLimits, inBytes, inObjects } from '../../engine/batch/check-compiled'
import type { CitingText } from '../../engine/explain/citing-rules'
import type { EngineChange } from '../../engine/explain/engine-changes'
import type { AssertionReads } from '../../engine/explain/manifest'
import type { ReviewDocument } from '../../engine/explain/review-document'
import { JobFaultError } from '../../engine/workers/worker-thread'
import { writeJson } from '../../language/numeric/lossless-json'
import type { Bridge } from '../../language/units/bridge'
import type { ClaimsInput } from '../calls/call-context'
import { type Tracing, UNTRACED } from '../calls/tracing'
import { type BuiltEntries, buildEntries, type EntriesToBuild } from '../decision-log/build-entries'
import { type CallAnswered, type CallQuestion, readCallAnswer, writeCall } from './answer-call'
import { checkLines, type RetryPolicy } from './check-lines'
import type { CheckedLines } from './checked-lines'
import {
  type ClaimsText,
  type EngineJob,
  type EngineMode,
  type LibraryText,
  type MeaningQuestion,
  normaliseRuleset,
  type RulesetText,
  type RulesetUnder,
} from './engine-job'
import { InlineChecks } from './inline-checks'
import type { RulesetOutline } from './outline-ruleset'
import type { Passage } from './passages-of'
import type { UnitFinding, UnitUse } from './unit-use'
import { demandAnswer, type EnginePools, type ShareOfCaller, WorkerCalls } from './worker-calls'

const DECIDE = { name: 'decide' } as const
/** A larger body is read in a worker. */
export const INLINE_BODY_LENGTH = 16_384

type Members = Readonly<Record<string, string>>

type CallJob = Extract<MeaningQuestion, { readonly kind: 'call' }>

/** The answer follows from these alone, because the engine has no clock. */
function keyOfCall({ of, guard, call }: CallJob): string {
  const text = JSON.stringify([of.ruleset.hash, of.library.hash, guard, call])
  return createHash('sha256').update(text).digest('base64')
}

function lengthOf(members: Members): number {
  return Object.values(members).reduce((sum, text) => sum + text.length, 1)
}

/** Only a worker can answer, but the caller does not wait for one. */
export class NotImmediateError extends Error {
  override readonly name = 'NotImmediateError'
}

/** Only a solver can answer, but the caller does not wait for one. */
export class NeedsSolverError extends Error {
  override readonly name = 'NeedsSolverError'
}

export class EngineDispatch {
  private readonly workers: WorkerCalls
  private readonly inline: InlineChecks
  private readonly payloads = new LRUCache<string, Members>({
    maxSize: 32_000_000,
    sizeCalculation: lengthOf,
  })

  /** Calls of tools that a worker decided. A call that waits is sent again and again, and is searched for once. */
  private readonly decidedCalls = new LRUCache<string, Members>({ maxSize: 8_000_000, sizeCalculation: lengthOf })

  constructor(
    private readonly pools: EnginePools,
    readonly limits: EngineLimits,
    readonly mode: EngineMode,
    private readonly tracing: Tracing = UNTRACED,
  ) {
    this.workers = new WorkerCalls(pools, tracing)
    this.inline = new InlineChecks(limits, mode)
  }

  /** Reads a large body without its claims. */
  async read(operation: OperationId, body: Uint8Array, reading: Reading, share?: ShareOfCaller): Promise<unknown> {
    const answer = await this.workers.run('compute', { kind: 'read', operation, body, reading }, ['read'], share)
    return answer.request
  }

  async normalise(source: string, share?: ShareOfCaller): Promise<RulesetText> {
    if (source.length <= INLINE_BODY_LENGTH) return normaliseRuleset(source, this.limits.source_bytes)
    const job = { kind: 'normalise', source, limit: this.limits.source_bytes } as const
    const answer = await this.workers.run('compute', job, ['normalised'], share)
    return answer.ruleset
  }

  /** @throws Refusal COMPILE_FAILED, BUDGET_EXCEEDED, ENGINE_BUSY */
  compile(ruleset: RulesetText, library: LibraryText, share?: ShareOfCaller): Promise<Members> {
    return this.describe('compile', ruleset, library, share)
  }

  /** @throws Refusal as {@link compile} */
  promptPack(ruleset: RulesetText, library: LibraryText, share?: ShareOfCaller): Promise<Members> {
    return this.describe('prompt-pack', ruleset, library, share)
  }

  /**
   * `changes` lists what means something else since an engine.
   * @throws Refusal as {@link compile}
   */
  async review(ruleset: RulesetText, library: LibraryText): Promise<DescribedReview> {
    const { text, document, changes } = await this.describe('review', ruleset, library)
    return {
      text: JSON.parse(text!) as string,
      document: JSON.parse(document!) as ReviewDocument,
      changes: JSON.parse(changes!) as EngineChange[],
    }
  }

  /** @throws Refusal as {@link compile} */
  async reads(ruleset: RulesetText, library: LibraryText): Promise<AssertionReads> {
    return parseReads(await this.describe('reads', ruleset, library))
  }

  /** The parts that cite clauses of documents, and all assertions. @throws Refusal as {@link compile} */
  async citing(ruleset: RulesetText, library: LibraryText): Promise<readonly CitingText[]> {
    const { rules } = await this.describe('citing', ruleset, library)
    return JSON.parse(rules!) as readonly CitingText[]
  }

  /** In the given order. Rulesets that no longer compile are marked, not refused. */
  async outline(rulesets: readonly RulesetText[], library: LibraryText): Promise<readonly RulesetOutline[]> {
    const answer = await this.workers.run('compute', { kind: 'outline', rulesets, library, limits: this.limits }, [
      'outlined',
    ])
    return answer.outlines
  }

  /** In the given order. */
  async passages(sources: readonly string[]): Promise<readonly (readonly Passage[])[]> {
    const { passages } = await this.workers.run('compute', { kind: 'passages', sources, limits: this.limits }, [
      'split',
    ])
    return passages
  }

  /** Synchronous for a small library. */
  bridge(library: LibraryText, from: string, to: string): Bridge | Promise<Bridge> {
    return this.inline.bridge(library, from, to) ?? this.bridgeInWorker(library, from, to)
  }

  private async bridgeInWorker(library: LibraryText, from: string, to: string): Promise<Bridge> {
    const answer = await this.workers.run('compute', { kind: 'bridge', library, from, to }, ['bridged'])
    return answer.bridge
  }

  /**
   * Builds entries in a worker if there are many, and here if no worker answers, so that no entry is lost with a
   * worker.
   */
  async buildEntries(entries: EntriesToBuild): Promise<BuiltEntries> {
    if (entries.lines.length <= INLINE_BODY_LENGTH) return buildEntries(entries)
    try {
      const answer = await this.pools.entries.run({ kind: 'entries', entries })
      return demandAnswer(answer, ['built']).built
    } catch (error) {
      if (error instanceof JobFaultError) throw error
      return buildEntries(entries)
    }
  }

  /** In the given order. Sources are those of stored rulesets. */
  async unitChanges(
    rulesets: readonly (RulesetText | UnitUse)[],
    before: LibraryText,
    after: LibraryText,
  ): Promise<readonly UnitFinding[]> {
    const job = { kind: 'unit-changes', rulesets, before, after, limits: this.limits } as const
    const answer = await this.workers.run('compute', job, ['unit-changes'])
    return answer.findings
  }

  /**
   * @returns members as canonical JSON
   * @throws Refusal as {@link compile}
   */
  async meaning(question: MeaningQuestion, share?: ShareOfCaller): Promise<Members> {
    const job = { kind: 'meaning', question, limits: this.limits, mode: this.mode } as const
    const answer = await this.workers.run('meaning', job, ['compiled'], share)
    return answer.members
  }

  /**
   * Decides a call of a tool.
   * @throws Refusal as {@link compile}
   */
  decideCall(
    under: RulesetUnder,
    { guard, call }: CallQuestion,
    share?: ShareOfCaller,
  ): CallAnswered | Promise<CallAnswered> {
    const question = { kind: 'call', of: under, guard: JSON.stringify(guard), call: writeCall(call) } as const
    const key = keyOfCall(question)
    const known = this.decidedCalls.get(key)
    if (known !== undefined) return readCallAnswer(known)
    const decided = this.inline.decideCall(under, guard, call)
    return decided === null ? this.askCall(question, key, share) : { mistakes: [], decided }
  }

  /** Whether the claim map of a guard fits its ruleset. @throws Refusal as {@link compile} */
  async guardMistakes(under: RulesetUnder, guard: ToolGuard, share?: ShareOfCaller): Promise<CallAnswered['mistakes']> {
    const question = { kind: 'call', of: under, guard: JSON.stringify(guard), call: null } as const
    return readCallAnswer(await this.meaning(question, share)).mistakes
  }

  private async askCall(question: CallJob, key: string, share?: ShareOfCaller): Promise<CallAnswered> {
    const members = await this.meaning(question, share)
    this.decidedCalls.set(key, members)
    return readCallAnswer(members)
  }

  /** Scenarios of a blind test, as canonical JSON. @throws Refusal as {@link compile} */
  async scenarios(of: RulesetUnder): Promise<string> {
    const key = `scenarios:${of.ruleset.hash}:${of.library.hash ?? ''}`
    const members = this.payloads.get(key) ?? (await this.meaning({ kind: 'scenarios', of }))
    this.payloads.set(key, members)
    return members.scenarios!
  }

  private async describe(
    kind: Described,
    ruleset: RulesetText,
    library: LibraryText,
    share?: ShareOfCaller,
  ): Promise<Members> {
    const key = payloadKey(kind, ruleset, library)
    const cached = this.payloads.get(key)
    if (cached !== undefined) return cached
    const job = { kind, ruleset, library, limits: this.limits } as const
    const answer = await this.workers.run('compute', job, ['compiled'], share)
    this.payloads.set(key, answer.members)
    return answer.members
  }

  /**
   * Returns canonical bytes, synchronously if the event loop can decide.
   * @throws Refusal VALIDATION_REJECTED, COMPILE_FAILED, BUDGET_EXCEEDED, ENGINE_BUSY
   */
  check(
    ruleset: RulesetText,
    library: LibraryText,
    claims: ClaimsInput,
    share?: ShareOfCaller,
  ): string | Promise<string> {
    return this.tracing.span(
      DECIDE,
      () => this.inline.check(ruleset, library, claims, inBytes) ?? this.checkInWorker(ruleset, library, claims, share),
    )
  }

  /** @throws Refusal as {@link check} */
  assertions(
    ruleset: RulesetText,
    library: LibraryText,
    claims: ClaimsInput,
    share?: ShareOfCaller,
  ): readonly CheckedAssertion[] | Promise<readonly CheckedAssertion[]> {
    return this.tracing.span(
      DECIDE,
      () =>
        this.inline.check(ruleset, library, claims, inObjects) ??
        this.checkInWorker(ruleset, library, claims, share).then(parseCheckedAssertions),
    )
  }

  /** Never waits for a worker. @throws NotImmediateError */
  readonly atOnce: Pick<EngineDispatch, 'check' | 'assertions' | 'reads'> = {
    check: (ruleset, library, claims) => demandImmediate(this.inline.check(ruleset, library, claims, inBytes)),
    assertions: (ruleset, library, claims) => demandImmediate(this.inline.check(ruleset, library, claims, inObjects)),
    reads: async (ruleset, library) =>
      parseReads(demandImmediate(this.payloads.get(payloadKey('reads', ruleset, library)))),
  }

  /** Never waits for a solver. @throws NeedsSolverError only for claims that fit */
  readonly withoutSolver: Pick<EngineDispatch, 'check' | 'assertions' | 'reads'> = {
    check: (ruleset, library, claims, share) =>
      this.inline.check(ruleset, library, claims, inBytes) ?? this.computed(ruleset, library, claims, share),
    assertions: (ruleset, library, claims, share) =>
      this.inline.check(ruleset, library, claims, inObjects) ??
      this.computed(ruleset, library, claims, share).then(parseCheckedAssertions),
    reads: (ruleset, library) => this.reads(ruleset, library),
  }

  /** @throws NeedsSolverError */
  private async computed(
    ruleset: RulesetText,
    library: LibraryText,
    claims: ClaimsInput,
    share: ShareOfCaller | undefined,
  ): Promise<string> {
    const bytes = await this.compute(checkJob(ruleset, library, this.limits, claims), share)
    if (bytes === null) throw new NeedsSolverError('only a solver can answer')
    return bytes
  }

  /** Null if it needs a solver. */
  private async compute(job: CheckJob, share: ShareOfCaller | undefined): Promise<string | null> {
    if (this.mode !== 'tiers') return null
    const part = { ...job, mode: 'tiers', maySolve: false } as const
    const answer = await this.workers.run('compute', part, ['checked', 'needs solver'], share)
    return answer.status === 'checked' ? answer.bytes : null
  }

  private async checkInWorker(
    ruleset: RulesetText,
    library: LibraryText,
    claims: ClaimsInput,
    share: ShareOfCaller | undefined,
  ): Promise<string> {
    const job = checkJob(ruleset, library, this.limits, claims)
    const computed = await this.compute(job, share)
    if (computed !== null) return computed
    const answer = await this.workers.run('solvers', { ...job, mode: this.mode, maySolve: true }, ['checked'], share)
    return answer.bytes
  }

  /** One dictionary a line of JSON. @throws Refusal as {@link compile} */
  checkLines(
    ruleset: RulesetText,
    library: LibraryText,
    lines: Uint8Array,
    policy: RetryPolicy,
  ): Promise<CheckedLines> {
    const job = { kind: 'batch', ruleset, library, limits: this.limits, mode: this.mode } as const
    return checkLines(this.workers, job, lines, policy)
  }
}

export interface DescribedReview {
  readonly text: string
  readonly document: ReviewDocument
  readonly changes: readonly EngineChange[]
}

type CheckJob = Omit<Extract<EngineJob, { kind: 'check' }>, 'mode' | 'maySolve'>

function checkJob(ruleset: RulesetText, library: LibraryText, limits: EngineLimits, claims: ClaimsInput): CheckJob {
  const text: ClaimsText = claims.from === 'body' ? claims : { from: 'text', text: writeJson(claims.value) }
  return { kind: 'check', ruleset, library, limits, claims: text }
}

type Described = 'compile' | 'prompt-pack' | 'review' | 'reads' | 'citing'

function payloadKey(kind: Described, ruleset: RulesetText, library: LibraryText): string {
  return `${kind}:${ruleset.hash}:${library.hash ?? ''}`
}

function parseReads({ reads }: Members): AssertionReads {
  return JSON.parse(reads!) as AssertionReads
}

function demandImmediate<T>(answer: T | null | undefined): T {
  if (answer === null || answer === undefined) throw new NotImmediateError('only a worker can answer')
  return answer
}
