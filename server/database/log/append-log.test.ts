/**
 * The log of a namespace under several writers, on every database under test.
 */
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readLeaf } from '../../attestation/log-entry'
import { addLeaf, EMPTY_FRONTIER, leafHash } from '../../attestation/merkle-tree'
import { newKeyPem, publicKeyPem, readPrivateKey } from '../../attestation/signing-key'
import { openStore, type Store } from '../store'
import { silentLog } from '../testing/fresh-database'

const AT = new Date('2026-03-04T05:06:07.089Z')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe.each(inject('databases'))('the log on $name', ({ url, ownerUrl }) => {
  let stores: Store[]
  beforeAll(async () => {
    stores = await Promise.all([1, 2, 3].map(() => openStore({ url, ownerUrl, log: silentLog, connections: 5 })))
  })
  afterAll(() => Promise.all(stores.map((store) => store.close())))

  const newNamespace = async () => {
    const namespaceId = randomUUID()
    await stores[0]!.ensureNamespace({ id: namespaceId, displayName: 'test', at: AT })
    return namespaceId
  }
  const save = (store: Store, namespaceId: string, name: string, source: string = randomUUID()) =>
    store.saveNamed({
      ...{ namespaceId, name, hash: sha256(source), source, parentHash: null, boundBy: 'test', at: AT },
      limitBytes: 1_000_000,
    })
  const newKey = (purpose: 'statement' | 'checkpoint', createdAt = AT) => {
    const { publicKey } = readPrivateKey(newKeyPem())!
    return { id: publicKey.id, purpose, publicKey: publicKeyPem(publicKey), createdAt }
  }

  /** Returns all entries, after checking their numbers and the stored head. */
  async function wholeLog(namespaceId: string) {
    const entries = await stores[0]!.readEntries(namespaceId, 0n, 100_000)
    const leaves = entries.map(({ body }) => readLeaf(body))
    expect(entries.map(({ index }) => index)).toEqual(entries.map((_, index) => BigInt(index)))
    expect(leaves.map((leaf) => leaf?.index)).toEqual(entries.map((_, index) => `${index}`))
    const tree = entries.reduce((before, { body }) => addLeaf(before, leafHash(body)), EMPTY_FRONTIER)
    const head = await stores[1]!.findLogTree(namespaceId)
    expect(head.size).toBe(tree.size)
    expect(Buffer.concat(head.subtrees)).toEqual(Buffer.concat(tree.subtrees))
    const hashes = await stores[2]!.leafHashes(namespaceId, 0n, tree.size)
    expect(Buffer.concat(hashes)).toEqual(Buffer.concat(entries.map(({ body }) => leafHash(body))))
    // Every log begins with the state of its namespace. Evidence of rows is tested with verifying.
    expect(leaves[0]?.kind).toBe('state_recorded')
    return leaves.slice(1).map((leaf) => {
      const { evidence_digest: _, salt_digest: __, ...details } = leaf!.details
      return { ...leaf!, details }
    })
  }

  it('has no gap and no fork when several processes write to several namespaces at once', async () => {
    const namespaces = [await newNamespace(), await newNamespace()]
    const key = newKey('statement')
    const writer = async (store: Store, start: number) => {
      for (let i = start; i < start + 10; i++) await save(store, namespaces[i % 2]!, `name ${i % 7}`)
    }
    await Promise.all([
      ...stores.flatMap((store, index) => [0, 1, 2].map((chain) => writer(store, 30 * index + 10 * chain))),
      ...stores.map((store) => store.publishSigningKey(key)),
    ])
    for (const namespaceId of namespaces) {
      const log = await wholeLog(namespaceId)
      expect(log.filter(({ kind }) => kind === 'name_bound')).toHaveLength(45)
      const published = log.filter(({ kind, details }) => kind === 'signing_key_published' && details.key_id === key.id)
      // A later log begins with the key already in force.
      expect(published.length).toBeLessThanOrEqual(1)
    }
  })

  it('has no entry for a call that was refused, or took no effect', async () => {
    const namespaceId = await newNamespace()
    await save(stores[0]!, namespaceId, 'policy', 'one')
    await save(stores[0]!, namespaceId, 'policy', 'one')
    const full = { namespaceId, name: 'policy', hash: sha256('two'), source: 'two', parentHash: null, boundBy: 'test' }
    await stores[0]!.saveNamed({ ...full, at: AT, limitBytes: 4 })
    const approval = {
      approver: 'Ann',
      note: null,
      approvedAt: AT,
      channel: 'program' as const,
      credentialId: null,
      personId: null,
      reportedBy: null,
    }
    const unknown = { id: randomUUID(), namespaceId, hash: sha256('two'), name: 'other', boundBy: 'test' }
    expect(await stores[0]!.recordApproval({ ...approval, ...unknown })).toBeNull()
    expect((await wholeLog(namespaceId)).map(({ kind, details }) => [kind, details])).toEqual([
      [
        'name_bound',
        {
          ...{ bound_at: AT.toISOString(), hash: sha256('one'), name: 'policy', pointed_at: null },
          ...{ person_id: null, credential_id: null, channel: null, with_approval: false },
          message_digest: expect.any(String),
        },
      ],
    ])
  })

  it('records in every log a new key and the key that it retires', async () => {
    const [namespaceId, silent] = [await newNamespace(), await newNamespace()]
    const [first, second] = [newKey('checkpoint'), newKey('checkpoint', new Date(AT.getTime() + 1_000))]
    expect(await stores[0]!.publishSigningKey(first)).toBeNull()
    await save(stores[0]!, namespaceId, 'policy')
    expect(await Promise.all(stores.map((store) => store.publishSigningKey(second)))).toEqual([null, null, null])
    expect(await stores[1]!.publishSigningKey(first)).toEqual(second.createdAt)
    const recorded = (await wholeLog(namespaceId))
      .map(({ kind, details }) => [kind, details.key_id])
      .filter(
        ([kind, key]) =>
          kind !== 'name_bound' &&
          [first.id, second.id].includes(String(key)) &&
          !(kind === 'signing_key_published' && key === first.id),
      )
    expect(recorded).toEqual([
      ['signing_key_published', second.id],
      ['signing_key_retired', first.id],
    ])
    expect(new Set((await wholeLog(silent)).map(({ kind }) => kind))).toEqual(
      new Set(['signing_key_published', 'signing_key_retired']),
    )
    const inForce = (await stores[2]!.listSigningKeys()).filter(
      ({ purpose, retiredAt }) => purpose === 'checkpoint' && retiredAt === null,
    )
    expect(inForce.map(({ id }) => id)).toEqual([second.id])
  })

  it('never goes back in time, whatever clock the writers have', async () => {
    const namespaceId = await newNamespace()
    const later = new Date(AT.getTime() + 60_000)
    const at = (name: string, time: Date) =>
      stores[0]!.saveNamed({
        ...{ namespaceId, name, hash: sha256(name), source: name, parentHash: null, boundBy: 'test', at: time },
        limitBytes: 1_000_000,
      })
    await at('first', later)
    await at('second', AT)
    // A key is published to all logs by another statement.
    await stores[1]!.publishSigningKey(newKey('statement', new Date(AT.getTime() + 2_000)))
    await at('third', AT)
    const log = await wholeLog(namespaceId)
    const times = log.map((leaf) => leaf.at)
    expect(times).toEqual([...times].sort())
    expect(times.at(-1)).toBe(later.toISOString())
    expect(log.map(({ details }) => details.bound_at).filter(Boolean)).toEqual([
      later.toISOString(),
      AT.toISOString(),
      AT.toISOString(),
    ])
  })

  it('stores the checkpoint that was given first', async () => {
    const namespaceId = await newNamespace()
    const checkpoint = { namespaceId, size: 3n, note: 'first', at: AT }
    expect(await stores[0]!.storeCheckpoint(checkpoint)).toEqual(checkpoint)
    expect(await stores[1]!.storeCheckpoint({ ...checkpoint, note: 'second' })).toEqual(checkpoint)
    expect(await stores[1]!.findCheckpoint(namespaceId, 3n)).toEqual(checkpoint)
    expect(await stores[1]!.findCheckpoint(namespaceId, 4n)).toBeNull()
  })
})
