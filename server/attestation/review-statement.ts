/**
 * What is signed of a review: an in-toto statement (version 1) about the bytes of a ruleset. `public/docs/verify.md`
 * documents it.
 *
 * Promises: canonical JSON. The signer confirms the statement before it is signed, so what they confirm lacks two members
 * that are only known then: `signedAt` and `authentication`. The rest is the same to the byte. A passkey's assertion
 * over the confirmed statement can therefore be verified with the signed one alone.
 */
import { createHash } from 'node:crypto'
import { canonicalJson, type Json } from '../api/canonical-json'
import { MEANINGS, type Meaning } from '../api/review-meanings'
import { readEnvelope } from './dsse'

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'
/** After the address of the deployment's documentation: what is signed now. */
export const REVIEW_PREDICATE = '/attestations/review/v2'
/** What earlier releases signed: the same without `comparison`. */
const REVIEW_PREDICATE_1 = '/attestations/review/v1'

/** Budgets of a comparison, by their names on the wire (public/docs/api.md, "Budgets"). */
export const COMPARISON_BUDGETS = [
  'evaluation_steps',
  'solver_memory_mb',
  'solver_steps',
  'solver_steps_total',
] as const
export type ComparisonBudgets = Readonly<Record<(typeof COMPARISON_BUDGETS)[number], number>>

/** The comparison in meaning that the signer was shown. */
export interface SignedComparison {
  /** Hash of the approved revision that the ruleset was compared with; null where none was approved before. */
  readonly baseSha256: string | null
  /** Of the comparison as canonical JSON; null where there was nothing to compare with. */
  readonly sha256: string | null
  readonly engineVersion: string
  readonly budgets: ComparisonBudgets
}

export interface ReviewFacts {
  readonly recordId: string
  readonly rulesetHash: string
  /** Names that pointed at the bytes. */
  readonly rulesetNames: readonly string[]
  readonly meaning: Meaning
  readonly note: string | null
  /** From then on an approval counts no more. */
  readonly expiresAt: string | null
  /** The record whose approval ends. */
  readonly withdraws: string | null
  readonly signer: { readonly id: string; readonly name: string; readonly email: string }
  readonly namespace: { readonly id: string; readonly name: string }
  /** Of the review text that was shown. */
  readonly reviewSha256: string
  /** Of the unit library's canonical text; the built-in standards have one too. */
  readonly unitLibrarySha256: string
  readonly versions: Readonly<Record<'engine' | 'engineVersion' | 'languageVersion' | 'serviceVersion', string>>
  /** Null for a withdrawal, which is about an earlier record, and in statements of version 1. */
  readonly comparison: SignedComparison | null
  /** When it was worded and shown. */
  readonly preparedAt: string
}

/** How the signer proved, when signing, who they are. */
export interface Authentication {
  readonly method: 'password' | 'passkey' | 'oidc'
  readonly passkey: SignedChallenge | null
}

/** A passkey's answer (WebAuthn) to the digest of the confirmed statement; all in base64url. */
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
  /** What the signer confirmed. */
  readonly confirmed: string
}

/** The statement as the signer confirms it. */
export function confirmedStatement(docsUrl: string, facts: ReviewFacts): string {
  return statementText(docsUrl + REVIEW_PREDICATE, facts, {})
}

/** The statement as it is signed, from the one that was confirmed. */
export function completedStatement(confirmed: string, signedAt: string, { method, passkey }: Authentication): string {
  const statement = JSON.parse(confirmed) as { readonly [key: string]: Json }
  const predicate = statement.predicate as { readonly [key: string]: Json }
  const authentication = { method, ...(passkey !== null && { passkey: { ...passkey } }) }
  return canonicalJson({ ...statement, predicate: { ...predicate, authentication, signedAt } })
}

/** Lowercase hexadecimal. */
export function sha256Hex(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Whether the statement is of version 1, which names no comparison. */
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
      ...more,
    },
  })
}

function comparisonMembers({ baseSha256, sha256, engineVersion, budgets }: SignedComparison): Json {
  const named = COMPARISON_BUDGETS.map((budget) => [budget, budgets[budget]] as const)
  const base = baseSha256 === null ? null : { sha256: baseSha256 }
  return { base, sha256, engineVersion, budgets: Object.fromEntries(named) }
}

/** A signed statement; null where the bytes are none, to the byte. */
export function readReviewStatement(bytes: Uint8Array): ReviewStatement | null {
  const text = Buffer.from(bytes).toString('utf8')
  try {
    const read = readMembers(JSON.parse(text) as RawStatement)
    const isReview = [REVIEW_PREDICATE, REVIEW_PREDICATE_1].some((known) => read.predicateType.endsWith(known))
    const known = MEANINGS.includes(read.meaning) && isReview
    const { recordId, preparedAt, signedAt, signer, namespace } = read
    const texts = [recordId, preparedAt, signedAt, signer.id, signer.name, signer.email, namespace.id, namespace.name]
    if (read.comparison !== null && !isWhole(read.comparison)) return null
    if (!known || texts.some((member) => typeof member !== 'string')) return null
    if (!isAuthentication(read.authentication)) return null
    // Written again from what was read, it must be the same text: this excludes members that this release does not know.
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

/** A digest belongs to a base, and a base to a digest. */
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
  readonly predicate: Omit<ReviewFacts, 'rulesetHash' | 'reviewSha256' | 'unitLibrarySha256' | 'comparison'> & {
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
  const { review, unitLibrary, signedAt, authentication, comparison = null, ...facts } = predicate
  return {
    ...facts,
    predicateType,
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

/** A stored record as it was signed: the statement, and the envelope that contains it. */
export interface OpenRecord {
  readonly statement: ReviewStatement
  readonly statementText: string
  readonly envelopeText: string
  readonly keyId: string
  /** Base64. */
  readonly signature: string
}

/**
 * Reads everything from the signed bytes; the signature is not verified here.
 *
 * @throws where the stored bytes are no signed statement: they were changed in the database
 */
export function openRecord({ id, envelope }: { readonly id: string; readonly envelope: Uint8Array }): OpenRecord {
  const envelopeText = Buffer.from(envelope).toString('utf8')
  const read = readEnvelope(JSON.parse(envelopeText))
  const statement = read === null ? null : readReviewStatement(read.payload)
  const signature = read?.signatures[0]
  if (read === null || statement === null || signature === undefined)
    throw new Error(`the record ${id} holds no signed statement`)
  return {
    statement,
    envelopeText,
    statementText: Buffer.from(read.payload).toString('utf8'),
    keyId: signature.keyid,
    signature: Buffer.from(signature.sig).toString('base64'),
  }
}
