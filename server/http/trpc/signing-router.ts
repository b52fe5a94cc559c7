/** What the pages ask of signing. It forwards and holds no rule. */
import { z } from 'zod'
import { MEANINGS } from '../../api/review-meanings'
import { NOTE_TEXT } from '../../api/schemas/approval'
import { contentHash } from '../../api/schemas/fields'
import { router, signedIn } from './procedures'

/** Longer than any budget: the service refuses with words, this only keeps nonsense out. */
const text = z.string().max(20_000)
const encoded = z.string().max(50_000)
const id = z.uuid()

const prepareInput = z.strictObject({
  hash: contentHash,
  meaning: z.enum(MEANINGS),
  note: text.regex(NOTE_TEXT, { error: 'text without control characters' }).nullable(),
  expiresAt: z.iso.datetime().nullable(),
  withdraws: id.nullable(),
  reviewDigest: contentHash,
  unitLibraryHash: contentHash.nullable(),
  engineVersion: z.string().max(200),
})

const assertion = z.object({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  response: z.object({
    authenticatorData: encoded,
    clientDataJSON: encoded,
    signature: encoded,
    userHandle: encoded.optional(),
  }),
})

const signInput = z.strictObject({
  ceremonyId: id,
  proof: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('password'), password: z.string().max(1_000) }),
    z.strictObject({ kind: z.literal('passkey'), assertion }),
    z.strictObject({ kind: z.literal('session') }),
  ]),
})

export const signingRouter = router({
  sheet: signedIn
    .input(z.strictObject({ hash: contentHash }))
    .query(({ ctx: { workbench, caller }, input }) => workbench.signing.sheet(caller, input)),
  prepare: signedIn
    .input(prepareInput)
    .mutation(({ ctx: { workbench, caller }, input }) => workbench.signing.prepare(caller, input)),
  sign: signedIn
    .input(signInput)
    .mutation(({ ctx: { workbench, caller, session, addressKey }, input }) =>
      workbench.signing.sign(caller, { ...input, session, addressKey }),
    ),
  receipt: signedIn
    .input(z.strictObject({ recordId: id }))
    .query(({ ctx: { workbench, caller }, input }) => workbench.signing.receipt(caller, input)),
})
