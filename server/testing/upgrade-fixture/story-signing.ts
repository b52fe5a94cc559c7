import { z } from 'zod'
import type { SoftwareAuthenticator } from '../../services/testing/software-authenticator'
import type { StoryMember } from './story-member'

const HEAD = `version 1.3;
// @ask spent How much was spent on the trip?
// @unit spent USD
declare spent as numeric;
// @ask approved Did a manager approve the trip?
declare approved as boolean;
`

export const TRAVEL = [
  `${HEAD}assert within_limit { Or(spent <= 1000 "USD", approved) };\n`,
  `${HEAD}// A higher limit, é 漢.\nassert within_limit { Or(spent <= 1500 "USD", approved) };\n`,
  `${HEAD}// @ask receipts Are all receipts attached?
declare receipts as boolean;
assert within_limit { Or(spent <= 1500 "USD", approved) };
assert receipts_attached { Implies(spent > 75 "USD", receipts) };
`,
] as const
export const LEAVE = 'declare days as numeric;\ndeclare agreed as boolean;\nassert leave { Or(days <= 5, agreed) };\n'
export const GIFTS = 'declare worth as numeric;\nassert small { worth <= 50 };\n'
export const GIFTS_NEXT = 'declare worth as numeric;\nassert small { worth <= 75 };\n'
/** Engine 0.2.0 gives other results than the engine before. */
export const OFFICERS = `declare cfo as boolean;
declare ceo as boolean;
declare board as boolean;
let signatures = {cfo, ceo, board};
// All but the board sign, é 漢.
assert officers_signed { ForAll(s in Difference(signatures, {board}), s) };
`
export const UNNAMED = 'declare open as boolean;\nassert is_open { open };\n'

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
const meaningOf = z.looseObject({ comparison: z.looseObject({ sha256: z.string() }).nullable() })
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

/** @returns the hash */
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
  const { comparison } = meaningOf.parse(await page.ask('signing.meaning', { hash }))
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
      comparisonDigest: comparison?.sha256 ?? null,
    }),
  )
  const proof =
    authenticator === null || passkey === null
      ? { kind: 'password', password }
      : { kind: 'passkey', assertion: authenticator.answer(passkey) }
  return signed.parse(await page.change('signing.sign', { ceremonyId, proof })).recordId
}
