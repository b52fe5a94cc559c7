import { canonicalJson } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import { VERSIONS } from '../../api/terms/versions'
import { signedEnvelope } from '../../attestation/dsse'
import { statementChallenge } from '../../attestation/passkey-signature'
import {
  type Authentication,
  accountMembers,
  citationMembers,
  completedStatement,
  type ReviewStatement,
  readReviewStatement,
  type SignedComparison,
} from '../../attestation/review-statement'
import { blindTestMembers } from '../../attestation/signed-blind-test'
import type { AdmissionVerbs } from '../../database/accounts/admissions'
import type { CeremonyVerbs } from '../../database/accounts/ceremonies'
import type { ApprovalFactVerbs } from '../../database/signing/approval-facts'
import type { NewComparison } from '../../database/signing/comparisons'
import type { LogVerbs } from '../../database/signing/log-entries'
import type { NewReview, ReviewOutcome, ReviewVerbs } from '../../database/signing/reviews'
import { demandPermission } from '../access/permit'
import type { PasskeyAssertion } from '../accounts/passkeys/passkey-proof'
import type { Passkeys } from '../accounts/passkeys/passkeys'
import type { People } from '../accounts/people'
import type { Session } from '../accounts/session'
import type { KeyRing } from '../audit/key-ring'
import { type Caller, namespaceOf } from '../calls/caller'
import { type CitationSource, readCitedDocuments } from '../documents/cited-revisions'
import type { RulesetLibrary } from '../library/ruleset-library'
import { BUILT_IN_HASH } from '../library/unit-libraries'
import { type ForceDependencies, forcesOfApproval } from './forces-of-approval'
import { demandSigner } from './may-sign'
import { movedOnRefusal, otherComparisonRefusal, withdrawnAlreadyRefusal } from './prepare-statement'
import { type BlindTestRuleDependencies, blindTestsToSign, demandBlindTest } from './rules/counted-blind-tests'
import { demandResolvedComments, type OpenCommentsDependencies } from './rules/open-comments'
import { readSignerAccount, signedRules } from './rules/signer-account'
import { type ComparisonDependencies, readShownComparison } from './shown-comparison'
import { demandPassingCases, type SignedCasesDependencies } from './signed-cases'

export interface SignRequest {
  readonly ceremonyId: string
  readonly proof: SignatureProof
  /** The browser's session. */
  readonly session: Session
  readonly addressKey: string
}

export type SignatureProof =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'passkey'; readonly assertion: PasskeyAssertion }
  /** For people of an outside provider, whose fresh log-in is the proof. */
  | { readonly kind: 'session' }

interface SignerProof {
  readonly people: Pick<People, 'reauthenticate' | 'callerOf'>
  readonly passkeys: Pick<Passkeys, 'verify'>
}

export interface SignDependencies extends SignerProof, ComparisonDependencies {
  readonly store: ComparisonDependencies['store'] &
    CitationSource['store'] &
    ForceDependencies['store'] &
    ApprovalFactVerbs &
    Pick<AdmissionVerbs, 'findAdmissions'> &
    SignedCasesDependencies['store'] &
    OpenCommentsDependencies['store'] &
    BlindTestRuleDependencies['store'] &
    Pick<ReviewVerbs, 'recordReview'> &
    Pick<CeremonyVerbs, 'findCeremony'> &
    Pick<LogVerbs, 'findLogTree'>
  readonly testCases: SignedCasesDependencies['testCases']
  readonly newId: () => string
  readonly rulesets: RulesetLibrary
  readonly keys: KeyRing
  readonly now: () => Date
}

/**
 * Signs what was prepared, if the server would still show it. A wrong proof leaves the ceremony open; a ceremony makes
 * at most one record.
 * @throws Refusal CREDENTIAL_SCOPE, CREDENTIAL_INVALID, CREDENTIAL_REQUIRED, BAD_REQUEST, ENGINE_BUSY
 */
