/** Only the meaning `approved` makes an approval (public/docs/workbench.md, "Signing"). Answers are plain JSON. */

import type { KeySet } from '../../attestation/published-keys'
import type { Caller } from '../calls/caller'
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
  /** @throws Refusal RULESET_NOT_FOUND, BUDGET_EXCEEDED, ENGINE_BUSY */
  sheet(caller: Caller, request: { readonly hash: string }): Promise<Sheet>
  /**
   * May take seconds; `prepare` needs the digest of its comparison.
   * @throws Refusal RULESET_NOT_FOUND, ENGINE_BUSY
   */
  meaning(caller: Caller, request: { readonly hash: string }): Promise<SheetMeaning>
  /**
   * Begins a ceremony that ends with {@link sign}.
   * @throws Refusal CREDENTIAL_SCOPE, RULESET_NOT_FOUND, COMPILE_FAILED, BUDGET_EXCEEDED; BAD_REQUEST if the server
   * would show something else than the page did
   */
  prepare(caller: Caller, request: PrepareRequest): Promise<PreparedStatement>
  /** @throws Refusal CREDENTIAL_INVALID for a wrong proof, after which the ceremony stays open; BAD_REQUEST */
  sign(caller: Caller, proven: SignRequest): Promise<{ readonly recordId: string }>
  /** @throws Refusal RULESET_NOT_FOUND */
  receipt(caller: Caller, request: { readonly recordId: string }): Promise<Receipt>
  /** Includes retired keys. */
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
