/** Saving and signing in the upgrade fixture, as the pages do it. */
import { z } from 'zod'
import type { SoftwareAuthenticator } from '../../services/testing/software-authenticator'
import type { StoryMember } from './story-member'

type Meaning = 'approved' | 'reviewed' | 'changes_requested' | 'withdrawn'

interface SignedReview {
  readonly meaning: Meaning
  readonly note?: string
  readonly expiresAt?: string
  readonly withdraws?: string
}

const saved = z.looseObject({ kind: z.literal('saved'), hash: z.string() })
const sheetOf = z.looseObject({
  reviewDigest: z.string(),
  unitLibraryHash: z.string().nullable(),
  engineVersion: z.string(),
})
const prepared = z.looseObject({
  ceremonyId: z.string(),
  passkey: z.looseObject({ challenge: z.string() }).nullable(),
})
const signed = z.looseObject({ recordId: z.string() })

export interface RevisionToSave {
  readonly name: string
  readonly source: string
  readonly base?: string
  readonly message?: string
  readonly label?: unknown
}

/** @returns the hash of what was saved */
export async function saveRevision(member: StoryMember, revision: RevisionToSave): Promise<string> {
  const given = { namespaceId: member.namespaceId, message: null, base: null, label: null, ...revision }
  return saved.parse(await member.page.change('revisions.save', given)).hash
}

/** @returns the id of the record */
export async function signReview(
  { page, password }: StoryMember,
  hash: string,
  { meaning, note = '', expiresAt, withdraws }: SignedReview,
  authenticator: SoftwareAuthenticator | null = null,
): Promise<string> {
  const { reviewDigest, unitLibraryHash, engineVersion } = sheetOf.parse(await page.ask('signing.sheet', { hash }))
  const { ceremonyId, passkey } = prepared.parse(
    await page.change('signing.prepare', {
      hash,
      meaning,
      note: note === '' ? null : note,
      expiresAt: expiresAt ?? null,
      withdraws: withdraws ?? null,
      reviewDigest,
      unitLibraryHash,
      engineVersion,
    }),
  )
  const proof =
    authenticator === null || passkey === null
      ? { kind: 'password', password }
      : { kind: 'passkey', assertion: authenticator.answer(passkey) }
  return signed.parse(await page.change('signing.sign', { ceremonyId, proof })).recordId
}
