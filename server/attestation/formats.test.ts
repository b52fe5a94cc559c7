/** Reads and writes the published examples of the standards byte for byte. */
import { describe, expect, it } from 'vitest'
import { canonicalJson, type Json } from '../api/canonical-json'
import { checkpointSigner, logOrigin, readCheckpoint, signCheckpoint } from './checkpoint'
import { IN_TOTO, isSignedBy, preAuthentication, readEnvelope, signedEnvelope } from './dsse'
import { tlogProofText } from './log-entry'
import { publicKeyFromRaw, readKeySet, toKeySet } from './published-keys'
import { completedStatement, confirmedStatement, type ReviewFacts, readReviewStatement } from './review-statement'
import { isNoteSignedBy, noteVerifierKey, readNote, readVerifierKey, signNote } from './signed-note'
import { newKeyPem, publicKeyPem, readPrivateKey, readPublicKey } from './signing-key'

const key = readPrivateKey(newKeyPem())!
const other = readPrivateKey(newKeyPem())!

describe('keys', () => {
  it('have the thumbprint of RFC 8037, A.3, as their id', () => {
    const raw = Buffer.from('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', 'base64url')
    expect(publicKeyFromRaw(raw).id).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
  })

  it('are read from PEM and Base64, and from nothing else', () => {
    const pem = newKeyPem()
    const base64 = pem.replaceAll(/-----[^-]+-----|\n/g, '')
    expect(readPrivateKey(base64)!.publicKey.id).toBe(readPrivateKey(`\n${pem}`)!.publicKey.id)
    for (const text of ['', 'x', '-----BEGIN PRIVATE KEY-----', base64.slice(4), publicKeyPem(key.publicKey)])
      expect(readPrivateKey(text), text).toBeNull()
    expect(readPublicKey(publicKeyPem(key.publicKey))!.id).toBe(key.publicKey.id)
  })

  it('are read back as published, and unknown entries are ignored', () => {
    const published = [
      {
        publicKey: key.publicKey,
        purpose: 'statement',
        createdAt: '2026-01-01T00:00:00.000Z',
        retiredAt: null,
      } as const,
    ]
    const text = JSON.parse(JSON.stringify(toKeySet(published))) as { keys: object[] }
    expect(readKeySet(text)!.map(({ publicKey, ...rest }) => ({ ...rest, id: publicKey.id }))).toEqual([
      { purpose: 'statement', createdAt: '2026-01-01T00:00:00.000Z', retiredAt: null, id: key.publicKey.id },
    ])
    const strange = { keys: [{ kty: 'RSA' }, null, { ...text.keys[0], x: 'AA' }, { ...text.keys[0], purpose: 'all' }] }
    expect(readKeySet(strange)).toEqual([])
    for (const none of [null, [], {}, { keys: {} }]) expect(readKeySet(none)).toBeNull()
  })
})

describe('an envelope', () => {
  it('signs the bytes that DSSE specifies', () => {
    const signed = preAuthentication('http://example.com/HelloWorld', Buffer.from('hello world'))
    expect(Buffer.from(signed).toString()).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world')
  })

  it('is valid only for its own key, type and payload', () => {
    const envelope = readEnvelope(JSON.parse(signedEnvelope(Buffer.from('é'), key)))!
    expect(envelope).toMatchObject({ payloadType: IN_TOTO, payload: new TextEncoder().encode('é') })
    expect(isSignedBy(envelope, key.publicKey)).toBe(true)
    expect(isSignedBy(envelope, other.publicKey)).toBe(false)
    expect(isSignedBy({ ...envelope, payloadType: 'text/plain' }, key.publicKey)).toBe(false)
    expect(isSignedBy({ ...envelope, payload: Buffer.from('e') }, key.publicKey)).toBe(false)
    for (const none of [null, {}, { payload: '', payloadType: '', signatures: {} }])
      expect(readEnvelope(none)).toBeNull()
  })
})

