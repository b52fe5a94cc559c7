/**
 * The signed in-toto statement of a review (public/docs/verify.md). Signing only adds `signedAt` and `authentication`
 * to the confirmed statement, so a passkey's signature of it can be verified later.
 */
import { primitives } from '#primitives'
import { canonicalJson, type Json } from '../api/canonical-json'
import type { ApprovalRules } from '../api/terms/approval-rules'
import { MEANINGS, type Meaning } from '../api/terms/ruleset-terms'
import { base64Text, hexText, utf8Bytes, utf8Text } from './byte-texts'
import { readEnvelope } from './dsse'
import { areBlindTests, blindTestMembers, type SignedBlindTest } from './signed-blind-test'

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'
/** Follows the documentation's address. */
export const REVIEW_PREDICATE = '/attestations/review/v2'
/** Earlier releases signed this, without `comparison`. */
const REVIEW_PREDICATE_1 = '/attestations/review/v1'

/** Wire names (public/docs/api.md, "Budgets"). */
export const COMPARISON_BUDGETS = [
  'evaluation_steps',
  'solver_memory_mb',
  'solver_steps',
  'solver_steps_total',
] as const
export type ComparisonBudgets = Readonly<Record<(typeof COMPARISON_BUDGETS)[number], number>>

/** The comparison that the signer saw. */
export interface SignedComparison {
  /** Null if no revision was approved before. */
  readonly baseSha256: string | null
  /** Hash of the canonical JSON; null if there was nothing to compare with. */
  readonly sha256: string | null
  readonly engineVersion: string
  readonly budgets: ComparisonBudgets
}

/** The revision of a document that the ruleset cites, at the time of its save. */
export interface CitedRevision {
  readonly label: string
  /** Null if the namespace does not have the document. */
  readonly sha256: string | null
}

/** The rules of the namespace when the statement was shown. */
export interface SignedRules extends Omit<ApprovalRules, 'blindTestDone'> {
  /** Absent if it is not demanded, as in statements of earlier releases. */
  readonly blindTestDone?: true
  readonly separateApprover: boolean
  readonly currentEngine: boolean
  readonly passingCases: boolean
  readonly passkeyToSign: boolean
}

/** How the signer's account came into the namespace. */
export interface SignedAdmission {
  readonly kind: 'invitation' | 'operator' | 'confirmation'
  /** Label of the administrator, or `operator`. */
  readonly by: string
  /** Null for the operator, and if unknown. */
  readonly byId: string | null
  readonly at: string
}

export interface SignerAccount {
  /** In the namespace, when the statement was shown. */
  readonly roles: readonly string[]
  /** Oldest first; empty if the release of that time did not record it. */
  readonly admissions: readonly SignedAdmission[]
}

export interface ReviewFacts {
  readonly recordId: string
  readonly rulesetHash: string
  readonly rulesetNames: readonly string[]
  readonly meaning: Meaning
  readonly note: string | null
  readonly expiresAt: string | null
  /** The record that this one withdraws. */
  readonly withdraws: string | null
  readonly signer: { readonly id: string; readonly name: string; readonly email: string }
  readonly namespace: { readonly id: string; readonly name: string }
  readonly reviewSha256: string
  /** Hash of the canonical text, also for the built-in standards. */
  readonly unitLibrarySha256: string
  readonly versions: Readonly<Record<'engine' | 'engineVersion' | 'languageVersion' | 'serviceVersion', string>>
  /** Null for a withdrawal and in version 1. */
  readonly comparison: SignedComparison | null
  /** Null, like `rules`, in statements of earlier releases, which do not have these members. */
  readonly signerAccount: SignerAccount | null
  readonly rules: SignedRules | null
  /** Sorted by label. Null for a withdrawal, and if the ruleset cites nothing; the statement has no member then. */
  readonly citations: readonly CitedRevision[] | null
  /** Oldest first. Null for a withdrawal, and if nobody did one; the statement has no member then. */
  readonly blindTests: readonly SignedBlindTest[] | null
  readonly preparedAt: string
}

export interface Authentication {
  readonly method: 'password' | 'passkey' | 'oidc'
  readonly passkey: SignedChallenge | null
}

/** A WebAuthn answer to the confirmed statement's digest, in base64url. */
export interface SignedChallenge {
  readonly id: string
  /** COSE_Key. */
  readonly publicKey: string
  readonly authenticatorData: string
  readonly clientDataJSON: string
  readonly signature: string
}

const METHODS: readonly Authentication['method'][] = ['password', 'passkey', 'oidc']
const CHALLENGE_MEMBERS = ['id', 'publicKey', 'authenticatorData', 'clientDataJSON', 'signature'] as const

export interface ReviewStatement extends ReviewFacts {
  readonly predicateType: string
  readonly signedAt: string
  readonly authentication: Authentication
  readonly confirmed: string
}

