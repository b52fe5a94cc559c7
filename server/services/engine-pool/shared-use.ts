/** Counts callers' worker use by shares, across the machine's processes. Trusts what other processes publish. */

import type { Clock } from '../../engine/workers/job-queue'
import { MachineUse, type Used } from '../../engine/workers/machine-use'
import { nameOf, type Share } from '../../engine/workers/share'
import type { ProcessGroup } from '../access/process-group'
import type { CallContext } from '../calls/call-context'

/**
 * A call counts for its namespace and, within it, its credential or person. Unknown clients count by address, so
 * issuing more evaluation credentials gains nothing.
 * @param calling `addressKey` is absent if the product calls for a namespace
 */
export function shareOf({ caller, addressKey }: Pick<CallContext, 'caller'> & Partial<CallContext>): Share {
  const { grade, namespaceId, credentialId, person, label } = caller
  const isUnknown = grade === 'evaluation' || grade === 'open' || namespaceId === null
  return isUnknown && addressKey !== undefined
    ? { key: `address ${addressKey()}`, member: '', isUnknown }
    : { key: `namespace ${namespaceId ?? 'none'}`, member: credentialId ?? person?.id ?? label, isUnknown }
}

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
