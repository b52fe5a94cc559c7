/**
 * A span that is recorded, and the trace that it belongs to. When a span ends it is written as a Span of OTLP in JSON, by
 * joining texts, so that a batch is sent without walking objects.
 */
import { newSpanId } from './trace-context'

export const SpanKind = { internal: 1, server: 2, producer: 4, consumer: 5 } as const
export type SpanKind = (typeof SpanKind)[keyof typeof SpanKind]

/** The description is omitted, because it may quote what was sent. */
export const ERROR_STATUS = '"code":2'

export interface Recorder {
  readonly record: (span: string) => void
  /** Called when the last open span of the trace ended. */
  readonly closed: () => void
}

export class OpenTrace {
  private openSpans = 0
  /** Milliseconds from the monotonic clock to the time of day, the same for all spans of the trace. */
  private readonly epoch = Date.now() - performance.now()

  constructor(
    readonly traceId: string,
    private readonly recorder: Recorder,
  ) {}

  get isOpen(): boolean {
    return this.openSpans > 0
  }

  start(name: string, kind: SpanKind, parentSpanId: string | null): Span {
    this.openSpans++
    return new Span(this, name, kind, parentSpanId, this.time())
  }

  /** Microseconds since 1970. */
  time(): number {
    return Math.round((this.epoch + performance.now()) * 1_000)
  }

  ended(span: string): void {
    this.recorder.record(span)
    this.openSpans--
    if (this.openSpans === 0) this.recorder.closed()
  }
}

export class Span {
  readonly spanId = newSpanId()
  private attributes = ''
  private hasEnded = false

  constructor(
    readonly trace: OpenTrace,
    private readonly name: string,
    private readonly kind: SpanKind,
    private readonly parentSpanId: string | null,
    private readonly startedAt: number,
  ) {}

  /** @param attributes whose names need no escapes */
  add(attributes: Readonly<Record<string, string | number>>): void {
    for (const key in attributes) {
      const value = attributes[key]!
      const text = typeof value === 'number' ? `{"intValue":"${value}"}` : `{"stringValue":${JSON.stringify(value)}}`
      this.attributes += `${this.attributes === '' ? '' : ','}{"key":"${key}","value":${text}}`
    }
  }

  /** @param status members of the status of OTLP @see ERROR_STATUS */
  end(status: string): void {
    if (this.hasEnded) return
    this.hasEnded = true
    const { trace, spanId, parentSpanId, name, kind, startedAt, attributes } = this
    const parent = parentSpanId === null ? '' : `"parentSpanId":"${parentSpanId}",`
    trace.ended(
      `{"traceId":"${trace.traceId}","spanId":"${spanId}",${parent}"flags":1,"name":${JSON.stringify(name)},"kind":${kind},"startTimeUnixNano":"${startedAt}000","endTimeUnixNano":"${trace.time()}000","attributes":[${attributes}],"status":{${status}}}`,
    )
  }
}
