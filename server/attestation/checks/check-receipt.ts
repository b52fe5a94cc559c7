/**
 * The receipt of a check proves offline, with only the published keys, what was answered to which claims by which
 * ruleset. Its statement is the leaf of a decision log. If any meaningful byte changes, at least one check fails.
 */
import { canonicalJson, type Json } from '../../api/canonical-json'
import { base64Bytes, base64Text, equalBytes, utf8Bytes, utf8Text } from '../byte-texts'
import { checkpointSigner, readCheckpoint } from '../checkpoint'
import { type Envelope, IN_TOTO, isSignedBy, readEnvelope, signedEnvelope } from '../dsse'
import { judgeCheckpoint } from '../judge-checkpoint'
import type { LoggedEntry } from '../log-entry'
import { leafHash, verifyInclusion } from '../merkle-tree'
import { type KeySet, type PrivateKey, type PublishedKey, readKeySet } from '../published-keys'
import { makeCheck, type ReceiptCheck } from '../receipt-check'
import { sha256Hex } from '../review-statement'
import { unsignedRemarks } from '../unsigned-parts'
import type { WitnessPolicy } from '../witness-policy'
import { type CheckFacts, readCheckStatement } from './check-statement'

export const CHECK_RECEIPT_FORMAT = 'touchstone-check-receipt/1'
/** A log of 2^64 entries needs no more. */
const MAX_PROOF_HASHES = 64

export interface CheckReceiptContent {
  /** Bytes of the leaf. */
  readonly statement: Uint8Array
  /** The document that the statement names, or null. */
  readonly claims: string | null
  readonly log: LoggedEntry
  readonly keys: KeySet
  /** Signs the statement. The same key always gives the same bytes. */
  readonly signer: PrivateKey
}

export function checkReceiptText({ statement, claims, log, keys, signer }: CheckReceiptContent): string {
  const receipt: Json = {
    format: CHECK_RECEIPT_FORMAT,
    statement: JSON.parse(utf8Text(statement)) as Json,
    envelope: JSON.parse(signedEnvelope(statement, signer)) as Json,
    claims,
    log: {
      index: log.index.toString(),
      inclusion_proof: log.proof.map((hash) => base64Text(hash)),
      checkpoint: log.checkpoint,
    },
    keys: { keys: keys.keys },
  }
  return `${JSON.stringify(receipt, null, 2)}\n`
}

export interface VerifiedCheckReceipt {
  readonly ok: boolean
  readonly checks: readonly ReceiptCheck[]
  readonly remarks: readonly string[]
  /** Null unless the file is a receipt. */
  readonly facts: CheckFacts | null
  /** The document that the statement names; null if the receipt has no claims or does not verify. */
  readonly claims: string | null
  /** Null if the receipt does not verify. */
  readonly entry: LoggedEntry | null
}

interface Read {
  readonly envelope: Envelope
  readonly facts: CheckFacts
  readonly statementCopy: string
  readonly claims: string | null
  readonly keys: readonly PublishedKey[]
  readonly log: { index: string; proof: readonly Uint8Array[]; checkpoint: string }
}

/** Whether a text calls itself the receipt of a check. */
export function isCheckReceipt(text: string): boolean {
  try {
    return (JSON.parse(text) as { readonly format?: unknown } | null)?.format === CHECK_RECEIPT_FORMAT
  } catch {
    return false
  }
}

/**
 * @param published the deployment's key set from elsewhere; null trusts the receipt's own keys
 * @param policy null demands no witness
 * @returns null if the file has another form
 */