describe('a signed note', () => {
  const NOTE =
    'If you think cryptography is the answer to your problem,\nthen you don’t know what your problem is.\n'.replace(
      '’',
      "'",
    ) +
    '\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'

  it('from another program is read and verified', () => {
    const [name, , bytes] = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'.split('+') as [
      string,
      string,
      string,
    ]
    const publicKey = publicKeyFromRaw(Buffer.from(bytes, 'base64').subarray(1))
    const text = `${name}+c74f20a3+${bytes}`
    expect(noteVerifierKey({ name, publicKey }, 'signature')).toBe(text)
    expect(readVerifierKey(text, 'signature')).toMatchObject({ name, publicKey: { id: publicKey.id } })
    for (const wrong of [text.replace('c74f', 'c74e'), text.replace('Neumann', 'Neuman'), `${text}A`, name, ''])
      expect(readVerifierKey(wrong, 'signature'), wrong).toBeNull()
    expect(readVerifierKey(text, 'cosignature')).toBeNull()
    expect(isNoteSignedBy(readNote(NOTE)!, name, publicKey)).toBe(true)
    expect(isNoteSignedBy(readNote(NOTE)!, 'AnotherName', publicKey)).toBe(false)
    expect(isNoteSignedBy(readNote(NOTE.replace('know', 'knew'))!, name, publicKey)).toBe(false)
  })

  it('that is malformed is not read', () => {
    const good = signNote('a\n', 'name', key)
    expect(isNoteSignedBy(readNote(good)!, 'name', key.publicKey)).toBe(true)
    for (const bad of ['', good.trimEnd(), `${good}x\n`, good.replace('— ', '- '), good.replace('\n\n', '\n')])
      expect(readNote(bad)).toBeNull()
  })
})

it('a proof for other programs has the index, the hashes and the note (C2SP tlog-proof)', () => {
  const proof = [new Uint8Array(32), new Uint8Array(32).fill(255)]
  expect(tlogProofText({ index: 5n, proof, checkpoint: 'origin\n6\nroot\n\n— origin sig\n' })).toBe(
    `c2sp.org/tlog-proof@v1\nindex 5\n${'A'.repeat(43)}=\n${'/'.repeat(42)}8=\n\norigin\n6\nroot\n\n— origin sig\n`,
  )
})

describe('a checkpoint', () => {
  const checkpoint = {
    origin: logOrigin('https://rules.example.org', 'id'),
    size: 12n,
    root: new Uint8Array(32).fill(7),
  }
  const published = (purpose: 'statement' | 'checkpoint') => [
    { publicKey: key.publicKey, purpose, createdAt: null, retiredAt: null },
  ]

  it('is signed under the name of its log, by a checkpoint key', () => {
    const note = signCheckpoint(checkpoint, key)
    expect(note).toMatch(
      /^rules\.example\.org\/log\/id\n12\n[A-Za-z0-9+/]{43}=\n\n— rules\.example\.org\/log\/id \S+\n$/,
    )
    expect(readCheckpoint(note)).toEqual(checkpoint)
    expect(checkpointSigner(note, published('checkpoint'))?.id).toBe(key.publicKey.id)
    expect(checkpointSigner(note, published('statement'))).toBeNull()
    expect(checkpointSigner(note.replaceAll('/log/id', '/log/other'), published('checkpoint'))).toBeNull()
  })

  it('with an impossible size or root is not read', () => {
    const root = Buffer.from(checkpoint.root).toString('base64')
    for (const body of [
      `o\n012\n${root}\n`,
      `o\n-1\n${root}\n`,
      `o\n1\nAAAA\n`,
      `\n1\n${root}\n`,
      `o\n1\n${root}\nmore\n`,
    ])
      expect(readCheckpoint(signNote(body, 'o', key)), body).toBeNull()
  })
})