export async function signStatement(
  dependencies: SignDependencies,
  caller: Caller,
  request: SignRequest,
): Promise<{ recordId: string }> {
  demandPermission(caller, 'sign')
  const id = request.ceremonyId
  const confirmed = await openCeremony(dependencies, caller, id)
  const authentication = await proveSigner(dependencies, caller, confirmed, request)
  const signedAt = dependencies.now()
  const text = completedStatement(confirmed, signedAt.toISOString(), authentication)
  const statement = readReviewStatement(Buffer.from(text))
  if (statement === null) throw new Error(`ceremony ${id} holds no statement`)
  await demandUnmoved(dependencies, caller, statement)
  // Refuses bytes that were tampered with.
  await dependencies.rulesets.findStored(namespaceOf(caller), statement.rulesetHash)
  const key = await dependencies.keys.inForce('statement')
  const { meaning, note, expiresAt, withdraws, signer } = statement
  const outcome = await recordUnmoved(dependencies, request, statement, {
    id,
    namespaceId: namespaceOf(caller),
    hash: statement.rulesetHash,
    meaning,
    note,
    withdraws,
    signedAt,
    personId: signer.id,
    printedName: signer.name,
    actor: caller.label,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    envelope: signedEnvelope(Buffer.from(text), key),
    keyId: key.publicKey.id,
  })
  if (outcome === 'ceremony_ended') throw endedAlreadyRefusal()
  if (outcome === 'nothing_to_withdraw') throw withdrawnAlreadyRefusal()
  return { recordId: id }
}

/** Attempts to record, because other events may come in between. */
const MAX_ATTEMPTS = 20

/**
 * Records the signature directly after reading everything that it depends on, so that of two concurrent signatures with
 * one base the second is refused.
 * @throws Refusal BAD_REQUEST if something differs from what was shown, CREDENTIAL_SCOPE if the signer may no longer
 * sign or a test case fails, CREDENTIAL_REQUIRED and CREDENTIAL_INVALID if the session ended, ENGINE_BUSY
 */
async function recordUnmoved(
  dependencies: SignDependencies,
  { session, proof }: SignRequest,
  statement: ReviewStatement,
  review: Omit<NewReview, 'comparison' | 'logSize' | 'forces'>,
): Promise<Exclude<ReviewOutcome, 'log_moved'>> {
  const { rulesetHash: hash, meaning, comparison: signed } = statement
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const { size: logSize } = await dependencies.store.findLogTree(review.namespaceId)
    const caller = await dependencies.people.callerOf(session)
    demandAllowedProof(caller, proof)
    await demandUnmoved(dependencies, caller, statement)
    const comparison = signed === null ? null : await sameComparison(dependencies, caller, hash, signed)
    const about = { hash, meaning, baseHash: signed?.baseSha256 ?? null }
    await demandPassingCases(dependencies, caller, about)
    await demandResolvedComments(dependencies, caller, about)
    await demandBlindTest(dependencies, caller, about)
    await demandSameBlindTests(dependencies, caller, statement)
    demandSameRules(caller, statement)
    const forces = await forcesOfApproval(dependencies, caller, statement)
    const outcome = await dependencies.store.recordReview({ ...review, comparison, logSize, forces })
    if (outcome !== 'log_moved') return outcome
  }
  throw new Refusal(
    'ENGINE_BUSY',
    'Other changes of this namespace are being recorded without a pause, so the signature was not. Nothing was signed. Sign again in a moment.',
    { retry_after_ms: 1_000 },
  )
}

async function sameComparison(
  dependencies: SignDependencies,
  caller: Caller,
  hash: string,
  signed: SignedComparison,
): Promise<NewComparison | null> {
  const { baseHash, document } = await readShownComparison(dependencies, caller, hash)
  const sha256 = document?.sha256 ?? null
  if (baseHash !== signed.baseSha256 || sha256 !== signed.sha256) throw otherComparisonRefusal(sha256, signed.sha256)
  return document && { hash: document.sha256, canonical: document.canonical }
}

async function openCeremony({ store, now }: SignDependencies, { person }: Caller, id: string): Promise<string> {
  const ceremony = await store.findCeremony(id)
  // Does not reveal another person's ceremony.
  if (ceremony?.purpose !== 'sign_statement' || ceremony.personId !== person?.id)
    throw new Refusal('BAD_REQUEST', 'There is no such statement to sign. Begin again from the page of the ruleset.')
  if (ceremony.usedAt !== null) throw endedAlreadyRefusal()
  if (ceremony.expiresAt <= now())
    throw new Refusal(
      'BAD_REQUEST',
      'The statement was shown more than five minutes ago. Nothing was signed; look it through and sign again.',
    )
  return Buffer.from(ceremony.payload).toString('utf8')
}

