/**
 * The body stays bytes until it reaches a worker, and the work ends if the page disconnects. This is not a tRPC
 * procedure, because parsing a thousand dictionaries as a JSON member would cost more than deciding them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { parseRequest } from '../../api/read-request'
import { bugRefusal, errorEnvelope, Refusal } from '../../api/refusal'
import { BATCH_PART_BYTES, type BatchAnswerText } from '../../api/schemas/check'
import { contentHash } from '../../api/schemas/fields'
import type { BatchAnswer } from '../../services/checks/batch'
import type { Workbench } from '../../services/workbench'
import { requestIdOf } from '../requests/protective-headers'
import { readBody } from '../requests/read-body'
import { isFromOtherOrigin } from '../session/cookies'
import type { ReadSession } from '../session/session-cookie'

export interface BatchHandlerDependencies {
  readonly workbench: Pick<Workbench, 'batch' | 'people'>
  readonly publicUrl: string
  readonly docsUrl: string
  readonly readSession: ReadSession
  readonly reportBug: (error: unknown, requestId: string) => void
}

const query = z.strictObject({ ruleset_hash: contentHash, unit_library_hash: contentHash.optional() })

export function createBatchHandler(dependencies: BatchHandlerDependencies) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const disconnected = new AbortController()
    response.once('close', () => disconnected.abort())
    try {
      const answer = await decide(dependencies, request, disconnected.signal)
      if (answer !== null) send(response, 200, JSON.stringify(answer))
    } catch (error) {
      if (!(error instanceof Refusal)) dependencies.reportBug(error, requestIdOf(request.headers))
      const refusal = error instanceof Refusal ? error : bugRefusal()
      send(response, refusal.status, errorEnvelope(refusal, dependencies.docsUrl))
    }
  }
}

/** Returns null if the page disconnected before the end of the body. */
async function decide(
  { workbench, publicUrl, readSession }: BatchHandlerDependencies,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<BatchAnswerText | null> {
  if (request.method !== 'POST')
    throw new Refusal('BAD_REQUEST', 'A part of a batch is sent with POST.', {}, { status: 405 })
  const { searchParams } = new URL(request.url ?? '/', publicUrl)
  const { ruleset_hash, unit_library_hash } = parseRequest(query, Object.fromEntries(searchParams))
  const session = isFromOtherOrigin(request, publicUrl) ? null : await readSession(request.headers.cookie)
  const caller = await workbench.people.callerOf(session)
  const lines = await readBody(request, BATCH_PART_BYTES)
  if (lines === null) return null
  const part = { rulesetHash: ruleset_hash, unitLibraryHash: unit_library_hash ?? null, lines, signal }
  return wireAnswer(await workbench.batch.check(caller, part))
}

export function wireAnswer({
  assertions,
  rows,
  answers,
  refused,
  unitLibraryHash,
  stopped,
}: BatchAnswer): BatchAnswerText {
  return {
    ok: true,
    assertions: [...assertions],
    rows,
    answers,
    refused: refused.map(({ row, refusal: { code, message, details } }) => ({
      row,
      code,
      message,
      ...(details.failures !== undefined && { failures: [...details.failures] }),
    })),
    unit_library_hash: unitLibraryHash,
    stopped: stopped && { code: stopped.code, message: stopped.message },
  }
}

function send(response: ServerResponse, status: number, body: string): void {
  if (response.destroyed) return
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) })
  response.end(body)
}
