/**
 * Whose share of the workers a call uses: that of a namespace, and within it of a credential or person; or that of the
 * address of a client whom the operator does not know.
 *
 * Promises: many evaluation credentials of one address are one caller, so issuing more of them gains nothing.
 */
import type { Share } from '../../engine/workers/share'
import type { CallContext } from '../service'

/** @param calling `addressKey` is absent where the product itself calls for a namespace */
export function shareOf({ caller, addressKey }: Pick<CallContext, 'caller'> & Partial<CallContext>): Share {
  const { grade, namespaceId, credentialId, person, label } = caller
  const isUnknown = grade === 'evaluation' || grade === 'open' || namespaceId === null
  return isUnknown && addressKey !== undefined
    ? { key: `address ${addressKey()}`, member: '', isUnknown }
    : { key: `namespace ${namespaceId ?? 'none'}`, member: credentialId ?? person?.id ?? label, isUnknown }
}
