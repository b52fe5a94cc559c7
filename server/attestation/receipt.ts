/**
 * A receipt proves a signature offline, with only the published keys. If any meaningful byte changes, at least one
 * check fails.
 */
import { canonicalJson, type Json } from '../api/canonical-json'
import { base64Bytes, base64Text, equalBytes, utf8Bytes } from './byte-texts'
import { checkpointSigner, readCheckpoint } from './checkpoint'
import { type Envelope, IN_TOTO, isSignedBy, readEnvelope } from './dsse'
import { judgeCheckpoint } from './judge-checkpoint'
import { type LoggedEntry, readLeaf } from './log-entry'
import { leafHash, verifyInclusion } from './merkle-tree'
import { passkeyProblem } from './passkey-signature'
import { type KeySet, type PublishedKey, readKeySet } from './published-keys'
import { makeCheck, type ReceiptCheck } from './receipt-check'
import { refusedFile, tooLarge } from './refused-file'
import { repeatedProblem } from './repeated-member'
import { isOfFirstVersion, type ReviewStatement, readReviewStatement, sha256Hex } from './review-statement'
import { unsignedRemarks } from './unsigned-parts'
import type { WitnessPolicy } from './witness-policy'

export const RECEIPT_FORMAT = 'touchstone-receipt/2'
/** A log of 2^64 entries needs no more. */
const MAX_PROOF_HASHES = 64
/** For statements of version 1, which name no comparison. */
const RECEIPT_FORMAT_1 = 'touchstone-receipt/1'

/** The comparison that a statement names, and the other texts that it compares. */
export interface ReceiptComparison {
  /** Canonical JSON. */
  readonly document: string
  readonly baseSource: string
  /** Canonical texts; null for only the built-in standards. */
  readonly unitLibraries: { readonly before: string | null; readonly after: string | null }
}

export interface ReceiptContent {
  /** The DSSE envelope as canonical JSON. */
  readonly envelope: string
  /** The payload in readable form. */
  readonly statement: string
  readonly keys: KeySet
  readonly ruleset: {
    readonly source: string
    /** The review text that was shown; null if this release renders it differently. */
    readonly review: string | null
  }
  /** Null if the statement names no comparison, or if there was nothing to compare with. */
  readonly comparison: ReceiptComparison | null
  readonly log: {
    readonly entry: string
    readonly index: bigint
    readonly proof: readonly Uint8Array[]
    /** For the tree whose root the proof leads to. */
    readonly checkpoint: string
  }
}

export function receiptText({ envelope, statement, keys, ruleset, comparison, log }: ReceiptContent): string {
  const read = readReviewStatement(utf8Bytes(statement))
  const isFirstVersion = read !== null && isOfFirstVersion(read)
  const receipt: Json = {
    format: isFirstVersion ? RECEIPT_FORMAT_1 : RECEIPT_FORMAT,
    statement: JSON.parse(statement) as Json,
    envelope: JSON.parse(envelope) as Json,
    ruleset: { source: ruleset.source, review: ruleset.review },
    ...(!isFirstVersion && { comparison: comparison && comparisonMembers(comparison) }),
    log: {
      index: log.index.toString(),
      entry: log.entry,
      inclusion_proof: log.proof.map((hash) => base64Text(hash)),
      checkpoint: log.checkpoint,
    },
    keys: { keys: keys.keys },
  }
  return `${JSON.stringify(receipt, null, 2)}\n`
}

function comparisonMembers({ document, baseSource, unitLibraries }: ReceiptComparison): Json {
  return {
    document: JSON.parse(document) as Json,
    base: { source: baseSource },
    unit_libraries: { ...unitLibraries },
  }
}

export interface VerifiedReceipt {
  readonly ok: boolean
  readonly checks: readonly ReceiptCheck[]
  /** Sentences about parts that no signature covers; empty if the receipt does not verify. */
  readonly remarks: readonly string[]
  readonly statement: ReviewStatement | null
  /** Null if the receipt does not verify. */
  readonly entry: LoggedEntry | null
  /** Null if the file is not a receipt. */
  readonly ruleset: ReceiptContent['ruleset'] | null
  readonly compared: ComparedTexts | null
}

export interface ComparedTexts extends ReceiptComparison {
  readonly source: string
}

interface Read {
  readonly envelope: Envelope
  readonly envelopeText: string
  readonly statement: ReviewStatement
  readonly statementCopy: string
  readonly keys: readonly PublishedKey[]
  readonly source: string
  readonly review: string | null
  readonly comparison: ReceiptComparison | null
  readonly log: { index: string; entry: string; proof: readonly Uint8Array[]; checkpoint: string }
}

/**
 * @param published the deployment's key set from elsewhere; null trusts the receipt's own keys
 * @param policy null demands no witness
 */
