/**
 * Trace ids, the traceparent header of W3C Trace Context, and head sampling as OpenTelemetry specifies it
 * (https://opentelemetry.io/docs/specs/otel/trace/sdk/#traceidratiobased).
 */
import { randomFillSync } from 'node:crypto'
import type { TraceSampler } from '../../config/observability'

export interface ParentContext {
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean
}

/** A trace that is recorded. */
export interface SampledTrace {
  readonly traceId: string
  /** Null if the trace begins here. */
  readonly parentSpanId: string | null
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const SAMPLED = 1
/** The digits of a trace id that decide: the first 13 of the last 14, which number 2 ** 52 and fit a double. */
const [DECIDING_FROM, DECIDING_TO] = [18, 31] as const
const DECIDING_RANGE = 2 ** 52
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Returns null if the value is absent or not valid, so that a new trace begins. */
export function parseTraceparent(value: unknown): ParentContext | null {
  if (typeof value !== 'string') return null
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(value) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

export function traceparentOf(traceId: string, spanId: string, isSampled: boolean): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

/**
 * Decides about a trace, before anything about it is made. @param parent of the caller, if it sent one
 * @returns null if the trace is not recorded
 */
export function sampleTrace({ parentBased, ratio }: TraceSampler, parent: ParentContext | null): SampledTrace | null {
  if (parent === null) return sampleNewTrace(ratio)
  const { traceId, spanId: parentSpanId } = parent
  const isSampled = parentBased ? parent.isSampled : isSampledTraceId(traceId, ratio)
  return isSampled ? { traceId, parentSpanId } : null
}

/** Every process decides the same about a trace id. */
export function isSampledTraceId(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(DECIDING_FROM, DECIDING_TO), 16) >= (1 - ratio) * DECIDING_RANGE
}

/** Draws only the deciding digits of an id that is not used. */
function sampleNewTrace(ratio: number): SampledTrace | null {
  const deciding = drawWord() * 2 ** 20 + (drawWord() >>> 12)
  if (deciding < (1 - ratio) * DECIDING_RANGE) return null
  const digits = deciding.toString(16).padStart(DECIDING_TO - DECIDING_FROM, '0')
  const rest = newSpanId() + newSpanId()
  return { traceId: rest.slice(0, DECIDING_FROM) + digits + rest.slice(DECIDING_TO), parentSpanId: null }
}

export function newTraceId(): string {
  return newSpanId() + newSpanId()
}

/** 16 hexadecimal digits, of which one is not 0. */
export function newSpanId(): string {
  return wordText(drawWord() || 1) + wordText(drawWord())
}

function wordText(word: number): string {
  return BYTES[word >>> 24]! + BYTES[(word >>> 16) & 255]! + BYTES[(word >>> 8) & 255]! + BYTES[word & 255]!
}

const state = randomFillSync(new Uint32Array(4))

/**
 * 32 bits by xoshiro128++ (https://prng.di.unimi.it/), because ids are not secrets, and Next replaces `Math.random` by a
 * function that looks up the context of its caller.
 */
function drawWord(): number {
  const a = state[0]!
  const b = state[1]!
  const third = state[2]! ^ a
  const fourth = state[3]! ^ b
  const sum = (a + state[3]!) | 0
  const drawn = ((sum << 7) | (sum >>> 25)) + a
  state[1] = b ^ third
  state[0] = a ^ fourth
  state[2] = third ^ (b << 9)
  state[3] = (fourth << 11) | (fourth >>> 21)
  return drawn >>> 0
}