export function confirmedStatement(docsUrl: string, facts: ReviewFacts): string {
  return statementText(docsUrl + REVIEW_PREDICATE, facts, {})
}

export function completedStatement(confirmed: string, signedAt: string, { method, passkey }: Authentication): string {
  const statement = JSON.parse(confirmed) as { readonly [key: string]: Json }
  const predicate = statement.predicate as { readonly [key: string]: Json }
  const authentication = { method, ...(passkey !== null && { passkey: { ...passkey } }) }
  return canonicalJson({ ...statement, predicate: { ...predicate, authentication, signedAt } })
}

export function sha256Hex(content: string | Uint8Array): string {
  return hexText(primitives.sha256(typeof content === 'string' ? utf8Bytes(content) : content))
}

export function isOfFirstVersion({ predicateType }: Pick<ReviewStatement, 'predicateType'>): boolean {
  return predicateType.endsWith(REVIEW_PREDICATE_1)
}

function statementText(predicateType: string, facts: ReviewFacts, more: { readonly [key: string]: Json }): string {
  const { recordId, meaning, note, expiresAt, withdraws, signer, namespace, versions, preparedAt } = facts
  const isFirstVersion = isOfFirstVersion({ predicateType })
  return canonicalJson({
    _type: STATEMENT_TYPE,
    predicateType,
    subject: [{ name: 'ruleset', digest: { sha256: facts.rulesetHash } }],
    predicate: {
      recordId,
      meaning,
      note,
      expiresAt,
      withdraws,
      preparedAt,
      signer: { ...signer },
      namespace: { ...namespace },
      rulesetNames: facts.rulesetNames,
      review: { sha256: facts.reviewSha256 },
      unitLibrary: { sha256: facts.unitLibrarySha256 },
      versions: { ...versions },
      ...(!isFirstVersion && { comparison: facts.comparison === null ? null : comparisonMembers(facts.comparison) }),
      ...(!isFirstVersion && facts.signerAccount !== null && { signerAccount: accountMembers(facts.signerAccount) }),
      ...(!isFirstVersion && facts.rules !== null && { rules: { ...facts.rules } }),
      ...(!isFirstVersion && facts.citations !== null && { citations: citationMembers(facts.citations) }),
      ...(!isFirstVersion && facts.blindTests !== null && { blindTests: blindTestMembers(facts.blindTests) }),
      ...more,
    },
  })
}

export function accountMembers({ roles, admissions }: SignerAccount): Json {
  return { roles, admissions: admissions.map((admission) => ({ ...admission })) }
}

export function citationMembers(citations: readonly CitedRevision[]): Json {
  return citations.map(({ label, sha256 }) => ({ label, digest: sha256 === null ? null : { sha256 } }))
}

function comparisonMembers({ baseSha256, sha256, engineVersion, budgets }: SignedComparison): Json {
  const named = COMPARISON_BUDGETS.map((budget) => [budget, budgets[budget]] as const)
  const base = baseSha256 === null ? null : { sha256: baseSha256 }
  return { base, sha256, engineVersion, budgets: Object.fromEntries(named) }
}

/** Returns null unless the bytes are exactly a signed statement. */
export function readReviewStatement(bytes: Uint8Array): ReviewStatement | null {
  const text = utf8Text(bytes)
  try {
    const read = readMembers(JSON.parse(text) as RawStatement)
    const isReview = [REVIEW_PREDICATE, REVIEW_PREDICATE_1].some((known) => read.predicateType.endsWith(known))
    const known = MEANINGS.includes(read.meaning) && isReview
    const { recordId, preparedAt, signedAt, signer, namespace } = read
    const texts = [recordId, preparedAt, signedAt, signer.id, signer.name, signer.email, namespace.id, namespace.name]
    if (read.comparison !== null && !isWhole(read.comparison)) return null
    if (!known || texts.some((member) => typeof member !== 'string')) return null
    if (!isAuthentication(read.authentication)) return null
    if (read.signerAccount !== null && !isAccount(read.signerAccount)) return null
    if (read.rules !== null && !isRules(read.rules)) return null
    if (read.citations !== null && !areCitations(read.citations)) return null
    if (read.blindTests !== null && !areBlindTests(read.blindTests)) return null
    // This excludes members that this release does not know.
    const confirmed = statementText(read.predicateType, read, {})
    return completedStatement(confirmed, read.signedAt, read.authentication) === text ? { ...read, confirmed } : null
  } catch {
    return null
  }
}

function isAuthentication({ method, passkey }: Authentication): boolean {
  if (!METHODS.includes(method)) return false
  return passkey === null || CHALLENGE_MEMBERS.every((member) => typeof passkey[member] === 'string')
}

