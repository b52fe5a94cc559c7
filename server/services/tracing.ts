/**
 * Spans, as the services begin them; `bootstrap/observability/traces.ts` makes them where an operator has configured traces.
 *
 * Promises: a span holds kinds, codes and durations, and nothing that a client, an author or a model wrote. The context of a
 * trace travels with a message as the text of W3C Trace Context, so that the work of another process joins the trace.
 */
export type SpanName = 'send frame' | 'process frame' | 'decide' | 'solver job' | 'compute job' | 'meaning job'

export interface SpanOf {
  readonly name: SpanName
  /**
   * The traceparent that came with a message; null where it came with none: the span begins a trace. Absent: the span is a
   * child of the one in which it begins.
   */
  readonly parent?: string | null
  readonly attributes?: Readonly<Record<string, string | number>>
}

export interface Tracing {
  /** Runs `work` in a span, which ends with it, or with its promise. @throws what `work` throws */
  span<T>(span: SpanOf, work: () => T): T
  /** The traceparent of the present span, for a message; null where nothing is traced. */
  current(): string | null
}

export const UNTRACED: Tracing = {
  span: (_span, work) => work(),
  current: () => null,
}
