/**
 * Prometheus metrics. Labels have few values and contain no text of a client or an author. Counting never fails a call.
 */
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { DurationHistogram } from './duration-histogram'

/** Plain data, so that another process can add it up. */
export type MetricsSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

export interface RequestLabels {
  readonly method: string
  readonly route: string
  readonly status: number
}

export interface Metrics {
  requestBegan(): void
  requestEnded(labels: RequestLabels, seconds: number): void
  /**
   * @param target a type of guardrail, or `application` @param result a conclusion, an error code, `waiting`, `moves`
   * or `failed`
   */
  frameEvaluated(labels: { readonly target: string; readonly result: string }, seconds: number): void
  /** @param error code of the failure; empty if the model answered */
  modelAsked(error: string, seconds: number): void
  checksLogged(result: 'recorded' | 'lost', count: number): void
  snapshot(): Promise<MetricsSnapshot>
}

/** In seconds. */
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const WORK_BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

/** @param processMetrics also counts memory, event loop and processor time */
export function createMetrics({ processMetrics }: { readonly processMetrics: boolean }): Metrics {
  const registry = new Registry()
  const registers = [registry]
  if (processMetrics) collectDefaultMetrics({ register: registry })
  const requests = new DurationHistogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of HTTP requests, from the request line to the end of the answer.',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: REQUEST_BUCKETS,
    registers,
  })
  let active = 0
  new Gauge({
    name: 'http_server_active_requests',
    help: 'HTTP requests that are being answered.',
    registers,
    collect() {
      this.set(active)
    },
  })
  const frames = new DurationHistogram({
    name: 'touchstone_frame_evaluation_duration_seconds',
    help: 'Duration of one evaluation of a frame, by type of the target and what came of it.',
    labelNames: ['target', 'result'],
    buckets: WORK_BUCKETS,
    registers,
  })
  const logged = new Counter({
    name: 'touchstone_logged_checks_total',
    help: 'Checks of namespaces with a decision log, by whether they were recorded there or lost.',
    labelNames: ['result'],
    registers,
  })
  const models = new DurationHistogram({
    name: 'gen_ai_client_operation_duration_seconds',
    help: 'Duration of calls of the language model, with all their tries.',
    labelNames: ['gen_ai_operation_name', 'error_type'],
    buckets: WORK_BUCKETS,
    registers,
  })
  return {
    requestBegan: () => {
      active++
    },
    requestEnded: ({ method, route, status }, seconds) => {
      active--
      requests.seriesOf([method, route, status]).observe(seconds)
    },
    frameEvaluated: ({ target, result }, seconds) => frames.seriesOf([target, result]).observe(seconds),
    modelAsked: (error, seconds) => models.seriesOf(['chat', error]).observe(seconds),
    checksLogged: (result, count) => logged.inc({ result }, count),
    snapshot: () => registry.getMetricsAsJSON(),
  }
}

/** @param snapshots one of each process of the machine */
export function metricsText(snapshots: readonly MetricsSnapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate([...snapshots]).metrics()
}
