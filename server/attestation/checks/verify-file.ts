/** Verifies a file that is the receipt of a signature or of a check, whichever it calls itself. */
import type { PublishedKey } from '../published-keys'
import { keysCheck, refusedReceipt, type VerifiedReceipt, verifyReceipt } from '../receipt'
import { refusedFile, tooLarge } from '../refused-file'
import { repeatedProblem } from '../repeated-member'
import type { WitnessPolicy } from '../witness-policy'
import { isCheckReceipt, verifyCheckReceipt } from './check-receipt'
import type { CheckFacts } from './check-statement'

export interface VerifiedFile extends VerifiedReceipt {
  /** Content of a verified receipt of a check; null for any other file. */
  readonly check: VerifiedCheck | null
}

export interface VerifiedCheck {
  readonly facts: CheckFacts
  /** A JSON document with the claims; null if the receipt has no claims. */
  readonly claims: string | null
}

/** Parameters as for {@link verifyReceipt}. */
export function verifyReceiptFile(
  text: string,
  published: readonly PublishedKey[] | null,
  policy: WitnessPolicy | null = null,
): VerifiedFile {
  if (tooLarge(text.length) !== null || !isCheckReceipt(text))
    return { ...verifyReceipt(text, published, policy), check: null }
  const problem = repeatedProblem(text)
  const verified = problem === null ? verifyCheckReceipt(text, published, policy) : null
  if (verified === null) return { ...refusedReceipt(problem ?? refusedFile(text)), check: null }
  const { ok, checks, remarks, facts, claims, entry } = verified
  return {
    ...{ ok, remarks, entry, statement: null, ruleset: null, compared: null },
    checks: [keysCheck(published), ...checks],
    check: ok && facts !== null ? { facts, claims } : null,
  }
}
