import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { FrameContent, GuardrailError } from '../../api/schemas/frame'
import type { promptPack } from '../../api/schemas/prompt-pack'
import type { LosslessJson } from '../../language/numeric/lossless-json'
import type { Caller } from '../calls/caller'
import type { RetryPolicy } from '../engine-pool/check-lines'
import type { JsonSchema } from '../models/completion'
import { isObject } from '../models/find-object'
import type { Model, Reading } from '../models/model'
import { makePromptPack, type PromptPackDependencies } from '../rulesets/make-prompt-pack'
import {
  type CheckedClaims,
  type ClaimDictionary,
  type CountedClaims,
  errorOfRefusal,
  retryWhileBusy,
} from './claim-check'
import { type ClaimEvidence, passingError } from './evaluation'
import { inputOf, instructionsOf } from './model-task'
import { MAX_QUOTE_CHARACTERS, readQuotedClaims } from './quoted-claims'
import type { Vote } from './votes'

export interface ExtractionTask {
  readonly instructions: string
  /** Whether the model quotes the passage of each value. */
  readonly quotes: boolean
  /** The same object for one ruleset, because endpoints remember a refused schema by identity. */
  readonly schema: JsonSchema
}

type Pack = z.output<typeof promptPack>

const MAX_CACHED_BYTES = 16_000_000
const MAX_FAILURES = 50
/** Lets several runs differ. */
const TEMPERATURE = 0.7

export class ExtractionTasks {
  private readonly cached = new LRUCache<string, ExtractionTask>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ instructions }) => 2 * instructions.length + 1,
  })

  constructor(private readonly dependencies: PromptPackDependencies & Pick<RetryPolicy, 'pause'>) {}

  /** Requests the prompt pack each time, so that a ruleset of another namespace stays not found. */
  async taskOf(
    caller: Caller,
    { rulesetHash, quotes }: { readonly rulesetHash: string; readonly quotes: boolean },
    signal: AbortSignal,
  ): Promise<Vote<ExtractionTask>> {
    try {
      const request = { ruleset_hash: rulesetHash }
      const { body } = await retryWhileBusy(this.dependencies.pause, signal, () =>
        makePromptPack(this.dependencies, { caller }, request),
      )
      const key = `${rulesetHash}:${caller.account.unitLibraryHash ?? ''}:${quotes}`
      const task = this.cached.get(key) ?? taskOfPack(JSON.parse(body) as Pack, quotes)
      this.cached.set(key, task)
      return { ok: true, value: task }
    } catch (error) {
      return { ok: false, error: errorOfRefusal(error) }
    }
  }
}

export interface ExtractionRun {
  readonly task: ExtractionTask
  readonly frame: FrameContent
  readonly model: string | null
  /** From 1 to `runs`. */
  readonly run: number
  readonly runs: number
  readonly check: (claims: ClaimDictionary) => Promise<CheckedClaims | UndecidedClaims>
}

/** Only a solver can decide these claims. */
export interface UndecidedClaims {
  readonly ok: true
  readonly claims: ClaimDictionary
  readonly evidence?: ClaimEvidence
  readonly result: null
}

export type AcceptedClaims = UndecidedClaims | CountedClaims

/**
 * If the ruleset rejects the first claims, or their quotes are not found, a second call names every failure. Values of
 * the second answer without their quotes are dropped.
 * @throws the reason of `signal` once it is aborted
 */
export async function extractClaims(
  model: Model,
  { task, frame, run, runs, check, ...options }: ExtractionRun,
  signal: AbortSignal,
): Promise<Vote<AcceptedClaims>> {
  let rejected: GuardrailError | null = null
  let isFirst = true
  const read = async (value: LosslessJson): Promise<Reading<Vote<AcceptedClaims>>> => {
    if (!isObject(value)) return { ok: false, problem: 'it is not a JSON object' }
    const quoted = task.quotes ? readQuotedClaims(value, frame) : { claims: value, evidence: null }
    if (quoted === null) return { ok: false, problem: 'its members claims and quotes must be JSON objects' }
    const { claims, evidence } = quoted
    const mayMend = isFirst && evidence !== null && evidence.unquoted.length > 0
    isFirst = false
    if (mayMend) return { ok: false, problem: unquotedList(evidence.unquoted) }
    const checked = await check(claims)
    if (checked.ok) return { ok: true, value: { ok: true, value: { ...checked, ...(evidence && { evidence }) } } }
    // The model cannot mend this.
    if (checked.error.code !== 'CLAIMS_REJECTED') return { ok: true, value: { ok: false, error: checked.error } }
    rejected = passingError('CLAIMS_REJECTED', `Twice no usable claims were extracted. ${checked.error.message}`)
    return { ok: false, problem: failureList(checked.failures ?? []) }
  }
  const answer = await model.generateObject(
    {
      ...options,
      instructions: task.instructions,
      input: inputOf(frame),
      temperature: runs === 1 ? 0 : TEMPERATURE,
      seed: runs === 1 ? null : run,
      ...{ name: 'claims', schema: task.schema, read },
    },
    signal,
  )
  if (answer.ok) return answer.value
  return { ok: false, error: answer.cause === 'wrong_form' ? (rejected ?? answer.error) : answer.error }
}

function failureList(failures: NonNullable<Extract<CheckedClaims, { ok: false }>['failures']>): string {
  const list = JSON.stringify(failures.slice(0, MAX_FAILURES))
  return `these values do not fit (a JSON list; its strings are material too): ${list}`
}

function unquotedList(claims: readonly string[]): string {
  const list = JSON.stringify(claims.slice(0, MAX_FAILURES))
  return `the quotes of these claims are not in the material, word for word (a JSON list): ${list}`
}

function taskOfPack({ integrity_rule, prompts, claim_schema }: Pack, quotes: boolean): ExtractionTask {
  const claims = prompts.map(({ claim, question, context, answer_format, unknown_rule }) =>
    JSON.stringify({ claim, question, ...(context === undefined ? {} : { context }), answer_format, unknown_rule }),
  )
  const form = quotes ? QUOTED_FORM : 'Answer with one JSON object from claim name to value, every claim in it.'
  const task = `${integrity_rule}\n\n${form} The claims, one a line:\n${claims.join('\n')}`
  const schema = plainSchema(claim_schema)
  return { instructions: instructionsOf(task), quotes, schema: quotes ? quotedSchema(schema) : schema }
}

const QUOTED_FORM = `Answer with one JSON object of two members. claims is an object from claim name to value, every claim in it. quotes is an object from claim name to the passage that the value was read from, every claim in it: copied word for word from one text of the material, at most ${MAX_QUOTE_CHARACTERS} characters, and empty if the claim is unknown. A value whose passage is not in the material is not used.`

function quotedSchema(claims: JsonSchema): JsonSchema {
  const names = Object.keys((claims.properties ?? {}) as Readonly<Record<string, JsonSchema>>)
  const quotes = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names,
    additionalProperties: false,
  }
  return { type: 'object', properties: { claims, quotes }, required: ['claims', 'quotes'], additionalProperties: false }
}

/**
 * Drops members that some endpoints reject, and bounds: a model that may not write a value in the text's unit would
 * invent another.
 */
function plainSchema({ $schema: _schema, title: _title, properties, ...schema }: JsonSchema): JsonSchema {
  const claims = Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>)
  return {
    ...schema,
    properties: Object.fromEntries(claims.map(([claim, value]) => [claim, withoutBounds(value)])),
  }
}

function withoutBounds({ examples: _e, pattern: _p, minimum: _min, maximum: _max, ...value }: JsonSchema): JsonSchema {
  return value
}