export function verifyCheckReceipt(
  text: string,
  published: readonly PublishedKey[] | null,
  policy: WitnessPolicy | null,
): VerifiedCheckReceipt | null {
  const read = readCheckReceipt(text)
  if (read === null) return null
  const keys = published ?? read.keys
  const checks = [
    ...statementChecks(read, keys),
    ...claimsChecks(read),
    ...treeChecks(read, keys),
    ...(policy === null ? [] : [witnessCheck(read, policy)]),
  ]
  const ok = checks.every(({ holds }) => holds !== false)
  const { facts, claims, log } = read
  return {
    ...{ ok, checks, facts },
    remarks: ok ? unsignedRemarks(text, published, policy) : [],
    claims: ok ? claims : null,
    entry: ok ? { ...log, index: BigInt(log.index) } : null,
  }
}

function statementChecks({ envelope, statementCopy }: Read, keys: readonly PublishedKey[]): ReceiptCheck[] {
  const signer = keys.find(({ purpose, publicKey }) => purpose === 'statement' && isSignedBy(envelope, publicKey))
  const isSigned = signer !== undefined && envelope.payloadType === IN_TOTO
  const detail = signer === undefined ? 'no published statement key signed it' : `key ${signer.publicKey.id}`
  const isCopy = equalBytes(utf8Bytes(statementCopy), envelope.payload)
  return [
    makeCheck('the statement is signed', isSigned, detail),
    makeCheck('the statement to be read is the one that is signed', isCopy, ''),
  ]
}

function claimsChecks({ claims, facts: { claimsSha256 } }: Read): ReceiptCheck[] {
  const what = 'the claims are those that were checked'
  if (claims === null) return [makeCheck(what, null, 'the receipt holds none')]
  return [makeCheck(what, sha256Hex(claims) === claimsSha256, claimsSha256)]
}

function treeChecks({ envelope, facts, log }: Read, keys: readonly PublishedKey[]): ReceiptCheck[] {
  const checkpoint = readCheckpoint(log.checkpoint)
  const signer = checkpointSigner(log.checkpoint, keys)
  const origin = `${facts.publicUrl.replace(/^https?:\/\//, '')}/log/${facts.namespaceId}/checks`
  const holds =
    checkpoint !== null &&
    /^(0|[1-9]\d{0,17})$/.test(log.index) &&
    verifyInclusion(leafHash(envelope.payload), BigInt(log.index), checkpoint.size, log.proof, checkpoint.root)
  return [
    makeCheck(
      'the checkpoint is signed',
      signer !== null && checkpoint?.origin === origin,
      signer === null ? 'no published checkpoint key signed it' : `key ${signer.id}, ${checkpoint?.origin}`,
    ),
    makeCheck('the entry is in the log of the checkpoint', holds, `${checkpoint?.size ?? 'no'} entries`),
  ]
}

function witnessCheck({ log }: Read, policy: WitnessPolicy): ReceiptCheck {
  const { holds, detail } = judgeCheckpoint(log.checkpoint, policy)
  return makeCheck('enough witnesses cosigned the checkpoint', holds, detail)
}

function readCheckReceipt(text: string): Read | null {
  try {
    const { format, statement, envelope, claims, log, keys } = JSON.parse(text) as Record<string, Json>
    const readable = readEnvelope(envelope)
    const facts = readable === null ? null : readCheckStatement(readable.payload)
    const published = readKeySet(keys)
    const { index, inclusion_proof, checkpoint } = log as Record<string, string> & { inclusion_proof: string[] }
    if (format !== CHECK_RECEIPT_FORMAT || readable === null || facts === null || published === null) return null
    if (statement === undefined || (claims !== null && typeof claims !== 'string')) return null
    if (typeof index !== 'string' || typeof checkpoint !== 'string' || !Array.isArray(inclusion_proof)) return null
    if (inclusion_proof.length > MAX_PROOF_HASHES) return null
    const proof = inclusion_proof.map(base64Bytes).filter((hash) => hash !== null)
    if (proof.length !== inclusion_proof.length) return null
    const statementCopy = canonicalJson(statement)
    return { envelope: readable, facts, statementCopy, claims, keys: published, log: { index, proof, checkpoint } }
  } catch {
    return null
  }
}
