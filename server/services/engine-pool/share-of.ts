/**
 * A call counts for its namespace and, within it, its credential or person. Unknown clients count by address, so
 * issuing more evaluation credentials gains nothing.
 */
import type { Share } from '../../engine/workers/share'
import type { CallContext } from '../calls/call-context'

/** @param calling `addressKey` is absent if the product calls for a namespace */
export function shareOf({ caller, addressKey }: Pick<CallContext, 'caller'> & Partial<CallContext>): Share {
  const { grade, namespaceId, credentialId, person, label } = caller
  const isUnknown = grade === 'evaluation' || grade === 'open' || namespaceId === null
  return isUnknown && addressKey !== undefined
    ? { key: `address ${addressKey()}`, member: '', isUnknown }
    : { key: `namespace ${namespaceId ?? 'none'}`, member: credentialId ?? person?.id ?? label, isUnknown }
}
