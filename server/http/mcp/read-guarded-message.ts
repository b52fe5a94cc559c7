/**
 * Reads a message that is sent on after its call was decided. It is written again in one form, and a message that another
 * reader could understand differently is refused: with a member twice, in other letters than JSON-RPC writes it, in another
 * encoding, or as a batch.
 */
import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../api/refusal'
import { JsonNumber, type LosslessJson, readJson, writeJson } from '../../language/numeric/lossless-json'
import { demandJson, demandUncompressed, readBody, utf8Text } from '../requests/read-body'

export type GuardedObject = { readonly [member: string]: LosslessJson }

export interface GuardedMessage {
  readonly message: GuardedObject
  /** The message in ASCII, so that every charset reads the same. */
  readonly bytes: Uint8Array
}

export const CALL_METHOD = 'tools/call'
const MEMBERS = ['jsonrpc', 'id', 'method', 'params', 'result', 'error']
const CALL_MEMBERS = ['name', 'arguments']

/**
 * @param limit bytes of the body
 * @returns null if the client disconnected
 * @throws Refusal BAD_REQUEST (415 for another encoding), BUDGET_EXCEEDED
 */
export async function readGuardedMessage(request: IncomingMessage, limit: number): Promise<GuardedMessage | null> {
  demandOneEncoding(request)
  const bytes = await readBody(request, limit)
  if (bytes === null) return null
  const read = readJson(utf8Text(bytes))
  if ('problem' in read) throw new Refusal('BAD_REQUEST', `The body is not acceptable JSON: ${read.problem.message}.`)
  const message = read.value
  if (!isGuardedObject(message))
    throw new Refusal('BAD_REQUEST', 'The body must be one message; batches are not passed on.')
  demandExactNames(message)
  return { message, bytes: Buffer.from(writeAscii(message), 'latin1') }
}

export function isGuardedObject(value: LosslessJson | undefined): value is GuardedObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
}

/** A repeated header counts with every value. */
function demandOneEncoding({ headersDistinct: headers }: IncomingMessage): void {
  const types = headers['content-type'] ?? [undefined]
  types.forEach(demandJson)
  for (const encoding of headers['content-encoding'] ?? []) demandUncompressed(encoding)
  const codings = headers['transfer-encoding'] ?? []
  if (codings.some((coding) => !/^\s*chunked\s*$/i.test(coding)))
    throw new Refusal('BAD_REQUEST', 'A body in this transfer encoding is not passed on.', {}, { status: 415 })
}

/** Some readers of JSON ignore the case of members, as Go's `encoding/json` does. */
function demandExactNames(message: GuardedObject): void {
  const { method, params } = message
  const other = Object.keys(message).find((name) => !MEMBERS.includes(name))
  if (other !== undefined) throw misread(`the member ${JSON.stringify(other)} is not one of JSON-RPC`)
  if (method === undefined) return
  if (typeof method !== 'string') throw misread('the method is not a text')
  if (method !== CALL_METHOD && foldedName(method.trim()) === CALL_METHOD)
    throw misread(`the method ${JSON.stringify(method)} differs from ${CALL_METHOD} only in its spelling`)
  if (method !== CALL_METHOD || !isGuardedObject(params)) return
  const odd = Object.keys(params).find(
    (name) => !CALL_MEMBERS.includes(name) && CALL_MEMBERS.includes(foldedName(name)),
  )
  if (odd !== undefined) throw misread(`the member ${JSON.stringify(odd)} could be read as “${foldedName(odd)}”`)
  demandDistinctNames(params.arguments ?? null)
}

function demandDistinctNames(value: LosslessJson): void {
  if (Array.isArray(value)) value.forEach(demandDistinctNames)
  if (!isGuardedObject(value)) return
  const names = new Map<string, string>()
  for (const [name, member] of Object.entries(value)) {
    const before = names.get(foldedName(name))
    if (before !== undefined)
      throw misread(`the arguments ${JSON.stringify(before)} and ${JSON.stringify(name)} differ only in case`)
    names.set(foldedName(name), name)
    demandDistinctNames(member)
  }
}

/** Folds a name as readers do that ignore case, also letters like ſ and K. */
function foldedName(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase()
}

function misread(problem: string): Refusal {
  return new Refusal('BAD_REQUEST', `The message is not passed on, because ${problem}.`)
}

function writeAscii(message: GuardedObject): string {
  return writeJson(message).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
