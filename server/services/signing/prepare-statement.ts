import { Refusal } from '../../api/refusal'
import type { Meaning } from '../../api/terms/ruleset-terms'
import { VERSIONS } from '../../api/terms/versions'
import { statementChallenge } from '../../attestation/passkey-signature'
import {
  type CitedRevision,
  confirmedStatement,
  type SignedComparison,
  sha256Hex,
} from '../../attestation/review-statement'
import type { AdmissionVerbs } from '../../database/accounts/admissions'
import type { CeremonyVerbs } from '../../database/accounts/ceremonies'
import type { NamespaceVerbs } from '../../database/accounts/namespaces'
import type { ApprovalFactVerbs } from '../../database/signing/approval-facts'
import type { ApprovedRevisionVerbs } from '../../database/signing/approved-revisions'
import type { PasskeyQuestion } from '../accounts/passkeys/passkey-proof'
import type { Passkeys } from '../accounts/passkeys/passkeys'
import { type Caller, namespaceOf } from '../calls/caller'
import { type CitationSource, readCitedDocuments } from '../documents/cited-revisions'
import { demandCharacters } from '../library/store-refusal'
import { BUILT_IN_HASH } from '../library/unit-libraries'
import { demandCompiling, demandSigner } from './may-sign'
import { type BlindTestRuleDependencies, blindTestsToSign, demandBlindTest } from './rules/counted-blind-tests'
import { demandResolvedComments, type OpenCommentsDependencies } from './rules/open-comments'
import { readSignerAccount, signedRules } from './rules/signer-account'
import { type ComparisonDependencies, readShownComparison } from './shown-comparison'
import { type ReviewSource, readShownReview, type ShownReview } from './shown-review'
import { demandPassingCases, type SignedCasesDependencies } from './signed-cases'

export interface PrepareRequest {
  readonly hash: string
  readonly meaning: Meaning
  /** Required for `withdrawn` and `changes_requested`. */
  readonly note: string | null
  /** Only for `approved`; an ISO time in the future. */
  readonly expiresAt: string | null
  /** Only for `withdrawn`: the record id of the approval. */
  readonly withdraws: string | null
  /** From the page's sheet, to refuse a statement about anything else. */
  readonly reviewDigest: string
  readonly unitLibraryHash: string | null
  readonly engineVersion: string
  /** Digest of the comparison on the page (`signing.meaning`); null for `withdrawn` or without a base. */
  readonly comparisonDigest: string | null
  /** Digest of the cited documents on the page; not given for `withdrawn`, and if the ruleset cites nothing. */
  readonly citationsDigest?: string | null
}

export interface PreparedStatement {
  readonly ceremonyId: string
  readonly rulesetNames: readonly string[]
  /** Canonical JSON that the signer confirms. */
  readonly statement: string
  /** SHA-256 of the statement, lowercase hexadecimal. */
  readonly digest: string
  /** PublicKeyCredentialRequestOptionsJSON for `navigator.credentials.get`; null without a passkey. */
  readonly passkey: PasskeyQuestion | null
  readonly expiresAt: string
}

interface StatementWording {
  readonly limits: { readonly note_chars: number }
  /** Without a final slash. */
  readonly docsUrl: string
}

export interface PrepareDependencies extends ReviewSource, StatementWording, ComparisonDependencies {
  readonly store: ComparisonDependencies['store'] &
    CitationSource['store'] &
    ApprovalFactVerbs &
    SignedCasesDependencies['store'] &
    OpenCommentsDependencies['store'] &
    BlindTestRuleDependencies['store'] &
    Pick<AdmissionVerbs, 'findAdmissions'> &
    Pick<ApprovedRevisionVerbs, 'namesOf'> &
    Pick<CeremonyVerbs, 'beginCeremony'> &
    Pick<NamespaceVerbs, 'findNamespaces'>
  readonly testCases: SignedCasesDependencies['testCases']
  readonly passkeys: Pick<Passkeys, 'questionFor'>
  readonly now: () => Date
  readonly newId: () => string
}

/** Milliseconds. */
export const CEREMONY_LIFE_MS = 5 * 60_000

/** @throws Refusal CREDENTIAL_SCOPE, RULESET_NOT_FOUND, COMPILE_FAILED, BUDGET_EXCEEDED, BAD_REQUEST */
export async function prepareStatement(
  dependencies: PrepareDependencies,
  caller: Caller,
  request: PrepareRequest,
): Promise<PreparedStatement> {
  const { hash, meaning } = request
  const person = await demandSigner(dependencies, caller, hash, meaning)
  const namespaceId = namespaceOf(caller)
  const now = dependencies.now()
  demandValidRequest(dependencies, request, now)
  const shown = await readShownReview(dependencies, caller, hash)
  demandSameShown(request, shown)
  demandCompiling(meaning, shown.review !== null)
  await demandWithdrawable(dependencies, namespaceId, request)
  const comparison = await comparisonToSign(dependencies, caller, request)
  const about = { hash, meaning, baseHash: comparison?.baseSha256 ?? null }
  await demandPassingCases(dependencies, caller, about)
  await demandResolvedComments(dependencies, caller, about)
  await demandBlindTest(dependencies, caller, about)
  const [namespace] = await dependencies.store.findNamespaces(namespaceId)
  const recordId = dependencies.newId()
  const rulesetNames = await dependencies.store.namesOf(namespaceId, hash)
  const statement = confirmedStatement(dependencies.docsUrl, {
    recordId,
    meaning,
    note: blankToNull(request.note),
    rulesetHash: hash,
    expiresAt: request.expiresAt === null ? null : new Date(request.expiresAt).toISOString(),
    withdraws: request.withdraws,
    rulesetNames,
    signer: { id: person.id, name: person.name, email: person.email },
    namespace: { id: namespaceId, name: namespace?.displayName ?? '' },
    reviewSha256: shown.reviewDigest,
    unitLibrarySha256: shown.unitLibraryHash ?? BUILT_IN_HASH,
    versions: {
      engine: VERSIONS.engine,
      engineVersion: VERSIONS.engine_version,
      languageVersion: VERSIONS.language_version,
      serviceVersion: VERSIONS.service_version,
    },
    comparison,
    signerAccount: await readSignerAccount(dependencies.store, caller, person),
    rules: signedRules(caller.account),
    citations: await citationsToSign(dependencies, caller, request),
    blindTests: await blindTestsToSign(dependencies, caller, request),
    preparedAt: now.toISOString(),
  })
  const expiresAt = new Date(now.getTime() + CEREMONY_LIFE_MS)
  await dependencies.store.beginCeremony({
    id: recordId,
    purpose: 'sign_statement',
    personId: person.id,
    expiresAt,
    payload: new TextEncoder().encode(statement),
  })
  return {
    ceremonyId: recordId,
    rulesetNames,
    statement,
    digest: sha256Hex(statement),
    passkey: await dependencies.passkeys.questionFor(person.id, statementChallenge(statement)),
    expiresAt: expiresAt.toISOString(),
  }
}

