/**
 * Sends traces to an OpenTelemetry collector. Spans contain no text of a client, an author or a model, no names and no
 * addresses. An unreachable collector slows no call. A trace begins with a request or a message of the bus, and is decided
 * there: work outside a recorded trace costs one look at the context. The context is followed only while a recorded trace
 * is open, because Node.js then calls a hook for every promise of the process (decisions/074).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { TracesSettings } from '../../config/observability'
import type { SpanName, SpanOf, Tracing } from '../../services/calls/tracing'
import { ERROR_STATUS, OpenTrace, type Span, SpanKind } from './recorded-span'
import { SpanSender } from './span-sender'
import { newSpanId, newTraceId, parseTraceparent, sampleTrace, traceparentOf } from './trace-context'

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>
type Attributes = Readonly<Record<string, string | number>>

export interface RequestSpan {
  /** Spans that `answer` starts become its children. */
  run(answer: () => void): void
  end(status: number): void
}

export interface Traces {
  /** Returns null if the request is not traced. */
  requestSpan(labels: { readonly method: string; readonly route: string }, headers: RequestHeaders): RequestSpan | null
  readonly tracing: Tracing
  /** @param outcome attributes of the result */
  span<T>(name: string, attributes: Attributes, work: () => Promise<T>, outcome?: (result: T) => Attributes): Promise<T>
  /** Sends the rest. */
  close(): Promise<void>
}

const SEND_EVERY_MS = 5_000
const FIRST_ERROR_STATUS = 500
/** Spans that cross the bus; others are internal. */
const KINDS: Partial<Record<SpanName, SpanKind>> = {
  'send frame': SpanKind.producer,
  'process frame': SpanKind.consumer,
}

/** @param sendEveryMs for tests */
export function openTraces(settings: TracesSettings, version: string, sendEveryMs = SEND_EVERY_MS): Traces {
  const { sampler } = settings
  const sender = new SpanSender(settings, version, sendEveryMs)
  const active = new AsyncLocalStorage<Span | undefined>()
  let openTraceCount = 0
  const newTrace = (traceId: string) => {
    openTraceCount++
    return new OpenTrace(traceId, {
      record: (span) => sender.add(span),
      closed: () => {
        openTraceCount--
        if (openTraceCount === 0) active.disable()
      },
    })
  }
  // A socket or timer that a traced request made may outlive the trace, and would return its span.
  const present = () => {
    const span = active.getStore()
    return span?.trace.isOpen ? span : null
  }
  const beginTrace = (parent: string | string[] | null | undefined, name: string, kind: SpanKind): Span | null => {
    const sampled = sampleTrace(sampler, parseTraceparent(parent))
    return sampled === null ? null : newTrace(sampled.traceId).start(name, kind, sampled.parentSpanId)
  }
  const untraced = <T>(work: () => T): T => (present() === null ? work() : active.run(undefined, work))

  const tracing: Tracing = {
    current: () => {
      const span = present()
      // Without a recorded span the trace was decided against, and whoever gets the message must not decide again.
      return span === null
        ? traceparentOf(newTraceId(), newSpanId(), false)
        : traceparentOf(span.trace.traceId, span.spanId, true)
    },
    span: ({ name, parent, attributes }: SpanOf, work) => {
      const kind = KINDS[name] ?? SpanKind.internal
      if (parent !== undefined) {
        const begun = beginTrace(parent, name, kind)
        if (begun === null) return untraced(work)
        if (attributes !== undefined) begun.add(attributes)
        return endWithWork(begun, () => active.run(begun, work))
      }
      const above = present()
      if (above === null) return work()
      const span = above.trace.start(name, kind, above.spanId)
      if (attributes !== undefined) span.add(attributes)
      return endWithWork(span, () => active.run(span, work))
    },
  }
  return {
    tracing,
    requestSpan: ({ method, route }, { traceparent }) => {
      const span = beginTrace(traceparent, `${method} ${route}`, SpanKind.server)
      if (span === null) return null
      span.add({ 'http.request.method': method, 'http.route': route })
      return {
        run: (answer) => active.run(span, answer),
        end: (status) => {
          span.add({ 'http.response.status_code': status })
          span.end(status >= FIRST_ERROR_STATUS ? ERROR_STATUS : '')
        },
      }
    },
    span: (name, attributes, work, outcome) => {
      const above = present()
      if (above === null) return work()
      const span = above.trace.start(name, SpanKind.internal, above.spanId)
      span.add(attributes)
      const done = async () => {
        const result = await work()
        if (outcome !== undefined) span.add(outcome(result))
        return result
      }
      return endWithWork(span, () => active.run(span, done))
    },
    close: () => sender.close(),
  }
}

/** The span ends with `work`, or with its promise. */
function endWithWork<T>(span: Span, work: () => T): T {
  let result: T
  try {
    result = work()
  } catch (error) {
    endFailed(span, error)
    throw error
  }
  if (!(result instanceof Promise)) {
    span.end('')
    return result
  }
  // The failure also reaches whoever awaits the result.
  result.then(
    () => span.end(''),
    (error: unknown) => endFailed(span, error),
  )
  return result
}

/** Omits the message, which may quote what was sent. */
function endFailed(span: Span, error: unknown): void {
  span.add({ 'error.type': error instanceof Error ? error.name : 'unknown' })
  span.end(ERROR_STATUS)
}
