/**
 * The primary of several processes holds database, keys, port and timers, and serves nothing itself. A process that
 * ends is replaced. No process serves before the database is migrated and the keys are published.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { GroupHub } from './group-hub'
import { ConnectionDispatcher } from './hand-out-connections'
import { listenOn, welcomeOperator } from './listen'
import { CLOCK } from './machine'
import { MetricsOfProcesses } from './metrics-of-processes'
import type { DatabasePlace, StartContext } from './open-database'
import { serveMetrics } from './open-observers'
import { openForOthers } from './open-resources'
import { orderVariable } from './serving-order'
import { ServingProcess } from './serving-process'

/** @param processes at least 2 */
export async function startPrimary(context: StartContext, processes: number): Promise<void> {
  const { settings, log, closers } = context
  const { place, store } = await openForOthers(context)
  const serving: ServingProcess[] = []
  const dispatcher = new ConnectionDispatcher(() => serving)
  const hub = new GroupHub(() => serving, Date.now)
  const metrics = new MetricsOfProcesses(() => serving, CLOCK.after)
  closers.push(async () => {
    await Promise.all(serving.map((each) => each.stop()))
  })
  for (let index = 0; index < processes; index++)
    serving.push(
      new ServingProcess({
        start: () => startProcess(place, index, processes),
        log,
        onReady: () => dispatcher.wake(),
        onMessage: (from, message) =>
          message.kind === 'counted' ? metrics.counted(message) : hub.handle(from, message),
        onEnd: (ended) => {
          hub.ended(ended)
          metrics.ended(ended)
        },
        returnConnection: (socket) => dispatcher.dispatch(socket),
      }),
    )
  await Promise.all(serving.map(({ started }) => started))
  closers.push(() => dispatcher.close())
  await listenOn(dispatcher.server, settings)
  await serveMetrics(context, () => metrics.collect())
  log.info({ processes, pids: serving.map(({ pid }) => pid) }, 'processes that serve')
  await welcomeOperator(settings, store)
}

function startProcess({ url, directory }: DatabasePlace, index: number, processes: number): ChildProcess {
  // They need no owner: the database is migrated.
  const place = { url, ownerUrl: null, directory }
  return fork(fileURLToPath(new URL('./main.ts', import.meta.url)), [], {
    execArgv: [...new Set([...process.execArgv, '--enable-source-maps'])],
    env: { ...process.env, ...orderVariable({ place, index, processes }) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}