function demandValidRequest({ limits }: StatementWording, request: PrepareRequest, now: Date): void {
  const { meaning, note, expiresAt, withdraws } = request
  demandCharacters('note', note ?? '', 'note_chars', limits.note_chars)
  const reasoned = meaning === 'withdrawn' || meaning === 'changes_requested'
  if (reasoned && blankToNull(note) === null)
    throw misfitRefusal('note', 'the reason: it is stored with the signature', 'nothing')
  if (expiresAt !== null && meaning !== 'approved')
    throw misfitRefusal('expiresAt', 'nothing: only an approval expires', expiresAt)
  if (expiresAt !== null && new Date(expiresAt) <= now)
    throw misfitRefusal('expiresAt', 'a time in the future', expiresAt)
  if ((withdraws !== null) !== (meaning === 'withdrawn'))
    throw misfitRefusal(
      'withdraws',
      'the record of an approval, for the meaning withdrawn alone',
      withdraws ?? 'nothing',
    )
}

function demandSameShown({ reviewDigest, unitLibraryHash, engineVersion }: PrepareRequest, shown: ShownReview): void {
  if (engineVersion !== shown.engineVersion)
    throw movedOnRefusal('This deployment was updated since the page was loaded')
  if (unitLibraryHash !== shown.unitLibraryHash)
    throw movedOnRefusal('The unit library of this namespace was changed since the page was loaded')
  if (reviewDigest !== shown.reviewDigest) throw movedOnRefusal('The review text is not the one that the page showed')
}

/** Null for a withdrawal. @throws Refusal BAD_REQUEST if the page showed another comparison */
async function comparisonToSign(
  dependencies: PrepareDependencies,
  caller: Caller,
  { hash, meaning, comparisonDigest }: PrepareRequest,
): Promise<SignedComparison | null> {
  if (meaning === 'withdrawn') return null
  const { baseHash, document, engineVersion, budgets } = await readShownComparison(dependencies, caller, hash)
  const sha256 = document?.sha256 ?? null
  if (sha256 !== comparisonDigest) throw otherComparisonRefusal(sha256, comparisonDigest)
  return { baseSha256: baseHash, sha256, engineVersion, budgets }
}

/** Null for a withdrawal. @throws Refusal BAD_REQUEST if the page showed other documents */
async function citationsToSign(
  dependencies: PrepareDependencies,
  caller: Caller,
  { hash, meaning, citationsDigest = null }: PrepareRequest,
): Promise<readonly CitedRevision[] | null> {
  const cited = meaning === 'withdrawn' ? null : await readCitedDocuments(dependencies, caller, hash)
  if ((cited?.digest ?? null) !== citationsDigest)
    throw movedOnRefusal('A document that the rules cite is another one than the page showed')
  return cited?.documents ?? null
}

async function demandWithdrawable({ store }: PrepareDependencies, namespaceId: string, request: PrepareRequest) {
  if (request.withdraws === null) return
  const record = await store.findReview(namespaceId, request.withdraws)
  if (record?.meaning !== 'approved' || record.hash !== request.hash)
    throw misfitRefusal('withdraws', 'the record of an approval of these bytes', request.withdraws)
  if (record.withdrawal !== null) throw withdrawnAlreadyRefusal()
}

export function withdrawnAlreadyRefusal(): Refusal {
  return new Refusal('BAD_REQUEST', 'This approval was withdrawn already. Load the page again to see by whom.')
}

export function movedOnRefusal(what: string): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    `${what}: you would sign something else than you read. Load the page again, read the review and sign then. Nothing was signed.`,
  )
}

/** If a refusal names this field, the page shows the new comparison. */
export const COMPARISON_FIELD = 'comparisonDigest'

/** @param received the comparison on the page */
export function otherComparisonRefusal(expected: string | null, received: string | null): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'The approved revision that this one is compared with is another one than you were shown, or the comparison came out otherwise: you would sign something else than you read. Read the new comparison and sign then. Nothing was signed.',
    {
      failures: [
        { field: COMPARISON_FIELD, expected: expected ?? 'no comparison', received: received ?? 'no comparison' },
      ],
      failure_count: 1,
    },
  )
}

function misfitRefusal(field: string, expected: string, received: string): Refusal {
  return new Refusal('BAD_REQUEST', `This cannot be signed: ${field} should be ${expected}.`, {
    failures: [{ field, expected, received }],
    failure_count: 1,
  })
}

function blankToNull(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text
}
