/** `stub` is true if no limit is enforced (public/docs/api.md, "Get a credential"). */
import { canonicalJson } from '../../api/canonical-json'
import { VERSIONS } from '../../api/terms/versions'
import type { Success } from '../calls/call-context'
import type { Caller } from '../calls/caller'
import type { CallLedger, CapUsage } from './call-ledger'

export async function reportAccount(ledger: Pick<CallLedger, 'usage'>, caller: Caller): Promise<Success> {
  const usage = await ledger.usage(caller)
  const { daily, total } = usage
  return {
    body: canonicalJson({
      ok: true,
      tier: caller.tier,
      credential: credentialOf(caller),
      usage: { ...positionOf(usage), daily: daily && positionOf(daily), total: total && positionOf(total) },
      labeling_allowed: caller.account.labelingAllowed,
      stub: usage.limit === null,
      versions: VERSIONS,
    }),
  }
}

function positionOf({ used, limit, remaining, resetsAt }: CapUsage) {
  return { used, limit, remaining, resets_at: resetsAt?.toISOString() ?? null }
}

function credentialOf({ credentialId, grade, expiresAt }: Caller) {
  return credentialId === null ? null : { id: credentialId, grade, expires_at: expiresAt?.toISOString() ?? null }
}