describe('a statement', () => {
  const facts: ReviewFacts = {
    ...{ recordId: 'r', rulesetHash: 'a'.repeat(64), rulesetNames: ['policy'], meaning: 'approved', note: 'é\n' },
    ...{ expiresAt: null, withdraws: null, signer: { id: 'p', name: 'Ann', email: 'ann@example.org' } },
    ...{ namespace: { id: 'n', name: 'N' }, reviewSha256: 'b'.repeat(64), unitLibrarySha256: 'c'.repeat(64) },
    versions: { engine: 'e', engineVersion: '1', languageVersion: '1.3', serviceVersion: '1' },
    signerAccount: null,
    rules: null,
    citations: null,
    blindTests: null,
    comparison: {
      ...{ baseSha256: 'd'.repeat(64), sha256: 'e'.repeat(64), engineVersion: '1' },
      budgets: { evaluation_steps: 1, solver_memory_mb: 2, solver_steps: 3, solver_steps_total: 4 },
    },
    preparedAt: '2026-01-01T00:00:00.000Z',
  }
  const confirmed = confirmedStatement('https://rules.example.org/docs', facts)
  const signed = completedStatement(confirmed, '2026-01-01T00:01:00.000Z', { method: 'password', passkey: null })

  it('returns exactly the confirmed text', () => {
    expect(readReviewStatement(Buffer.from(signed))).toMatchObject({ ...facts, confirmed })
  })

  it('of version 1 is read only without a comparison', () => {
    const { comparison: _, ...predicate } = (JSON.parse(signed) as { predicate: Record<string, unknown> }).predicate
    const first = (members: object) =>
      canonicalJson({
        ...(JSON.parse(signed) as object),
        predicateType: 'https://rules.example.org/docs/attestations/review/v1',
        predicate: { ...predicate, ...members },
      } as Json)
    expect(readReviewStatement(Buffer.from(first({})))).toMatchObject({ ...facts, comparison: null })
    for (const members of [{ comparison: null }, { comparison: facts.comparison }])
      expect(readReviewStatement(Buffer.from(first(members)))).toBeNull()
  })

  it('of version 2 names a comparison with its base, or null', () => {
    const withComparison = (comparison: ReviewFacts['comparison']) =>
      readReviewStatement(
        Buffer.from(
          completedStatement(confirmedStatement('https://rules.example.org/docs', { ...facts, comparison }), 'then', {
            method: 'oidc',
            passkey: null,
          }),
        ),
      )
    const { comparison } = facts
    const nothing = { ...comparison!, baseSha256: null, sha256: null }
    for (const good of [comparison, null, nothing]) expect(withComparison(good)?.comparison).toEqual(good)
    for (const bad of [
      { ...nothing, sha256: 'e'.repeat(64) },
      { ...comparison!, sha256: null },
      { ...comparison!, sha256: 'E'.repeat(64) },
      { ...comparison!, budgets: { ...comparison!.budgets, solver_steps: 1.5 } },
    ])
      expect(withComparison(bad)).toBeNull()
  })

  it('names the cited documents only if there are any', () => {
    const withCitations = (citations: ReviewFacts['citations']) =>
      completedStatement(
        confirmedStatement('https://rules.example.org/docs', { ...facts, citations }),
        '2026-01-01T00:01:00.000Z',
        { method: 'password', passkey: null },
      )
    const read = (citations: ReviewFacts['citations']) => readReviewStatement(Buffer.from(withCitations(citations)))
    expect(withCitations(null)).toBe(signed)
    expect(signed).not.toContain('citations')
    const cited = [
      { label: 'HR-1', sha256: null },
      { label: 'TE-07', sha256: 'f'.repeat(64) },
    ]
    expect(read(cited)?.citations).toEqual(cited)
    for (const bad of [[], [...cited].reverse(), [cited[0]!, cited[0]!], [{ label: 'TE-07', sha256: 'F'.repeat(64) }]])
      expect(read(bad), JSON.stringify(bad)).toBeNull()
  })

  it('with an added or missing member is not read', () => {
    const statement = JSON.parse(signed) as { predicate: Record<string, unknown> }
    const { signedAt: _, ...unsigned } = statement.predicate
    for (const predicate of [{ ...statement.predicate, more: 1 }, unsigned, { ...statement.predicate, meaning: 'x' }])
      expect(readReviewStatement(Buffer.from(JSON.stringify({ ...statement, predicate })))).toBeNull()
    for (const text of ['', '{}', `${signed} `]) expect(readReviewStatement(Buffer.from(text))).toBeNull()
  })
})
