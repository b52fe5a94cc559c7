import { expect, it } from 'vitest'
import { type CountingProcess, MetricsOfProcesses } from './metrics-of-processes'
import { createMetrics, metricsText } from './observability/metrics'
import type { ToServing } from './process-messages'

interface ProcessUnderTest extends CountingProcess {
  readonly received: ToServing[]
}

function newProcess(isConnected = true): ProcessUnderTest {
  const received: ToServing[] = []
  return { isConnected, received, send: (message) => void received.push(message) }
}

function idOf({ received }: ProcessUnderTest): number {
  const [message] = received
  if (message?.kind !== 'count') throw new Error('the process was not asked')
  return message.id
}

async function snapshotOf(requests: number) {
  const metrics = createMetrics({ processMetrics: false })
  for (let i = 0; i < requests; i++) {
    metrics.requestBegan()
    metrics.requestEnded({ method: 'POST', route: '/v1/check', status: 200 }, 0.01)
  }
  return metrics.snapshot()
}

it('adds up what each process has counted', async () => {
  const [one, two, gone] = [newProcess(), newProcess(), newProcess(false)]
  const metrics = new MetricsOfProcesses(
    () => [one, two, gone],
    () => () => {},
  )
  const collected = metrics.collect()
  metrics.counted({ kind: 'counted', id: idOf(two), snapshot: await snapshotOf(3) })
  metrics.counted({ kind: 'counted', id: idOf(one), snapshot: await snapshotOf(4) })
  expect(gone.received).toEqual([])
  const text = await metricsText(await collected)
  expect(text).toMatch(/http_server_request_duration_seconds_count\{[^}]*\/v1\/check[^}]*\} 7/)
})

it('leaves out a process that ends or does not answer in time, and ignores a late answer', async () => {
  const [ended, slow, quick] = [newProcess(), newProcess(), newProcess()]
  const late: (() => void)[] = []
  const after = (_: number, call: () => void) => {
    late.push(call)
    return () => {}
  }
  const metrics = new MetricsOfProcesses(() => [ended, slow, quick], after)
  const collected = metrics.collect()
  metrics.counted({ kind: 'counted', id: idOf(quick), snapshot: await snapshotOf(1) })
  metrics.ended(ended)
  late[1]!()
  metrics.counted({ kind: 'counted', id: idOf(slow), snapshot: await snapshotOf(1) })
  expect(await collected).toHaveLength(1)
})
