import { type VerifiedFile, verifyReceiptFile } from '../../../server/attestation/checks/verify-file'
import { type PublishedKey, readKeySet } from '../../../server/attestation/published-keys'
import { refusedReceipt } from '../../../server/attestation/receipt'
import { makeCheck } from '../../../server/attestation/receipt-check'
import { tooLarge } from '../../../server/attestation/refused-file'
import { repeatedProblem } from '../../../server/attestation/repeated-member'

export interface FilesToVerify {
  readonly receipt: Blob
  /** The published keys from elsewhere; null if the visitor gave no file. */
  readonly keys: Blob | null
}

/** Verifies a receipt without any network. A file that cannot be read is a receipt that does not verify. */
export async function verifyFile({ receipt, keys }: FilesToVerify): Promise<VerifiedFile> {
  const text = await textOf(receipt)
  if ('problem' in text) return { ...refusedReceipt(text.problem), check: null }
  if (keys === null) return withRepetition(verifyReceiptFile(text.text, null))
  const published = await keysIn(keys)
  return 'problem' in published
    ? refusedKeys(text.text, published.problem)
    : withRepetition(verifyReceiptFile(text.text, published.keys))
}

type ReadText = { readonly text: string } | { readonly problem: string }

async function textOf(file: Blob): Promise<ReadText> {
  const problem = tooLarge(file.size)
  if (problem !== null) return { problem }
  let bytes: ArrayBuffer
  try {
    bytes = await file.arrayBuffer()
  } catch {
    return { problem: 'it can no longer be read: it was moved or changed; choose it again' }
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { problem: 'it is not a text in UTF-8; a PDF or an image is not the receipt' }
  }
}

type ReadKeys = { readonly keys: readonly PublishedKey[] } | { readonly problem: string }

const NO_KEYS = { problem: 'the second file is not a list of published keys; download it again, or remove it' }

async function keysIn(file: Blob): Promise<ReadKeys> {
  const read = await textOf(file)
  if ('problem' in read) return NO_KEYS
  const repeated = repeatedProblem(read.text)
  if (repeated !== null) return { problem: `the second file is refused: ${repeated}` }
  try {
    const keys = readKeySet(JSON.parse(read.text))
    return keys !== null && keys.length > 0 ? { keys } : NO_KEYS
  } catch {
    return NO_KEYS
  }
}

/** Without the keys that the visitor wants to compare with, nothing is shown to hold. */
function refusedKeys(receipt: string, problem: string): VerifiedFile {
  const refused = verifyReceiptFile(receipt, [])
  const isReceipt = refused.checks[0]?.what !== 'the file is a receipt'
  return {
    ...refusedReceipt(''),
    check: null,
    checks: isReceipt ? [makeCheck('the keys are those of the deployment', false, problem)] : refused.checks,
  }
}

/** The comparison itself is repeated only by the command, because that needs the solver. */
function withRepetition(verified: VerifiedFile): VerifiedFile {
  if (!verified.ok || verified.compared === null) return verified
  const detail = 'only the command computes it again'
  return {
    ...verified,
    checks: [...verified.checks, makeCheck('the comparison, computed again, is the same', null, detail)],
  }
}
