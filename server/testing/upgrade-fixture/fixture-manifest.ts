/**
 * The manifest of an upgrade fixture (`manifest.json`): what a later version must find, and the secrets that open it,
 * which are only for tests. It does not refer to code, so that code may move.
 */
import { z } from 'zod'

const name = z.string()

const person = z.strictObject({
  name,
  email: z.string(),
  password: z.string(),
  /** The person's sessions begin in it. */
  namespace: z.uuid(),
  /** Whether the person can sign in. */
  member: z.boolean(),
  /** PKCS #8 in PEM and the credential's id in base64url; null without a passkey. */
  passkey: z.strictObject({ id: z.string(), privateKey: z.string(), userHandle: z.string() }).nullable(),
})

const credential = z.strictObject({
  label: z.string(),
  token: z.string(),
  /** Null for its own namespace. */
  namespace: z.uuid().nullable(),
  works: z.boolean(),
})

const check = z.strictObject({
  credential: z.string(),
  /** Body of POST /v1/check. */
  request: z.string(),
  /** Exact bytes. */
  answer: z.string(),
})

const namespace = z.strictObject({
  id: z.uuid(),
  name,
  log: z.strictObject({ size: z.string(), root: z.string() }),
})

const secret = z.strictObject({
  username: z.string(),
  kind: z.enum(['service_token', 'api_key']),
  secret: z.string(),
  works: z.boolean(),
})

export const fixtureManifest = z.strictObject({
  format: z.literal('touchstone upgrade fixture'),
  version: z.literal(1),
  commit: z.string(),
  release: z.string(),
  madeAt: z.iso.datetime(),
  publicUrl: z.string(),
  warning: z.string(),
  namespaces: z.array(namespace),
  people: z.array(person),
  credentials: z.array(credential),
  secrets: z.array(secret),
  checks: z.array(check),
  /** Signed records; `receipts/<id>.json` is the receipt of each. */
  records: z.array(z.strictObject({ id: z.uuid(), namespace: z.uuid() })),
})

export type FixtureManifest = z.output<typeof fixtureManifest>
