import { VERSIONS } from '../api/terms/versions'
import type { Metrics, MetricsSnapshot } from './observability/metrics'
import type { Observers } from './observability/observe-requests'
import type { StartContext } from './open-database'

/** Loads the libraries only if they are used. */
export async function openObservers({ settings, log, closers }: StartContext): Promise<Observers> {
  const metrics = settings.metrics === null ? null : await countProcess()
  const logRequest: Observers['logRequest'] = log.isLevelEnabled('debug')
    ? (entry) => log.debug(entry, 'a request was answered')
    : null
  if (settings.traces === null) return { metrics, traces: null, logRequest }
  const { openTraces } = await import('./observability/traces')
  const traces = openTraces(settings.traces, VERSIONS.service_version)
  closers.push(() => traces.close())
  return { metrics, traces, logRequest }
}

async function countProcess(): Promise<Metrics> {
  const { createMetrics } = await import('./observability/metrics')
  return createMetrics({ processMetrics: true })
}

/** @throws StartRefusal if the port of the metrics is taken */
export async function serveOwnMetrics(context: StartContext, { metrics }: Observers): Promise<void> {
  if (metrics !== null) await serveMetrics(context, async () => [await metrics.snapshot()])
}

/** @throws StartRefusal if the port of the metrics is taken */
export async function serveMetrics(
  { settings, log, closers }: StartContext,
  collect: () => Promise<readonly MetricsSnapshot[]>,
): Promise<void> {
  if (settings.metrics === null) return
  const { openMetricsServer } = await import('./observability/metrics-server')
  const reportBug = (error: unknown) => log.error({ err: error }, 'the metrics could not be collected')
  const server = await openMetricsServer(settings.metrics, collect, reportBug)
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
}