function isAccount({ roles, admissions }: SignerAccount): boolean {
  return (
    roles.every((role) => typeof role === 'string') &&
    admissions.every(
      ({ kind, by, byId, at }) =>
        ADMISSIONS.includes(kind) &&
        typeof by === 'string' &&
        (byId === null || typeof byId === 'string') &&
        typeof at === 'string',
    )
  )
}

function isRules({ approvalsNeeded, neededRole, blindTestDone = true, ...switches }: SignedRules): boolean {
  return (
    blindTestDone &&
    Number.isSafeInteger(approvalsNeeded) &&
    typeof neededRole === 'string' &&
    SWITCHES.every((rule) => typeof switches[rule] === 'boolean') &&
    Object.keys(switches).length === SWITCHES.length
  )
}

/** Whether there is at least one, in the order of their labels, each label once. */
function areCitations(citations: readonly CitedRevision[]): boolean {
  return (
    citations.length > 0 &&
    citations.every(({ label, sha256 }, i) => {
      const before = citations[i - 1]
      const isInOrder = before === undefined || before.label < label
      return typeof label === 'string' && isInOrder && (sha256 === null || /^[0-9a-f]{64}$/.test(sha256))
    })
  )
}

const ADMISSIONS: readonly SignedAdmission['kind'][] = ['invitation', 'operator', 'confirmation']
const SWITCHES = [
  'neededRoleLast',
  'commentsResolved',
  'signerNotInvitedByAuthor',
  'separateApprover',
  'currentEngine',
  'passingCases',
  'passkeyToSign',
] as const satisfies readonly (keyof SignedRules)[]

/** Whether both a digest and a base are present, or neither. */
function isWhole({ baseSha256, sha256, engineVersion, budgets }: SignedComparison): boolean {
  const hashes = [baseSha256, sha256].filter((hash) => hash !== null)
  return (
    hashes.length !== 1 &&
    hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash)) &&
    typeof engineVersion === 'string' &&
    COMPARISON_BUDGETS.every((budget) => Number.isSafeInteger(budgets[budget]))
  )
}

interface RawStatement {
  readonly predicateType: string
  readonly subject: readonly [{ readonly digest: { readonly sha256: string } }]
  readonly predicate: Omit<
    ReviewFacts,
    | 'rulesetHash'
    | 'reviewSha256'
    | 'unitLibrarySha256'
    | 'comparison'
    | 'signerAccount'
    | 'rules'
    | 'citations'
    | 'blindTests'
  > & {
    readonly blindTests?: readonly SignedBlindTest[]
    readonly citations?: readonly {
      readonly label: string
      readonly digest: { readonly sha256: string } | null
    }[]
    readonly signerAccount?: SignerAccount | null
    readonly rules?: SignedRules | null
    readonly comparison?:
      | (Omit<SignedComparison, 'baseSha256'> & { readonly base: { readonly sha256: string } | null })
      | null
    readonly review: { readonly sha256: string }
    readonly unitLibrary: { readonly sha256: string }
    readonly signedAt: string
    readonly authentication: { readonly method: Authentication['method']; readonly passkey?: SignedChallenge }
  }
}

function readMembers({ predicateType, subject, predicate }: RawStatement): Omit<ReviewStatement, 'confirmed'> {
  const { review, unitLibrary, signedAt, authentication, comparison = null, ...others } = predicate
  const { signerAccount = null, rules = null, citations, blindTests = null, ...facts } = others
  return {
    ...facts,
    predicateType,
    signerAccount,
    rules,
    blindTests,
    citations: citations?.map(({ label, digest }) => ({ label, sha256: digest?.sha256 ?? null })) ?? null,
    signedAt,
    rulesetHash: subject[0].digest.sha256,
    reviewSha256: review.sha256,
    unitLibrarySha256: unitLibrary.sha256,
    comparison: comparison && {
      baseSha256: comparison.base?.sha256 ?? null,
      sha256: comparison.sha256,
      engineVersion: comparison.engineVersion,
      budgets: comparison.budgets,
    },
    authentication: { method: authentication.method, passkey: authentication.passkey ?? null },
  }
}

export interface OpenRecord {
  readonly statement: ReviewStatement
  readonly statementText: string
  readonly envelopeText: string
  readonly keyId: string
  /** Base64. */
  readonly signature: string
}

/**
 * Does not verify the signature.
 * @throws if the stored bytes are not a statement, because the database was changed
 */
export function openRecord({ id, envelope }: { readonly id: string; readonly envelope: Uint8Array }): OpenRecord {
  const envelopeText = utf8Text(envelope)
  const read = readEnvelope(JSON.parse(envelopeText))
  const statement = read === null ? null : readReviewStatement(read.payload)
  const signature = read?.signatures[0]
  if (read === null || statement === null || signature === undefined)
    throw new Error(`the record ${id} holds no signed statement`)
  return {
    statement,
    envelopeText,
    statementText: utf8Text(read.payload),
    keyId: signature.keyid,
    signature: base64Text(signature.sig),
  }
}
