/**
 * Calls that a client may send again, by an `Idempotency-Key`: each takes effect once and keeps its answer for a day.
 *
 * The row of a key is inserted by the transaction of the call itself, so either both are stored or neither is, however
 * the process ends. A second call with the key waits for the first transaction and then finds its outcome.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'

export interface RepeatableCall {
  /** sha256 of the caller and the key that its client chose. */
  readonly keySha256: string
  /** sha256 of the operation and its body. */
  readonly requestSha256: string
  readonly at: Date
}

/** How long a key is remembered. */
export const REMEMBERED_MS = 86_400_000

/** The key came before, with another request. */
export class KeyReusedError extends Error {}

export interface RepeatableCallVerbs {
  /** The answer that the call had before; null if it has none yet. @throws KeyReusedError */
  findAnswer(namespaceId: string, call: RepeatableCall): Promise<string | null>
  /** Keeps the answer of a call that took effect. @returns the first answer that was kept for it */
  keepAnswer(namespaceId: string, call: RepeatableCall, answer: string): Promise<string>
  /** Removes calls from before a time. @returns how many */
  sweepCalls(before: Date): Promise<number>
}

export function repeatableCallVerbs({ prisma, repeatable }: Database): RepeatableCallVerbs {
  return {
    findAnswer: (namespaceId, call) =>
      repeatable(async () => {
        const row = await prisma.repeatableCall.findUnique({
          where: { namespaceId_keySha256: { namespaceId, keySha256: call.keySha256 } },
          select: { requestSha256: true, at: true, answer: true },
        })
        if (row === null || row.at < forgottenBefore(call)) return null
        demandSameRequest(row, call)
        return row.answer
      }),
    keepAnswer: (namespaceId, { keySha256 }, answer) =>
      repeatable(async () => {
        const [kept] = await prisma.$queryRaw<{ answer: string }[]>`
          UPDATE repeatable_call SET answer = coalesce(answer, ${answer})
          WHERE namespace_id = ${namespaceId}::uuid AND key_sha256 = ${keySha256}
          RETURNING answer`
        return kept?.answer ?? answer
      }),
    sweepCalls: (before) =>
      repeatable(async () => (await prisma.repeatableCall.deleteMany({ where: { at: { lt: before } } })).count),
  }
}

/**
 * Runs `effect`, unless the call took effect before: then its outcome is returned as it was stored, so dates in it are
 * ISO strings.
 * @param call null for a call without a key, which always takes effect
 * @param tookEffect whether the outcome says that something was stored; otherwise the key stays free
 * @throws KeyReusedError
 */
export async function takeEffectOnce<T>(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  call: RepeatableCall | null,
  effect: () => Promise<T>,
  tookEffect: (outcome: T) => boolean,
): Promise<T> {
  if (call === null) return effect()
  const earlier = await claimKey(tx, namespaceId, call)
  if (earlier !== null) return earlier as T
  const outcome = await effect()
  const where = { namespaceId_keySha256: { namespaceId, keySha256: call.keySha256 } }
  if (tookEffect(outcome))
    await tx.repeatableCall.update({ where, data: { outcome: JSON.parse(JSON.stringify(outcome)) } })
  else await tx.repeatableCall.delete({ where })
  return outcome
}

/** @returns the outcome of the earlier call with this key; null if the key is now this call's */
async function claimKey(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  call: RepeatableCall,
): Promise<Prisma.JsonValue> {
  const { keySha256, requestSha256, at } = call
  // Waits while another transaction holds the key.
  const claimed = await tx.$executeRaw`
    INSERT INTO repeatable_call AS call (namespace_id, key_sha256, request_sha256, at)
    VALUES (${namespaceId}::uuid, ${keySha256}, ${requestSha256}, ${at}::timestamp)
    ON CONFLICT (namespace_id, key_sha256) DO UPDATE
    SET request_sha256 = excluded.request_sha256, at = excluded.at, outcome = NULL, answer = NULL
    WHERE call.at < ${forgottenBefore(call)}::timestamp`
  if (claimed === 1) return null
  const row = await tx.repeatableCall.findUniqueOrThrow({
    where: { namespaceId_keySha256: { namespaceId, keySha256 } },
  })
  demandSameRequest(row, call)
  return row.outcome
}

function forgottenBefore({ at }: RepeatableCall): Date {
  return new Date(at.getTime() - REMEMBERED_MS)
}

function demandSameRequest({ requestSha256 }: { readonly requestSha256: string }, call: RepeatableCall): void {
  if (requestSha256 !== call.requestSha256) throw new KeyReusedError('the key came before, with another request')
}
