/**
 * Turns of this process for drafting and second readings. They hold at most half of the slots of the endpoint, so that
 * frames need not wait for a slow draft. A namespace holds at most half of these, and the one with the least work so far
 * is next.
 */
import { Refusal } from '../../api/refusal'
import { FairTurns } from '../guardrails/frames/fair-turns'
import { addTokens, type TokenUse } from '../models/completion'
import { ConcurrencyLimit } from '../models/concurrency-limit'
import type { Model, ModelRequest, ObjectRequest } from '../models/model'

/** The model of the deployment, and how many calls this process may make at once. */
export interface DraftingModel {
  readonly model: Model
  readonly concurrency: number
}

/** Calls of one namespace that run or wait. A page makes one at a time. */
export const MAX_CALLS_OF_NAMESPACE = 8
const RETRY_AFTER_MS = 5_000

export type Asked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly cause: string }

export type ModelTask<T> = Pick<ObjectRequest<T>, 'instructions' | 'name' | 'schema' | 'read'> & {
  /** Becomes one JSON document, so that no text in it can end its quotation. */
  readonly given: Readonly<Record<string, unknown>>
}

export class ModelTurns {
  private readonly turns: FairTurns
  private readonly slots: number
  private readonly namespaces = new Map<string, { readonly limit: ConcurrencyLimit; calls: number }>()

  constructor(
    private readonly drafting: DraftingModel,
    now: () => number,
    pause: (milliseconds: number) => Promise<void>,
  ) {
    this.slots = halfOf(drafting.concurrency)
    this.turns = new FairTurns({ slots: this.slots, now, pause })
  }

  /** @throws Refusal ENGINE_BUSY if the namespace has too many calls; the reason of `signal`; errors of the work */
  async run<T>(namespaceId: string, signal: AbortSignal, work: (calls: ModelCalls) => Promise<T>): Promise<T> {
    const own = this.namespaces.get(namespaceId) ?? { limit: new ConcurrencyLimit(halfOf(this.slots)), calls: 0 }
    if (own.calls >= MAX_CALLS_OF_NAMESPACE)
      throw new Refusal(
        'ENGINE_BUSY',
        `This namespace already has ${own.calls} drafts, readings or replays under way. Wait until one of them is done, or cancel it.`,
        { retry_after_ms: RETRY_AFTER_MS },
      )
    this.namespaces.set(namespaceId, own)
    own.calls++
    try {
      const begin = () => this.turns.run(namespaceId, signal, () => work(new ModelCalls(this.drafting.model, signal)))
      return await own.limit.run(begin, signal)
    } finally {
      own.calls--
      if (own.calls === 0) this.namespaces.delete(namespaceId)
    }
  }
}

function halfOf(slots: number): number {
  return Math.max(1, Math.floor(slots / 2))
}

/** The calls of one piece of work, with their cost. */
export class ModelCalls {
  private used: TokenUse | null = { input: 0, output: 0 }
  private made = 0

  constructor(
    private readonly model: Model,
    private readonly signal: AbortSignal,
  ) {}

  /** Null if the endpoint did not report the tokens of every answer. */
  get tokens(): TokenUse | null {
    return this.used
  }

  /** Completions so far. */
  get count(): number {
    return this.made
  }

  /** The model itself, asked once at a time, so that a task with many questions holds one slot. */
  asModel(): Model {
    const single = new ConcurrencyLimit(1)
    return {
      generateText: (request, signal) =>
        single.run(() => this.model.generateText(this.counted(request), signal), signal),
      generateObject: (request, signal) =>
        single.run(() => this.model.generateObject(this.counted(request), signal), signal),
    }
  }

  private counted<Request extends ModelRequest>(request: Request): Request {
    return { ...request, onTokens: (tokens) => this.countTokens(tokens) }
  }

  private countTokens(tokens: TokenUse | null): void {
    this.made++
    this.used = addTokens(this.used, tokens)
  }

  /** @throws the reason of the signal */
  async ask<T>({ given, ...task }: ModelTask<T>): Promise<Asked<T>> {
    const answer = await this.model.generateObject(
      {
        ...task,
        ...{ model: null, temperature: 0, seed: null, input: JSON.stringify(given) },
        onTokens: (tokens) => this.countTokens(tokens),
      },
      this.signal,
    )
    return answer.ok ? answer : { ok: false, cause: answer.error.message }
  }
}
