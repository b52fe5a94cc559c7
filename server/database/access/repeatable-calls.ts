/**
 * A request with an `Idempotency-Key` takes effect once and keeps its answer for a day.
 * The call's own transaction inserts the key, so a second call waits for it and then finds its outcome.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'

export interface RepeatableCall {
  readonly keySha256: string
  /** sha256 of the operation and its body. */
  readonly requestSha256: string
  readonly at: Date
}

export const KEY_LIFETIME_MS = 86_400_000

export class KeyReusedError extends Error {}

export interface RepeatableCallVerbs {
  /** @throws KeyReusedError */
  findAnswer(namespaceId: string, call: RepeatableCall): Promise<string | null>
  /** @returns the first answer that was kept */
  keepAnswer(namespaceId: string, call: RepeatableCall, answer: string): Promise<string>
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
 * Runs `effect` unless the call took effect before. A stored outcome has dates as strings.
 * @param tookEffect if false, the key stays free
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

/** @returns the earlier outcome; null if this call now has the key */
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
  return new Date(at.getTime() - KEY_LIFETIME_MS)
}

function demandSameRequest({ requestSha256 }: { readonly requestSha256: string }, call: RepeatableCall): void {
  if (requestSha256 !== call.requestSha256) throw new KeyReusedError('the key came before, with another request')
}
