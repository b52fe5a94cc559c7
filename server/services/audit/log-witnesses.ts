/**
 * Asks the operator's witnesses to cosign a checkpoint (C2SP tlog-witness). A witness that cosigned another history of
 * the log refuses, so the operator of a deployment cannot show two histories to two clients of one witness.
 */
import { LRUCache } from 'lru-cache'
import { base64Text } from '../../attestation/byte-texts'
import { cosignedAt } from '../../attestation/cosignature'
import { readNote, readSignatures, signatureLine } from '../../attestation/signed-note'
import type { PolicyWitness } from '../../attestation/witness-policy'
import type { CosignatureVerbs, LogVerbs, StoredCheckpoint } from '../../database/signing/log-entries'
import type { ReportAlarm } from '../library/content-integrity'

export interface LogWitnessDependencies {
  readonly store: CosignatureVerbs & Pick<LogVerbs, 'findLogTree'>
  /** The witnesses that have an address. */
  readonly witnesses: readonly PolicyWitness[]
  readonly now: () => Date
  /** Tells the operator that a witness knows another history. */
  readonly reportAlarm: ReportAlarm
  /** Tells the operator why a witness gave no cosignature. */
  readonly reportWarning: ReportAlarm
}

/** Proves that the log of the checkpoint begins with its first entries (RFC 9162, 2.1.4). */
export type ProofFrom = (size: bigint) => Promise<readonly Uint8Array[]>

/** A person waits for a receipt. */
const WAIT_MS = 3_000
const PAUSE_MS = 60_000
const MAX_PAUSED = 10_000
const MAX_ANSWER_BYTES = 65_536

/** The answer of a witness: a line of the note, the size that it knows, or why there is neither. */
type WitnessAnswer =
  | { readonly line: string }
  | { readonly knownSize: bigint }
  | { readonly refused: 'other history' | 'trouble'; readonly cause: string }

export class LogWitnesses {
  /** Witnesses that gave no cosignature, by witness and log, with the time from which they are asked again. */
  private readonly paused = new LRUCache<string, number>({ max: MAX_PAUSED })
  private readonly running = new Map<string, Promise<string>>()

  constructor(private readonly dependencies: LogWitnessDependencies) {}

  /** Returns the note with the cosignatures that are stored, or arrive within {@link WAIT_MS} milliseconds. */
  cosign(checkpoint: StoredCheckpoint, proofFrom: ProofFrom): Promise<string> {
    if (this.dependencies.witnesses.length === 0) return Promise.resolve(checkpoint.note)
    const key = `${checkpoint.namespaceId} ${checkpoint.size}`
    const running = this.running.get(key)
    if (running !== undefined) return running
    const begun = this.collect(checkpoint, proofFrom).finally(() => this.running.delete(key))
    this.running.set(key, begun)
    return begun
  }

  /** Returns the note with the cosignatures that are stored. */
  async stored({ namespaceId, size, note }: StoredCheckpoint): Promise<string> {
    const { store, witnesses } = this.dependencies
    if (witnesses.length === 0) return note
    const rows = await store.findCosignatures(namespaceId, size)
    const lines = witnesses.flatMap(({ publicKey, ...witness }) => {
      const line = rows.find((row) => row.witness === publicKey.id)?.line
      return line !== undefined && isCosignature(note, line, { ...witness, publicKey }) ? [line] : []
    })
    return note + lines.join('')
  }

  private async collect(checkpoint: StoredCheckpoint, proofFrom: ProofFrom): Promise<string> {
    const note = readNote(await this.stored(checkpoint))
    const missing = this.dependencies.witnesses.filter(
      (witness) => note !== null && cosignedAt(note, witness) === null && this.isDue(witness, checkpoint),
    )
    await Promise.all(missing.map((witness) => this.ask(witness, checkpoint, proofFrom)))
    return this.stored(checkpoint)
  }

  private isDue(witness: PolicyWitness, { namespaceId }: StoredCheckpoint): boolean {
    const until = this.paused.get(pauseKey(witness, namespaceId))
    return until === undefined || until <= this.dependencies.now().getTime()
  }

