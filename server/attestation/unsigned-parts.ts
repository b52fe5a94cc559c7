import { cosignedAt } from './cosignature'
import { type PublishedKey, readKeySet, toKeySet } from './published-keys'
import { readNote } from './signed-note'
import type { WitnessPolicy } from './witness-policy'

/**
 * Returns a sentence for each part of a verified receipt that no signature covers although it is unusual, or that was
 * not verified. White space and the order of members have no meaning.
 * @param published as given from elsewhere, or null
 * @param policy the witnesses whose cosignatures were verified, or null
 */
export function unsignedRemarks(
  text: string,
  published: readonly PublishedKey[] | null,
  policy: WitnessPolicy | null,
): string[] {
  const { keys, ...members } = JSON.parse(text) as Members
  const own = readKeySet(keys) ?? []
  const sentences: string[] = []
  if (!hasOnlyKnown(members))
    sentences.push('The file has members that receipts do not have. They are not signed and were not read.')
  if (!hasOneSignature(members.envelope))
    sentences.push(
      'The envelope has other signatures than the one that was verified, or they have further members. They were not verified.',
    )
  if (!isAsIssued(keys, own))
    sentences.push('The list of keys is not as it was issued. It is not signed, and its other entries were not used.')
  for (const key of own) {
    const given = published?.find((each) => each.publicKey.id === key.publicKey.id && each.purpose === key.purpose)
    if (given !== undefined && !hasDatesOf(key, given))
      sentences.push(`The dates of key ${key.publicKey.id} are not those of the given keys. They are not signed.`)
  }
  const unverified = unverifiedSignatures(String(membersOf(members.log).checkpoint), policy)
  if (unverified > 0)
    sentences.push(
      `The checkpoint has ${unverified === 1 ? 'a signature' : `${unverified} signatures`} of others that ${unverified === 1 ? 'was' : 'were'} not verified. Witnesses are verified by the command, with --witnesses.`,
    )
  return sentences
}

/** The number of signatures that nothing verifies, besides that of the log. */
function unverifiedSignatures(checkpoint: string, policy: WitnessPolicy | null): number {
  const note = readNote(checkpoint)
  if (note === null) return 0
  const cosigners = policy?.witnesses.filter((witness) => cosignedAt(note, witness) !== null) ?? []
  return note.signatures.length - 1 - cosigners.length
}

type Members = Readonly<Record<string, unknown>>

/** The members of a part; null if the verification covers all of it. */
type Known = { readonly [name: string]: Known } | null

const KNOWN: Known = {
  format: null,
  statement: null,
  envelope: { payload: null, payloadType: null, signatures: null },
  claims: null,
  ruleset: { source: null, review: null },
  comparison: { document: null, base: { source: null }, unit_libraries: { before: null, after: null } },
  log: { index: null, entry: null, inclusion_proof: null, checkpoint: null },
}

function hasOnlyKnown(part: unknown, known: Known = KNOWN): boolean {
  if (known === null) return true
  return Object.entries(membersOf(part)).every(
    ([name, inner]) => Object.hasOwn(known, name) && hasOnlyKnown(inner, known[name]),
  )
}

/** Whether the envelope has one signature, as the product makes them. */
function hasOneSignature(envelope: unknown): boolean {
  const { signatures } = membersOf(envelope)
  if (!Array.isArray(signatures) || signatures.length !== 1) return false
  return Object.keys(membersOf(signatures[0])).every((name) => name === 'keyid' || name === 'sig')
}

/** Compares without recursion, because other entries may be nested as deeply as a hostile file likes. */
function isAsIssued(keys: unknown, own: readonly PublishedKey[]): boolean {
  const { keys: entries, ...others } = membersOf(keys)
  const issued = toKeySet(own).keys
  if (!Array.isArray(entries) || entries.length !== issued.length || Object.keys(others).length > 0) return false
  return issued.every((key, at) => {
    const entry = membersOf(entries[at])
    return (
      Object.keys(entry).length === Object.keys(key).length &&
      Object.keys(key).every((name) => entry[name] === key[name])
    )
  })
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** A key may have been retired after the receipt was made. */
function hasDatesOf({ createdAt, retiredAt }: PublishedKey, given: PublishedKey): boolean {
  return createdAt === given.createdAt && (retiredAt === null || retiredAt === given.retiredAt)
}
