/**
 * Sends traces to an OpenTelemetry collector. Spans contain no text of a client, an author or a model, no names and no
 * addresses. An unreachable collector slows no call. Nothing is registered globally, because libraries would write
 * addresses into spans, and some addresses are secrets.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node'
import type { TracesSettings } from '../../config/observability'
import type { SpanName, SpanOf, Tracing } from '../../services/calls/tracing'

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

export interface RequestSpan {
  /** Spans that `answer` starts become its children. */
  run(answer: () => void): void
  end(status: number): void
}

export interface Traces {
  requestSpan(labels: { readonly method: string; readonly route: string }, headers: RequestHeaders): RequestSpan
  readonly tracing: Tracing
  /** @param outcome attributes of the result */
  span<T>(name: string, attributes: Attributes, work: () => Promise<T>, outcome?: (result: T) => Attributes): Promise<T>
  /** Sends the rest. */
  close(): Promise<void>
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

/** @param exporter for tests, like `sendEveryMs` */
export function openTraces(
  { endpoint, headers, serviceName, ratio }: TracesSettings,
  version: string,
  exporter: SpanExporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  }),
  sendEveryMs = SEND_EVERY_MS,
): Traces {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, { exportTimeoutMillis: EXPORT_TIMEOUT_MS, scheduledDelayMillis: sendEveryMs }),
    ],
  })
  const tracer = provider.getTracer(SCOPE, version)
  const propagator = new W3CTraceContextPropagator()
  const active = new AsyncLocalStorage<Context>()
  const present = () => active.getStore() ?? ROOT_CONTEXT
  const parentOf = ({ parent }: SpanOf) =>
    parent === undefined
      ? present()
      : propagator.extract(ROOT_CONTEXT, parent === null ? {} : { traceparent: parent }, defaultTextMapGetter)
  const tracing: Tracing = {
    current: () => {
      const headers: { traceparent?: string } = {}
      propagator.inject(present(), headers, defaultTextMapSetter)
      return headers.traceparent ?? null
    },
    span: (described, work) => {
      const { name, attributes = {} } = described
      const parent = parentOf(described)
      const span = tracer.startSpan(name, { attributes, kind: KINDS[name] ?? SpanKind.INTERNAL }, parent)
      return endWithWork(span, () => active.run(trace.setSpan(parent, span), work))
    },
  }
  return {
    tracing,
    requestSpan: ({ method, route }, requestHeaders) => {
      const attributes = { 'http.request.method': method, 'http.route': route }
      const parent = propagator.extract(ROOT_CONTEXT, requestHeaders, defaultTextMapGetter)
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
      return {
        run: (answer) => active.run(trace.setSpan(parent, span), answer),
        end: (status) => endRequest(span, status),
      }
    },
    span: async (name, attributes, work, outcome = () => ({})) => {
      const parent = active.getStore() ?? ROOT_CONTEXT
      const span = tracer.startSpan(name, { attributes }, parent)
      try {
        const result = await active.run(trace.setSpan(parent, span), work)
        span.setAttributes(outcome(result))
        return result
      } catch (error) {
        markFailed(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    close: () => provider.shutdown().catch(() => undefined),
  }
}

/** The span ends with `work`, or with its promise. */
function endWithWork<T>(span: Span, work: () => T): T {
  let result: T
  try {
    result = work()
  } catch (error) {
    markFailed(span, error)
    span.end()
    throw error
  }
  if (!(result instanceof Promise)) {
    span.end()
    return result
  }
  // The failure also reaches whoever awaits the result.
  result.then(
    () => span.end(),
    (error: unknown) => {
      markFailed(span, error)
      span.end()
    },
  )
  return result
}

function endRequest(span: Span, status: number): void {
  span.setAttribute('http.response.status_code', status)
  if (status >= FIRST_ERROR_STATUS) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** Omits the message, which may quote what was sent. */
function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
}
