/**
 * Whose share of the workers a call uses: that of a namespace, or of the address of a client without one.
 *
 * Promises: many evaluation credentials of one address are one caller, so issuing more of them gains nothing.
 */
import type { Share } from '../../engine/workers/job-queue'
import type { CallContext } from '../service'

/** @param calling `addressKey` is absent where the product itself calls for a namespace */
export function shareOf({ caller, addressKey }: Pick<CallContext, 'caller'> & Partial<CallContext>): Share {
  const { grade, namespaceId } = caller
  const isUnknown = grade === 'evaluation' || grade === 'open' || namespaceId === null
  return isUnknown && addressKey !== undefined
    ? { key: `address ${addressKey()}`, leavesOne: true }
    : { key: `namespace ${namespaceId ?? 'none'}`, leavesOne: isUnknown }
}
