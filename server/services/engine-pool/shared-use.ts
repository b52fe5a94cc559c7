/** Shares callers' worker use among the machine's processes. Trusts what other processes publish. */

import type { Clock } from '../../engine/workers/job-queue'
import { MachineUse, type Used } from '../../engine/workers/machine-use'
import { nameOf } from '../../engine/workers/share'
import type { ProcessGroup } from '../access/process-group'

/** As long as a turn of a long check. */
export const PUBLISH_AFTER_MS = 100

interface Published {
  readonly pool: string
  readonly used: readonly Used[]
}

/** Publishes nothing while idle. @param pool same name in all processes */
export function createSharedUse(pool: string, group: ProcessGroup, clock: Clock): MachineUse {
  let unpublished = new Map<string, Used>()

  const publish = () => {
    const published: Published = { pool, used: [...unpublished.values()] }
    unpublished = new Map()
    // A lost message is not counted.
    void group.publish('worker_use', JSON.stringify(published))
  }

  const use = new MachineUse(clock.now, ({ share, milliseconds }) => {
    if (unpublished.size === 0) clock.after(PUBLISH_AFTER_MS, publish)
    const name = nameOf(share)
    const before = unpublished.get(name)?.milliseconds ?? 0
    unpublished.set(name, { share, milliseconds: before + milliseconds })
  })
  group.subscribe('worker_use', (text) => {
    const published = JSON.parse(text) as Published
    if (published.pool === pool) for (const used of published.used) use.tookElsewhere(used)
  })
  return use
}
