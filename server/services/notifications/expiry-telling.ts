import type { EndingApproval } from '../../database/notifications/expiring-approvals'
import type { Addressed, Telling } from '../../database/notifications/telling'

/** Tells the signer, the authors and, if a guardrail uses the ruleset, the administrators. */
export function expiryTelling({ id, hash, signerId, printedName, expiresAt, stage }: EndingApproval): Telling {
  const addressed: readonly Addressed[] = [
    // The signer can sign again.
    { audience: { of: 'people', ids: [signerId] }, reason: 'signer', waits: true },
    { audience: { of: 'authors' }, reason: 'author', waits: false },
    { audience: { of: 'administrators_if_used' }, reason: 'administrator', waits: false },
  ]
  return {
    ...{ kind: 'expiry', key: `expiry/${id}/${stage}`, unlessKey: null, addressed, name: null, hash },
    facts: {
      event: stage === 0 ? 'expired' : 'expires',
      actor: null,
      time: expiresAt.toISOString(),
      signer: printedName,
    },
    forWebhooks: true,
  }
}