export function verifyReceipt(
  text: string,
  published: readonly PublishedKey[] | null,
  policy: WitnessPolicy | null = null,
): VerifiedReceipt {
  const problem = tooLarge(text.length) ?? repeatedProblem(text)
  const read = problem === null ? readReceipt(text) : null
  if (read === null) return refusedReceipt(problem ?? refusedFile(text))
  const keys = published ?? read.keys
  const checks = [
    keysCheck(published),
    signatureCheck(read, keys),
    copyCheck(read),
    ...rulesetChecks(read),
    ...comparisonChecks(read),
    ...passkeyChecks(read),
    entryCheck(read),
    ...treeChecks(read, keys),
    ...witnessChecks(read, policy),
  ]
  const compared = read.comparison && { ...read.comparison, source: read.source }
  const ok = checks.every(({ holds }) => holds !== false)
  const remarks = ok ? unsignedRemarks(text, published, policy) : []
  const { statement, source, review, log } = read
  const entry = ok ? { ...log, index: BigInt(log.index) } : null
  return { ok, checks, remarks, statement, entry, ruleset: { source, review }, compared }
}

/** @param problem says what the file is instead of a receipt */
export function refusedReceipt(problem: string): VerifiedReceipt {
  const checks = [makeCheck('the file is a receipt', false, problem)]
  return { ok: false, checks, remarks: [], statement: null, entry: null, ruleset: null, compared: null }
}

export function keysCheck(published: readonly PublishedKey[] | null): ReceiptCheck {
  return published === null
    ? makeCheck(
        'the keys are those of the deployment',
        null,
        'they are taken from the receipt; give the published ones',
      )
    : makeCheck('the keys are those of the deployment', true, 'as they were given')
}

function signatureCheck({ envelope }: Read, keys: readonly PublishedKey[]): ReceiptCheck {
  const signer = keys.find(({ purpose, publicKey }) => purpose === 'statement' && isSignedBy(envelope, publicKey))
  const holds = signer !== undefined && envelope.payloadType === IN_TOTO
  const detail = signer === undefined ? 'no published statement key signed it' : `key ${signer.publicKey.id}`
  return makeCheck('the statement is signed', holds, detail)
}

function copyCheck({ envelope, statementCopy }: Read): ReceiptCheck {
  const same = equalBytes(utf8Bytes(statementCopy), envelope.payload)
  return makeCheck('the statement to be read is the one that is signed', same, '')
}

function rulesetChecks({ source, review, statement }: Read): ReceiptCheck[] {
  const what = 'the review text is the one that was signed for'
  return [
    makeCheck(
      'the source is the one that was signed for',
      sha256Hex(source) === statement.rulesetHash,
      statement.rulesetHash,
    ),
    review === null
      ? makeCheck(what, null, 'the receipt holds none')
      : makeCheck(what, sha256Hex(review) === statement.reviewSha256, statement.reviewSha256),
  ]
}

function comparisonChecks({ statement, comparison }: Read): ReceiptCheck[] {
  const signed = statement.comparison
  if (signed === null) return comparison === null ? [] : [makeCheck('the receipt holds no other comparison', false, '')]
  const { baseSha256, sha256 } = signed
  if (sha256 === null) {
    const detail = 'no revision was approved before that it could be compared with'
    return [makeCheck('there was no comparison to show', comparison === null, detail)]
  }
  const what = 'the comparison is the one that was shown'
  if (comparison === null) return [makeCheck(what, false, 'the receipt holds none')]
  return [
    makeCheck(what, sha256Hex(comparison.document) === sha256, sha256),
    makeCheck(
      'it compares this source with the approved one',
      isOfTexts(comparison, statement) && sha256Hex(comparison.baseSource) === baseSha256,
      `${baseSha256}`,
    ),
  ]
}

/** Checks that the document names the statement's rulesets and these unit libraries. */
function isOfTexts({ document, unitLibraries }: ReceiptComparison, statement: ReviewStatement): boolean {
  const sides = membersOf(JSON.parse(document))
  const [before, after] = [membersOf(sides.before), membersOf(sides.after)]
  const isOf = (side: Members, library: string | null) =>
    library === null ? side.unit_library_hash === null : sha256Hex(library) === side.unit_library_hash
  return (
    before.ruleset_hash === statement.comparison?.baseSha256 &&
    after.ruleset_hash === statement.rulesetHash &&
    (after.unit_library_hash === null || after.unit_library_hash === statement.unitLibrarySha256) &&
    isOf(before, unitLibraries.before) &&
    isOf(after, unitLibraries.after)
  )
}

type Members = Readonly<Record<string, unknown>>

