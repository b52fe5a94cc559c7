import { canonicalJson } from '../../api/canonical-json'
import { CREDENTIAL_HEADER } from '../../api/openapi/openapi'
import { Refusal } from '../../api/refusal'
import { VERSIONS } from '../../api/terms/versions'
import type { CredentialVerbs } from '../../database/access/credentials'
import type { Success } from '../calls/call-context'
import type { Caller } from '../calls/caller'
import type { CallLedger, CapUsage } from './call-ledger'
import { hashToken, newToken } from './secrets'

export const EVALUATION_TOKEN_PREFIX = 'tst_eval_'

export interface EvaluationCaps {
  readonly callsPerDay: number
  readonly callsTotal: number
  readonly ttlDays: number
  readonly issuedPerHour: number
}

export interface EvaluationCredentialDependencies {
  readonly store: Pick<CredentialVerbs, 'issueEvaluationCredential'>
  readonly caps: EvaluationCaps
  readonly credentialsDemanded: boolean
  readonly now: () => Date
  readonly newId: () => string
  readonly randomBytes: (count: number) => Uint8Array
}

export const EVALUATION_SCOPE = [
  'compile',
  'check',
  'explanation',
  'analysis',
  'comparison',
  'coverage',
  'prompt_pack',
  'units',
  'vocabulary',
  'account',
  'flags',
] as const

const DAY_MS = 86_400_000

/**
 * The limit per hour covers all processes (public/docs/api.md, "Get a credential").
 * @param client the caller's label
 * @throws Refusal EVALUATION_LIMIT with `Retry-After`, BAD_REQUEST if no credentials are demanded
 */
export async function issueEvaluationCredential(
  dependencies: EvaluationCredentialDependencies,
  addressKey: string,
  client: string | null,
): Promise<Success> {
  if (!dependencies.credentialsDemanded)
    throw new Refusal('BAD_REQUEST', 'This deployment needs no credentials: call the other operations without one.')
  const { caps } = dependencies
  const token = EVALUATION_TOKEN_PREFIX + newToken(dependencies.randomBytes)
  const at = dependencies.now()
  const expiresAt = new Date(at.getTime() + caps.ttlDays * DAY_MS)
  const credentialId = dependencies.newId()
  const retryAt = await dependencies.store.issueEvaluationCredential({
    credentialId,
    namespaceId: dependencies.newId(),
    tokenSha256: hashToken(token),
    label: client ?? '',
    callsPerDay: caps.callsPerDay,
    callsTotal: caps.callsTotal,
    at,
    expiresAt,
    addressKey,
    issuedPerHour: caps.issuedPerHour,
  })
  if (retryAt !== null) {
    const seconds = Math.max(1, Math.ceil((retryAt.getTime() - at.getTime()) / 1000))
    throw new Refusal(
      'EVALUATION_LIMIT',
      `At most ${caps.issuedPerHour} evaluation credentials are issued to one address an hour. Use one you have, or ask again in ${seconds} seconds.`,
      {},
      {
        headers: {
          'retry-after': String(seconds),
          'ratelimit-policy': `"issued";q=${caps.issuedPerHour};w=3600`,
          ratelimit: `"issued";r=0;t=${seconds}`,
        },
      },
    )
  }
  return {
    body: canonicalJson({
      ok: true,
      credential: token,
      credential_id: credentialId,
      expires_at: expiresAt.toISOString(),
      grade: 'evaluation',
      header: CREDENTIAL_HEADER,
      limits: { calls_per_day: caps.callsPerDay, calls_total: caps.callsTotal, ttl_days: caps.ttlDays },
      scope: EVALUATION_SCOPE,
      upgrade:
        'Ask the operator of this deployment for a full credential: it saves rulesets under names, records approvals and has no caps.',
      versions: VERSIONS,
    }),
  }
}

/** `stub` is true if no limit is enforced (public/docs/api.md, "Get a credential"). */
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