  private async ask(witness: PolicyWitness, checkpoint: StoredCheckpoint, proofFrom: ProofFrom): Promise<void> {
    const { store, now, reportAlarm, reportWarning } = this.dependencies
    const { namespaceId, size } = checkpoint
    const from = await store.findLastCosigned(namespaceId, witness.publicKey.id)
    const signal = AbortSignal.timeout(WAIT_MS)
    const post = (old: bigint) => this.post(witness, checkpoint, { old, proofFrom, signal })
    let answer = await post(from < size ? from : size)
    // Another process may have sent it a checkpoint, or a backup of the database was restored.
    if ('knownSize' in answer && answer.knownSize <= size) answer = await post(answer.knownSize)
    if ('line' in answer) {
      const { line } = answer
      return store.storeCosignature({ namespaceId, size, witness: witness.publicKey.id, line, at: now() })
    }
    // The log grew meanwhile, and a later checkpoint of it is cosigned.
    if ('knownSize' in answer && answer.knownSize <= (await store.findLogTree(namespaceId)).size) return
    this.paused.set(pauseKey(witness, namespaceId), now().getTime() + PAUSE_MS)
    const fields = { witness: witness.label, namespaceId, size: size.toString() }
    if ('knownSize' in answer)
      reportAlarm(
        { ...fields, alarm: 'log_witness', knownSize: answer.knownSize.toString() },
        'this witness cosigned a longer log of this namespace than the database has: entries were removed, or an older backup was restored',
      )
    else if (answer.refused === 'other history')
      reportAlarm(
        { ...fields, alarm: 'log_witness', cause: answer.cause },
        'this witness refused the log of this namespace, because it cosigned other entries of it before',
      )
    else reportWarning({ ...fields, cause: answer.cause }, 'a witness did not cosign a checkpoint; it is asked again')
  }

  private async post(
    witness: PolicyWitness,
    checkpoint: StoredCheckpoint,
    { old, proofFrom, signal }: { readonly old: bigint; readonly proofFrom: ProofFrom; readonly signal: AbortSignal },
  ): Promise<WitnessAnswer> {
    const proof = old === 0n ? [] : await proofFrom(old)
    const lines = [`old ${old}`, ...proof.map(base64Text)].map((line) => `${line}\n`)
    const body = `${lines.join('')}\n${checkpoint.note}`
    try {
      const response = await fetch(`${witness.url?.replace(/\/+$/, '')}/add-checkpoint`, {
        method: 'POST',
        body,
        redirect: 'error',
        signal,
      })
      return readAnswer(response.status, await readText(response), checkpoint, witness)
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      return trouble(cause instanceof Error ? cause.message : String(cause))
    }
  }
}

function readAnswer(status: number, text: string, { note }: StoredCheckpoint, witness: PolicyWitness): WitnessAnswer {
  if (status === 409) {
    const [size] = /^(0|[1-9]\d{0,17})\n?$/.exec(text) ?? []
    return size === undefined ? trouble('its answer names no size') : { knownSize: BigInt(size) }
  }
  if (status === 422) return { refused: 'other history', cause: `status ${status}` }
  if (status !== 200) return trouble(`status ${status}`)
  const line = readSignatures(text)
    ?.map(signatureLine)
    .find((each) => isCosignature(note, each, witness))
  return line === undefined ? trouble('its answer holds no valid cosignature') : { line }
}

function trouble(cause: string): WitnessAnswer {
  return { refused: 'trouble', cause }
}

function isCosignature(note: string, line: string, witness: PolicyWitness): boolean {
  const read = readNote(note)
  const signatures = readSignatures(line)
  return read !== null && signatures !== null && cosignedAt({ text: read.text, signatures }, witness) !== null
}

/** @throws if there is more than a witness writes */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`its answer has more than ${MAX_ANSWER_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function pauseKey({ publicKey }: PolicyWitness, namespaceId: string): string {
  return `${publicKey.id} ${namespaceId}`
}