/** A changed document may hold anything. */
function membersOf(member: unknown): Members {
  return typeof member === 'object' && member !== null ? { ...member } : {}
}

function passkeyChecks({ statement: { authentication, confirmed } }: Read): ReceiptCheck[] {
  const what = 'the signer’s passkey signed the statement'
  if (authentication.passkey === null)
    return authentication.method === 'passkey' ? [makeCheck(what, false, 'the statement holds no answer of it')] : []
  const problem = passkeyProblem(confirmed, authentication.passkey)
  return [makeCheck(what, problem === null, problem ?? `passkey ${authentication.passkey.id}`)]
}

function entryCheck({ log, envelopeText, statement }: Read): ReceiptCheck {
  const leaf = readLeaf(utf8Bytes(log.entry))
  const holds =
    leaf?.kind === 'review_signed' &&
    leaf.index === log.index &&
    leaf.details.envelope_sha256 === sha256Hex(envelopeText) &&
    leaf.details.record_id === statement.recordId
  const detail = leaf === null ? 'it is not an entry' : `entry ${leaf.index}, ${leaf.at}`
  return makeCheck('the log records this signature', holds, detail)
}

function treeChecks({ log, statement }: Read, keys: readonly PublishedKey[]): ReceiptCheck[] {
  const checkpoint = readCheckpoint(log.checkpoint)
  const signer = checkpointSigner(log.checkpoint, keys)
  const ownLog = checkpoint?.origin.endsWith(`/log/${statement.namespace.id}`) ?? false
  const holds =
    checkpoint !== null &&
    /^\d{1,18}$/.test(log.index) &&
    verifyInclusion(leafHash(utf8Bytes(log.entry)), BigInt(log.index), checkpoint.size, log.proof, checkpoint.root)
  return [
    makeCheck(
      'the checkpoint is signed',
      signer !== null && ownLog,
      signer === null ? 'no published checkpoint key signed it' : `key ${signer.id}, ${checkpoint?.origin}`,
    ),
    makeCheck('the entry is in the log of the checkpoint', holds, `${checkpoint?.size ?? 'no'} entries`),
  ]
}

function witnessChecks({ log }: Read, policy: WitnessPolicy | null): ReceiptCheck[] {
  if (policy === null) return []
  const { holds, detail } = judgeCheckpoint(log.checkpoint, policy)
  return [makeCheck('enough witnesses cosigned the checkpoint', holds, detail)]
}

function readReceipt(text: string): Read | null {
  try {
    const { format, envelope, statement, keys, ruleset, comparison, log } = JSON.parse(text) as Record<string, Json>
    const readable = readEnvelope(envelope)
    const payload = readable === null ? null : readReviewStatement(readable.payload)
    const published = readKeySet(keys)
    const { source, review } = ruleset as { source: string; review: string | null }
    const { index, entry, inclusion_proof, checkpoint } = log as Record<string, string> & { inclusion_proof: string[] }
    if (readable === null || payload === null || published === null) return null
    const isFirst = isOfFirstVersion(payload)
    if (format !== (isFirst ? RECEIPT_FORMAT_1 : RECEIPT_FORMAT) || isFirst !== (comparison === undefined)) return null
    if (!Array.isArray(inclusion_proof) || inclusion_proof.length > MAX_PROOF_HASHES) return null
    const texts = [source, index, entry, checkpoint, ...inclusion_proof]
    const whole = texts.every((text) => typeof text === 'string') && (review === null || typeof review === 'string')
    if (!whole || statement === undefined) return null
    const proof = inclusion_proof.map(base64Bytes).filter((hash) => hash !== null)
    if (proof.length !== inclusion_proof.length) return null
    return {
      envelope: readable,
      envelopeText: canonicalJson(envelope!),
      statement: payload,
      statementCopy: canonicalJson(statement),
      keys: published,
      source,
      review,
      comparison: readComparison(comparison ?? null),
      log: {
        index: index!,
        entry: entry!,
        checkpoint: checkpoint!,
        proof,
      },
    }
  } catch {
    return null
  }
}

/** @throws if the member has another form, for example if a part of it is missing */
function readComparison(member: Json): ReceiptComparison | null {
  if (member === null) return null
  const { document, base, unit_libraries } = member as {
    readonly document: Json | undefined
    readonly base: { readonly source: string }
    readonly unit_libraries: { readonly before: string | null; readonly after: string | null }
  }
  const { before, after } = unit_libraries
  const isText = [base.source, before ?? '', after ?? ''].every((text) => typeof text === 'string')
  if (!isText || document === undefined || before === undefined || after === undefined)
    throw new Error('the comparison of a receipt has another form')
  return { document: canonicalJson(document), baseSource: base.source, unitLibraries: { before, after } }
}
