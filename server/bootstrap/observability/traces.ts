/**
 * Sends traces to an OpenTelemetry collector. Spans contain no text of a client, an author or a model, no names and no
 * addresses. An unreachable collector slows no call. Nothing is registered globally, because libraries would write
 * addresses into spans, and some addresses are secrets. A trace is decided when it begins, with a request or a message of
 * the bus: work outside a recorded trace costs one look at the context. The context is followed only while a recorded
 * span is open, because Node.js then calls a hook for every promise of the process (decisions/074).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Attributes, type Context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { TracesSettings } from '../../config/observability'
import type { SpanName, SpanOf, Tracing } from '../../services/calls/tracing'
import { TraceSampler } from './trace-sampler'

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

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

interface OpenTrace {
  openSpans: number
}

/** A recorded span that is open, and what its children need. */
interface OpenSpan {
  readonly span: Span
  readonly trace: OpenTrace
  readonly context: Context
}

const SCOPE = 'touchstone'
const EXPORT_TIMEOUT_MS = 5_000
const SEND_EVERY_MS = 5_000
const FIRST_ERROR_STATUS = 500
/** Spans that cross the bus; others are internal. */
const KINDS: Partial<Record<SpanName, SpanKind>> = {
  'send frame': SpanKind.PRODUCER,
  'process frame': SpanKind.CONSUMER,
}

/** @param sendEveryMs for tests */
export function openTraces(settings: TracesSettings, version: string, sendEveryMs = SEND_EVERY_MS): Traces {
  const { endpoint, headers, serviceName } = settings
  const sampler = new TraceSampler(settings.sampler)
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new AlwaysOnSampler(),
    idGenerator: sampler.ids,
    spanProcessors: [
      new BatchSpanProcessor(exporter, { exportTimeoutMillis: EXPORT_TIMEOUT_MS, scheduledDelayMillis: sendEveryMs }),
    ],
  })
  const tracer = provider.getTracer(SCOPE, version)
  const active = new AsyncLocalStorage<OpenSpan | undefined>()
  let openSpans = 0

  // A socket or timer that a traced request made may outlive the trace, and would return its span.
  const present = () => {
    const open = active.getStore()
    return open !== undefined && open.trace.openSpans > 0 ? open : null
  }
  const start = (
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    parent: Context,
    inside: OpenTrace,
  ): OpenSpan => {
    const span = tracer.startSpan(name, { kind, attributes }, parent)
    openSpans++
    inside.openSpans++
    return { span, trace: inside, context: trace.setSpan(parent, span) }
  }
  const startBelow = (above: OpenSpan, name: string, kind: SpanKind, attributes: Attributes) =>
    start(name, kind, attributes, above.context, above.trace)
  const begin = (context: Context, name: string, kind: SpanKind, attributes: Attributes): OpenSpan =>
    start(name, kind, attributes, context, { openSpans: 0 })
  const end = (open: OpenSpan) => {
    open.span.end()
    open.trace.openSpans--
    openSpans--
    if (openSpans === 0) active.disable()
  }
  /** The span ends with `work`, or with its promise. */
  const runWithin = <T>(open: OpenSpan, work: () => T): T => {
    let result: T
    try {
      result = active.run(open, work)
    } catch (error) {
      markFailed(open.span, error)
      end(open)
      throw error
    }
    if (!(result instanceof Promise)) {
      end(open)
      return result
    }
    // The failure also reaches the caller that awaits the result.
    result.then(
      () => end(open),
      (error: unknown) => {
        markFailed(open.span, error)
        end(open)
      },
    )
    return result
  }

  const tracing: Tracing = {
    current: () => {
      const open = present()
      if (open === null) return sampler.unrecorded()
      const { traceId, spanId } = open.span.spanContext()
      return `00-${traceId}-${spanId}-01`
    },
    span: ({ name, parent, attributes = {} }: SpanOf, work) => {
      const kind = KINDS[name] ?? SpanKind.INTERNAL
      const above = present()
      if (parent !== undefined) {
        const context = sampler.begin(parent)
        if (context !== null) return runWithin(begin(context, name, kind, attributes), work)
        return above === null ? work() : active.run(undefined, work)
      }
      return above === null ? work() : runWithin(startBelow(above, name, kind, attributes), work)
    },
  }
  return {
    tracing,
    requestSpan: ({ method, route }, { traceparent }) => {
      const context = sampler.begin(traceparent)
      if (context === null) return null
      const attributes = { 'http.request.method': method, 'http.route': route }
      const open = begin(context, `${method} ${route}`, SpanKind.SERVER, attributes)
      return {
        run: (answer) => active.run(open, answer),
        end: (status) => {
          open.span.setAttribute('http.response.status_code', status)
          if (status >= FIRST_ERROR_STATUS) open.span.setStatus({ code: SpanStatusCode.ERROR })
          end(open)
        },
      }
    },
    span: (name, attributes, work, outcome) => {
      const above = present()
      if (above === null) return work()
      const open = startBelow(above, name, SpanKind.INTERNAL, attributes)
      return runWithin(open, async () => {
        const result = await work()
        if (outcome !== undefined) open.span.setAttributes(outcome(result))
        return result
      })
    },
    close: () => provider.shutdown().catch(() => undefined),
  }
}

/** Omits the message, which may quote what was sent. */
function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
}
