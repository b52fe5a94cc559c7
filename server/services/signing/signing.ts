/**
 * Signing, as pages ask for it: what there is to sign, the statement, the signature, the receipt.
 *
 * Promises: a signature is made over a statement that the signer was shown, after the signer proved again who they are;
 * only the meaning `approved` makes an approval (workbench.md, "/approve/{hash}"). Answers are plain JSON data: times
 * are ISO texts, places in the log are decimal texts.
 */

import type { Meaning } from '../../api/review-meanings'
import type { KeySet } from '../../attestation/published-keys'
import type { ReviewDocument } from '../../engine/explain/review-document'
import type { Caller } from '../access/caller'
import type { PasskeyAssertion, PasskeyQuestion } from '../accounts/passkey-proof'
import type { Session, SignInMethod } from '../accounts/session'

export interface Signing {
  /**
   * What is signed: the exact review text of exactly these bytes under the unit library in force, and what was signed
   * before.
   * @throws Refusal RULESET_NOT_FOUND, COMPILE_FAILED
   */
  sheet(caller: Caller, request: { readonly hash: string }): Promise<Sheet>
  /**
   * Words the statement and begins the ceremony that ends with {@link sign}.
   * @throws Refusal CREDENTIAL_SCOPE, RULESET_NOT_FOUND, COMPILE_FAILED, BUDGET_EXCEEDED, BAD_REQUEST where what the
   * page showed is not what the server would show now, or where this cannot be signed
   */
  prepare(caller: Caller, request: PrepareRequest): Promise<PreparedStatement>
  /**
   * Proves the signer again, signs, and records everything in one transaction.
   * @throws Refusal CREDENTIAL_INVALID where the proof is wrong: the ceremony may be tried again; BAD_REQUEST for a
   * ceremony that is over, ended or somebody else's
   */
  sign(caller: Caller, proven: SignRequest): Promise<{ readonly recordId: string }>
  /** @throws Refusal RULESET_NOT_FOUND for an unknown record */
  receipt(caller: Caller, request: { readonly recordId: string }): Promise<Receipt>
  /** The public halves of all keys, retired ones too; those in force are published by the first call at the latest. */
  publishedKeys(): Promise<KeySet>
}

export interface Sheet {
  readonly rulesetHash: string
  /** Names that point at these bytes now. */
  readonly names: readonly string[]
  readonly heading: SheetHeading
  readonly source: string
  /** Exactly the text that is digested: a page shows this, or the same words set for the eye. */
  readonly reviewText: string
  /** The same review as a document (components/rulesets/review-view.tsx sets it); null where the source does not compile. */
  readonly review: ReviewDocument | null
  /** SHA-256 of `reviewText` in UTF-8, lowercase hexadecimal. */
  readonly reviewDigest: string
  /** Null for the built-in standards. */
  readonly unitLibraryHash: string | null
  readonly engineVersion: string
  readonly languageVersion: string
  /** Every signed record of these bytes, oldest first: expired and withdrawn ones too. */
  readonly records: readonly ReviewRow[]
  /** How the demands of the namespace on approvals are met; null where it demands nothing of these bytes. */
  readonly demands: {
    readonly satisfied: boolean
    /** Why approvals in force do not count, in words; null where they do, or where nobody signed. */
    readonly reason: string | null
  } | null
  /** Approvals without a person's signature, oldest first. */
  readonly unsigned: readonly UnsignedApproval[]
  /** The nearest approved ancestor, or else the latest approved revision of a name of these bytes; never these bytes. */
  readonly lastApproved: ApprovedRevision | null
  /** Who bound a name to these bytes, oldest first. */
  readonly savedBy: readonly SavedBy[]
  readonly may: {
    /** Whether the caller may sign any record here. */
    readonly sign: boolean
    /** Whether one of the meaning `approved` too. */
    readonly approve: boolean
    /** Why not, in words for the page; null where both are true. */
    readonly reason: string | null
  }
  /** How the caller can prove again who they are. */
  readonly methods: { readonly password: boolean; readonly passkey: boolean; readonly session: boolean }
}

/** By which names a page calls the bytes: what was signed for keeps the names of the signature. */
export interface SheetHeading {
  readonly names: readonly string[]
  /**
   * Where they are from: the latest signed statement; the bindings at the time of the latest approval without one; the
   * names of today, where nobody approved or signed; names that pointed here before, where none does today.
   */
  readonly from: 'statement' | 'approval' | 'now' | 'before'
}

