/**
 * Signing, as pages ask for it: what there is to sign, the statement, the signature, the receipt.
 *
 * Promises: a signature is made over a statement that the signer was shown, after the signer proved again who they are;
 * only the meaning `approved` makes an approval (public/docs/workbench.md, "Signing"). Answers are plain JSON data:
 * times are ISO texts, positions in the log are decimal texts.
 */

import type { KeySet } from '../../attestation/published-keys'
import type { Caller } from '../access/caller'
import {
  type PrepareDependencies,
  type PreparedStatement,
  type PrepareRequest,
  prepareStatement,
} from './prepare-statement'
import { readMeaning, type SheetMeaning } from './read-meaning'
import { type Receipt, type ReceiptDependencies, readReceipt } from './read-receipt'
import { readSheet, type Sheet, type SheetDependencies } from './read-sheet'
import { type SignDependencies, type SignRequest, signStatement } from './sign-statement'

export interface Signing {
  /**
   * What is signed: the exact review text of exactly these bytes under the unit library in force, and what was signed
   * before.
   * @throws Refusal RULESET_NOT_FOUND, BUDGET_EXCEEDED, ENGINE_BUSY
   */
  sheet(caller: Caller, request: { readonly hash: string }): Promise<Sheet>
  /**
   * What the bytes change in meaning against the approved revision, and how their test cases come out. It may take
   * seconds, which the sheet does not wait for; `prepare` takes the digest of its comparison.
   * @throws Refusal RULESET_NOT_FOUND, ENGINE_BUSY
   */
  meaning(caller: Caller, request: { readonly hash: string }): Promise<SheetMeaning>
  /**
   * Words the statement and begins the ceremony that ends with {@link sign}.
   * @throws Refusal CREDENTIAL_SCOPE, RULESET_NOT_FOUND, COMPILE_FAILED, BUDGET_EXCEEDED; BAD_REQUEST where the server
   * would show something else than the page did, the comparison included, or where this cannot be signed
   */
  prepare(caller: Caller, request: PrepareRequest): Promise<PreparedStatement>
  /**
   * Proves the signer again, signs, and records everything in one transaction.
   * @throws Refusal CREDENTIAL_INVALID where the proof is wrong: the ceremony may be tried again; BAD_REQUEST for a
   * ceremony that is over, ended or another person's
   */
  sign(caller: Caller, proven: SignRequest): Promise<{ readonly recordId: string }>
  /** @throws Refusal RULESET_NOT_FOUND for an unknown record */
  receipt(caller: Caller, request: { readonly recordId: string }): Promise<Receipt>
  /** The public halves of all keys, retired ones too; those in force are published by the first call at the latest. */
  publishedKeys(): Promise<KeySet>
}

type SigningDependencies = SheetDependencies & PrepareDependencies & SignDependencies & ReceiptDependencies

export function createSigning(dependencies: SigningDependencies): Signing {
  return {
    sheet: (caller, { hash }) => readSheet(dependencies, caller, hash),
    meaning: (caller, { hash }) => readMeaning(dependencies, caller, hash),
    prepare: (caller, request) => prepareStatement(dependencies, caller, request),
    sign: (caller, request) => signStatement(dependencies, caller, request),
    receipt: (caller, { recordId }) => readReceipt(dependencies, caller, recordId),
    publishedKeys: () => dependencies.keys.keySet(),
  }
}
