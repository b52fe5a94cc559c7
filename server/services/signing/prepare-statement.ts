/**
 * Words the statement that somebody is about to sign, and begins the ceremony that ends with the signature.
 *
 * Promises: the statement is about what the page showed; where the server would show something else by now (another unit
 * library, another release), it is refused and the page shows that first. It lasts {@link CEREMONY_LIFE}.
 */

import { Refusal } from '../../api/refusal'
import { VERSIONS } from '../../api/versions'
import { statementChallenge } from '../../attestation/passkey-signature'
import { confirmedStatement, sha256Hex } from '../../attestation/review-statement'
import type { Caller } from '../access/caller'
import { demandCharacters } from '../access/character-budget'
import { namespaceOf } from '../access/namespace-of'
import { BUILT_IN_HASH } from '../units/unit-libraries'
import { demandCompiling, demandSigner } from './may-sign'
import { type ShownReview, shownReview } from './shown-review'
import type { PreparedStatement, PrepareRequest } from './signing'
import type { SigningParts } from './signing-parts'

/** In milliseconds. */
export const CEREMONY_LIFE = 5 * 60_000

/** @throws Refusal CREDENTIAL_SCOPE, RULESET_NOT_FOUND, COMPILE_FAILED, BUDGET_EXCEEDED, BAD_REQUEST */
export async function prepareStatement(
  parts: SigningParts,
  caller: Caller,
  request: PrepareRequest,
): Promise<PreparedStatement> {
  const { hash, meaning } = request
  const person = await demandSigner(parts, caller, hash, meaning)
  const namespaceId = namespaceOf(caller)
  const now = parts.now()
  demandSense(parts, request, now)
  const shown = await shownReview(parts, caller, hash)
  demandSameShown(request, shown)
  demandCompiling(meaning, shown.review !== null)
  await demandWithdrawable(parts, namespaceId, request)
  const [namespace] = await parts.store.findNamespaces(namespaceId)
  const recordId = parts.newId()
  const rulesetNames = await parts.store.namesOf(namespaceId, hash)
  const statement = confirmedStatement(parts.docsUrl, {
    ...{ recordId, meaning, note: blankToNull(request.note), rulesetHash: hash },
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
    preparedAt: now.toISOString(),
  })
  const expiresAt = new Date(now.getTime() + CEREMONY_LIFE)
  await parts.store.beginCeremony({
    ...{ id: recordId, purpose: 'sign_statement', personId: person.id, expiresAt },
    payload: new TextEncoder().encode(statement),
  })
  return {
    ceremonyId: recordId,
    rulesetNames,
    statement,
    digest: sha256Hex(statement),
    passkey: await parts.passkeys.questionFor(person.id, statementChallenge(statement)),
    expiresAt: expiresAt.toISOString(),
  }
}

function demandSense({ limits }: SigningParts, request: PrepareRequest, now: Date): void {
  const { meaning, note, expiresAt, withdraws } = request
  demandCharacters('note', note ?? '', 'note_chars', limits.note_chars)
  const reasoned = meaning === 'withdrawn' || meaning === 'changes_requested'
  if (reasoned && blankToNull(note) === null)
    throw misfit('note', 'the reason: it is kept with the signature', 'nothing')
  if (expiresAt !== null && meaning !== 'approved')
    throw misfit('expiresAt', 'nothing: only an approval expires', expiresAt)
  if (expiresAt !== null && new Date(expiresAt) <= now) throw misfit('expiresAt', 'a time in the future', expiresAt)
  if ((withdraws !== null) !== (meaning === 'withdrawn'))
    throw misfit('withdraws', 'the record of an approval, for the meaning withdrawn alone', withdraws ?? 'nothing')
}

function demandSameShown({ reviewDigest, unitLibraryHash, engineVersion }: PrepareRequest, shown: ShownReview): void {
  if (engineVersion !== shown.engineVersion) throw movedOn('This deployment was updated since the page was loaded')
  if (unitLibraryHash !== shown.unitLibraryHash)
    throw movedOn('The unit library of this namespace was changed since the page was loaded')
  if (reviewDigest !== shown.reviewDigest) throw movedOn('The review text is not the one that the page showed')
}

async function demandWithdrawable({ store }: SigningParts, namespaceId: string, request: PrepareRequest) {
  if (request.withdraws === null) return
  const record = await store.findReview(namespaceId, request.withdraws)
  if (record?.meaning !== 'approved' || record.hash !== request.hash)
    throw misfit('withdraws', 'the record of an approval of these bytes', request.withdraws)
  if (record.withdrawal !== null) throw withdrawnAlready()
}

export function withdrawnAlready(): Refusal {
  return new Refusal('BAD_REQUEST', 'This approval was withdrawn already. Load the page again to see by whom.')
}

export function movedOn(what: string): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    `${what}: you would sign something else than you read. Load the page again, read the review and sign then. Nothing was signed.`,
  )
}

function misfit(field: string, expected: string, received: string): Refusal {
  return new Refusal('BAD_REQUEST', `This cannot be signed: ${field} should be ${expected}.`, {
    failures: [{ field, expected, received }],
    failure_count: 1,
  })
}

function blankToNull(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text
}