export interface ReviewRow {
  readonly id: string
  readonly rulesetHash: string
  /** Names of the ruleset as the signed statement has them. */
  readonly rulesetNames: readonly string[]
  /** As the statement has it. */
  readonly printedName: string
  /** The name that the person has now, where it is another one. */
  readonly renamedTo: string | null
  readonly email: string
  readonly meaning: Meaning
  readonly note: string | null
  readonly signedAt: string
  readonly method: SignInMethod
  /** From then on the approval counts no more; null where it never ends. */
  readonly expiresAt: string | null
  readonly expired: boolean
  /** Set on an approval that counts no more because of a withdrawal. */
  readonly withdrawn: {
    readonly at: string
    /** Label of the person. */
    readonly by: string
    readonly reason: string
    /** The record that withdrew it. */
    readonly recordId: string
  } | null
  /** For the meaning `withdrawn`: the record whose approval it ended. */
  readonly withdraws: string | null
  readonly unitLibraryHash: string | null
  /** Whether it was signed under another unit library than the one in force. */
  readonly underOtherLibrary: boolean
  readonly engineVersion: string
  readonly languageVersion: string
  readonly reviewDigest: string
  /** Why results may differ from those under the engine of the signature, in words; null where they do not. */
  readonly underOlderEngine: string | null
  /** Whether the caller signed it. */
  readonly mine: boolean
  /** Why an approval in force does not count in this namespace, in words; null where it does. */
  readonly uncounted: string | null
}

export interface UnsignedApproval {
  /** Names that pointed at the bytes when it was given: no statement has them. */
  readonly rulesetNames: readonly string[]
  readonly approver: string
  readonly note: string | null
  readonly approvedAt: string
  readonly channel: 'program' | 'person' | 'agent'
  /** Label of the credential, or of the person behind the agent; null where no credential was demanded. */
  readonly reportedBy: string | null
  /** As of a {@link ReviewRow}: the engine of such an approval is not recorded. */
  readonly underOlderEngine: string | null
}

export interface ApprovedRevision {
  readonly hash: string
  /** Of the signed statement; names that pointed at it at `signedAt`, where nobody signed. */
  readonly rulesetNames: readonly string[]
  readonly signedAt: string
  readonly printedName: string
  /** False for an approval that a program or an agent recorded. */
  readonly signed: boolean
  readonly channel: 'program' | 'person' | 'agent'
  /** As of an {@link UnsignedApproval}. */
  readonly reportedBy: string | null
  /** Null where that revision no longer compiles. */
  readonly reviewText: string | null
  /** The same review as a document: the page tells the changes by it. Null where `reviewText` is. */
  readonly review: ReviewDocument | null
  readonly source: string
}

export interface SavedBy {
  readonly name: string
  readonly label: string
  readonly at: string
  readonly message: string | null
  /** Whether the caller saved it. */
  readonly mine: boolean
}

export interface PrepareRequest {
  readonly hash: string
  readonly meaning: Meaning
  /** A reason is demanded for `withdrawn` and for `changes_requested`. */
  readonly note: string | null
  /** For `approved` alone; an ISO time in the future. */
  readonly expiresAt: string | null
  /** For `withdrawn` alone: the id of the record whose approval ends. */
  readonly withdraws: string | null
  /** What the page showed, from its sheet: refused where the server would show something else by now. */
  readonly reviewDigest: string
  readonly unitLibraryHash: string | null
  readonly engineVersion: string
}

export interface PreparedStatement {
  readonly ceremonyId: string
  /** Names of the ruleset that the statement has. */
  readonly rulesetNames: readonly string[]
  /** Canonical JSON: the statement that the signer confirms. */
  readonly statement: string
  /** SHA-256 of the statement, lowercase hexadecimal. */
  readonly digest: string
  /** PublicKeyCredentialRequestOptionsJSON for `navigator.credentials.get`; null where the person has no passkey. */
  readonly passkey: PasskeyQuestion | null
  readonly expiresAt: string
}

export interface SignRequest {
  readonly ceremonyId: string
  readonly proof: SignatureProof
  /** Of the browser. */
  readonly session: Session
  readonly addressKey: string
}

export type SignatureProof =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'passkey'; readonly assertion: PasskeyAssertion }
  /** For people who sign in elsewhere: a fresh log-in stands for the proof. */
  | { readonly kind: 'session' }

export interface Receipt {
  readonly record: ReviewRow
  readonly namespace: { readonly id: string; readonly name: string }
  /** The statement as it was signed: canonical JSON. */
  readonly statement: string
  readonly statementDigest: string
  /** The exact review text that was shown; null where these bytes no longer give it (another library or engine). */
  readonly reviewText: string | null
  readonly keyId: string
  /** The signature over the statement, Base64. */
  readonly signature: string
  readonly log: {
    /** The entry of the record. */
    readonly index: string
    readonly leafHash: string
    /** Of the checkpoint that the receipt carries. */
    readonly size: string
    readonly root: string
    readonly checkpoint: string
  }
  /** File name and JSON text of the bundle to download, which `npm run verify -- receipt FILE` reads. */
  readonly bundle: { readonly fileName: string; readonly text: string }
}
