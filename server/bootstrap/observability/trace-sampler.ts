/** Decides whether a trace is recorded before anything about it is made, by the rules of OpenTelemetry. */
import { type Context, ROOT_CONTEXT, type SpanContext, TraceFlags, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import {
  type IdGenerator,
  RandomIdGenerator,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node'
import type { TraceSampler as Settings } from '../../config/observability'

export class TraceSampler {
  private readonly random = new RandomIdGenerator()
  private readonly byTraceId: TraceIdRatioBasedSampler
  private readonly isParentBased: boolean
  /** The trace that was begun last. */
  private begunId: string | null = null

  constructor({ parentBased, ratio }: Settings) {
    this.isParentBased = parentBased
    this.byTraceId = new TraceIdRatioBasedSampler(ratio)
  }

  /** For the provider of spans. The next trace that it begins gets the id that was decided about. */
  readonly ids: IdGenerator = {
    generateTraceId: () => {
      const id = this.begunId ?? this.random.generateTraceId()
      this.begunId = null
      return id
    },
    generateSpanId: () => this.random.generateSpanId(),
  }

  /**
   * @param traceparent of the caller; a new trace begins if it is absent or not valid
   * @returns the context in which the first span starts at once; null if the trace is not recorded
   */
  begin(traceparent: unknown): Context | null {
    const parent = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null
    if (parent !== null) return this.accepts(parent) ? trace.setSpanContext(ROOT_CONTEXT, remote(parent)) : null
    const traceId = this.random.generateTraceId()
    if (!this.acceptsId(traceId)) return null
    this.begunId = traceId
    return ROOT_CONTEXT
  }

  /** A traceparent whose trace is not recorded, so that its receiver does not decide again. */
  unrecorded(): string {
    return `00-${this.random.generateTraceId()}-${this.random.generateSpanId()}-00`
  }

  private accepts({ traceId, traceFlags }: SpanContext): boolean {
    return this.isParentBased ? (traceFlags & TraceFlags.SAMPLED) !== 0 : this.acceptsId(traceId)
  }

  private acceptsId(traceId: string): boolean {
    return this.byTraceId.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED
  }
}

function remote(parent: SpanContext): SpanContext {
  return { ...parent, isRemote: true }
}
