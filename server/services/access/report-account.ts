/**
 * GET /v1/account: what the caller may use and has used.
 *
 * Promises: charges nothing; `stub` is true where no limit is enforced (service.md, "Bodies not shown").
 */
import { canonicalJson } from '../../api/canonical-json'
import { VERSIONS } from '../../api/versions'
import type { Success } from '../service'
import type { CallLedger } from './call-ledger'
import type { Caller } from './caller'

export async function reportAccount(ledger: Pick<CallLedger, 'usage'>, caller: Caller): Promise<Success> {
  const { used, limit, remaining, resetsAt } = await ledger.usage(caller)
  return {
    body: canonicalJson({
      ok: true,
      tier: caller.tier,
      credential: credentialOf(caller),
      usage: { used, limit, remaining, resets_at: resetsAt?.toISOString() ?? null },
      labeling_allowed: caller.account.labelingAllowed,
      stub: limit === null,
      versions: VERSIONS,
    }),
  }
}

function credentialOf({ credentialId, grade, expiresAt }: Caller) {
  return credentialId === null ? null : { id: credentialId, grade, expires_at: expiresAt?.toISOString() ?? null }
}
