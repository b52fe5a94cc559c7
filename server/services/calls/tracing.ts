/**
 * Spans, created in `bootstrap/observability/traces.ts` if traces are configured. A span holds only kinds, codes and
 * durations, and no text of a client, author or model. Messages carry a W3C Trace Context, so that other processes join
 * the trace.
 */
export type SpanName = 'send frame' | 'process frame' | 'decide' | 'solver job' | 'compute job' | 'meaning job'

export interface SpanOf {
  readonly name: SpanName
  /** The message's traceparent. Null begins a trace; absent means a child of the current span. */
  readonly parent?: string | null
  readonly attributes?: Readonly<Record<string, string | number>>
}

export interface Tracing {
  /** The span ends with `work` or its promise. @throws what `work` throws */
  span<T>(span: SpanOf, work: () => T): T
  /** The current traceparent for a message; null if nothing is traced. */
  current(): string | null
}

export const UNTRACED: Tracing = {
  span: (_span, work) => work(),
  current: () => null,
}
