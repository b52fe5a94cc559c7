/** Logged checks: lists, receipts, the kept values, and erasures. Indexes are decimal texts, times ISO texts. */
import { canonicalJson, type Json } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import { VERSIONS } from '../../api/terms/versions'
import { checkReceiptText } from '../../attestation/checks/check-receipt'
import { type CheckFacts, readCheckStatement } from '../../attestation/checks/check-statement'
import { leafHash } from '../../attestation/merkle-tree'
import type { NotedEventVerbs } from '../../database/log/append-log'
import type { DecisionVerbs } from '../../database/signing/decision-entries'
import type { StoredDecision } from '../../database/signing/read-decisions'
import { demandPermission } from '../access/permit'
import type { KeyRing } from '../audit/key-ring'
import type { LogNotary } from '../audit/log-notary'
import { noteExport } from '../audit/note-export'
import type { RequestOf, Success } from '../calls/call-context'
import { type Caller, namespaceOf } from '../calls/caller'
import { type Erasure, type ErasureRequest, eraseChecks } from './erase-checks'
import { openClaims } from './sealed-claims'
import { marksOf, readSoughtValue } from './sought-value'

export interface DecisionLog {
  /** Newest first. @throws Refusal BAD_REQUEST for a path that no claim has */
  list(caller: Caller, query: LoggedCheckQuery): Promise<LoggedCheckPage>
  /** The receipt without the claims. @throws Refusal RULESET_NOT_FOUND for an id that is not in the log */
  receipt(caller: Caller, checkId: string): Promise<CheckReceiptFile>
  /** Returns the receipt with the kept claims, which only administrators read. @throws Refusal RULESET_NOT_FOUND */
  openReceipt(caller: Caller, checkId: string): Promise<CheckReceiptFile>
  /** @throws Refusal BAD_REQUEST for a path that no claim has, and for too many ids */
  erase(caller: Caller, request: ErasureRequest): Promise<Erasure>
}

export interface LoggedCheckQuery {
  readonly rulesetHash: string | null
  /** ISO times: `from` is included, `to` is not. */
  readonly from: string | null
  readonly to: string | null
  /** The path of a value that is stored as a hash, also in a record or list, and the value as a person types it. */
  readonly claim: { readonly name: string; readonly value: string } | null
  /** Null for the newest. */
  readonly after: string | null
  readonly limit: number
}

export interface LoggedCheckRow {
  readonly index: string
  readonly checkId: string
  readonly at: string
  readonly rulesetHash: string
  /** Null for an entry that was damaged. */
  readonly facts: CheckFacts | null
  readonly isErased: boolean
  /** Lowercase hexadecimal. */
  readonly leafHash: string
}

export interface LoggedCheckPage {
  readonly rows: readonly LoggedCheckRow[]
  /** Null on the last page. */
  readonly next: string | null
}

export interface CheckReceiptFile {
  readonly fileName: string
  readonly text: string
}

export interface DecisionLogDependencies {
  readonly store: DecisionVerbs & NotedEventVerbs
  readonly keys: KeyRing
  /** The notary of decision logs. */
  readonly notary: LogNotary
  readonly now: () => Date
}

export function createDecisionLog(dependencies: DecisionLogDependencies): DecisionLog {
  return {
    list: (caller, query) => listChecks(dependencies, caller, query),
    receipt: (caller, checkId) => readCheckReceipt(dependencies, caller, checkId, false),
    openReceipt: (caller, checkId) => readCheckReceipt(dependencies, caller, checkId, true),
    erase: (caller, request) => eraseChecks(dependencies, caller, request),
  }
}

/** The receipt for programs and AI agents. @throws Refusal CREDENTIAL_SCOPE, RULESET_NOT_FOUND */
export async function answerCheckReceipt(
  decisionLog: DecisionLog,
  caller: Caller,
  { check_id }: RequestOf<'getCheckReceipt'>,
): Promise<Success> {
  // The database and the receipt write ids in lower case.
  const checkId = check_id.toLowerCase()
  const { text } = await decisionLog.receipt(caller, checkId)
  const receipt = JSON.parse(text) as Json
  return { body: canonicalJson({ ok: true, check_id: checkId, receipt, versions: { ...VERSIONS } }) }
}

async function listChecks(
  { store }: DecisionLogDependencies,
  caller: Caller,
  { rulesetHash, from, to, claim, after, limit }: LoggedCheckQuery,
): Promise<LoggedCheckPage> {
  demandPermission(caller, 'read_checks')
  const namespaceId = namespaceOf(caller)
  const sought = claim === null ? null : readSoughtValue(claim.name, claim.value)
  const claimKey = sought === null ? null : await store.findClaimKey(namespaceId)
  if (sought !== null && claimKey === null) return { rows: [], next: null }
  const marks = sought === null || claimKey === null ? null : marksOf(sought, claimKey)
  const filter = { rulesetHash, from: dateOf(from), to: dateOf(to), marks, isErased: null }
  const before = after === null ? null : BigInt(after)
  const entries = await store.listDecisions(namespaceId, filter, before, limit + 1)
  const rows = entries.slice(0, limit).map(rowOf)
  return { rows, next: entries.length > limit ? rows.at(-1)!.index : null }
}

function rowOf({ index, id, rulesetHash, body, at, key }: StoredDecision): LoggedCheckRow {
  return {
    index: index.toString(),
    checkId: id,
    at: at.toISOString(),
    rulesetHash,
    facts: readCheckStatement(body),
    isErased: key === null,
    leafHash: Buffer.from(leafHash(body)).toString('hex'),
  }
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

async function readCheckReceipt(
  { store, keys, notary, now }: DecisionLogDependencies,
  caller: Caller,
  checkId: string,
  withClaims: boolean,
): Promise<CheckReceiptFile> {
  demandPermission(caller, withClaims ? 'read_checks' : 'read')
  const namespaceId = namespaceOf(caller)
  const stored = await store.findDecision(namespaceId, checkId)
  if (stored === null) throw unknownCheck(checkId)
  if (withClaims) await noteExport({ store, now }, caller, { what: 'check_values', reference: checkId })
  const checkpoint = await notary.checkpoint(namespaceId)
  const { proof } = await notary.inclusion(checkpoint, stored.index)
  const text = checkReceiptText({
    statement: stored.body,
    claims: withClaims ? openedClaims(stored) : null,
    log: { index: stored.index, proof, checkpoint: checkpoint.note },
    keys: await keys.keySet(),
    signer: await keys.inForce('statement'),
  })
  return { fileName: `touchstone-check-receipt-${checkId}.json`, text }
}

function openedClaims({ id, key, sealed }: StoredDecision): string | null {
  return key === null || sealed === null ? null : openClaims(sealed, id, key)
}

function unknownCheck(checkId: string): Refusal {
  return new Refusal(
    'RULESET_NOT_FOUND',
    `The decision log of this namespace has no check ${checkId}: take the id from the header x-service-check-id of an answer, which has it only while the log is switched on.`,
  )
}