async function proveSigner(
  { people, passkeys }: SignerProof,
  caller: Caller,
  confirmed: string,
  { proof, session, addressKey }: SignRequest,
): Promise<Authentication> {
  demandAllowedProof(caller, proof)
  if (proof.kind !== 'passkey') {
    const { method } = await people.reauthenticate(caller, session, addressKey, proof)
    return { method, passkey: null }
  }
  if (caller.person === null) throw new Error('only people have the permission to sign')
  const proven = await passkeys.verify(caller.person.id, proof.assertion, statementChallenge(confirmed))
  const { authenticatorData, clientDataJSON, signature } = proof.assertion.response
  const publicKey = Buffer.from(proven.publicKey).toString('base64url')
  return {
    method: 'passkey',
    passkey: { id: proven.passkeyId, publicKey, authenticatorData, clientDataJSON, signature },
  }
}

/** @throws Refusal CREDENTIAL_SCOPE if the namespace demands another proof */
function demandAllowedProof({ account }: Caller, { kind }: SignatureProof): void {
  if (kind === 'password' && account.passkeyToSign)
    throw new Refusal(
      'CREDENTIAL_SCOPE',
      'In this namespace a password signs nothing. Confirm the signature with your passkey, or sign in again at your provider.',
    )
}

/** Refuses if something changed since the page was shown. */
async function demandUnmoved(
  dependencies: SignDependencies,
  caller: Caller,
  statement: ReviewStatement,
): Promise<void> {
  if (statement.namespace.id !== namespaceOf(caller))
    throw movedOnRefusal('You act in another namespace since the statement was shown')
  if (statement.unitLibrarySha256 !== (caller.account.unitLibraryHash ?? BUILT_IN_HASH))
    throw movedOnRefusal('The unit library of this namespace was changed since the statement was shown')
  if (statement.versions.engineVersion !== VERSIONS.engine_version)
    throw movedOnRefusal('This deployment was updated since the statement was shown')
  if (statement.signer.name !== caller.person?.name)
    throw movedOnRefusal('Your name was changed since the statement was shown')
  const person = await demandSigner(dependencies, caller, statement.rulesetHash, statement.meaning)
  const account = await readSignerAccount(dependencies.store, caller, person)
  const { signerAccount } = statement
  // A release that did not record them may have shown the statement.
  if (signerAccount !== null && canonicalJson(accountMembers(account)) !== canonicalJson(accountMembers(signerAccount)))
    throw movedOnRefusal('Your roles, or who vouches for your account, were changed since the statement was shown')
  await demandSameCitations(dependencies, caller, statement)
}

/** Comes after the checks of the rules themselves, whose refusals say what to do. */
function demandSameRules({ account }: Caller, { rules }: ReviewStatement): void {
  if (rules !== null && canonicalJson({ ...signedRules(account) }) !== canonicalJson({ ...rules }))
    throw movedOnRefusal('The rules of this namespace were changed since the statement was shown')
}

/** A statement of an earlier release names no documents. */
async function demandSameCitations(
  dependencies: SignDependencies,
  caller: Caller,
  { citations, rulesetHash }: ReviewStatement,
): Promise<void> {
  if (citations === null) return
  const cited = await readCitedDocuments(dependencies, caller, rulesetHash)
  if (cited === null || canonicalJson(citationMembers(cited.documents)) !== canonicalJson(citationMembers(citations)))
    throw movedOnRefusal('A document that the rules cite was changed since the statement was shown')
}

/** A test that was done since the statement was shown is not in it. */
async function demandSameBlindTests(
  dependencies: SignDependencies,
  caller: Caller,
  { blindTests, rulesetHash, meaning }: ReviewStatement,
): Promise<void> {
  const now = await blindTestsToSign(dependencies, caller, { hash: rulesetHash, meaning })
  if (canonicalJson(blindTestMembers(now ?? [])) !== canonicalJson(blindTestMembers(blindTests ?? [])))
    throw movedOnRefusal('A blind test of this ruleset was done or commented since the statement was shown')
}

function endedAlreadyRefusal(): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'This statement was signed already: its record is among the signatures of the ruleset. Load the page again to see it.',
  )
}
