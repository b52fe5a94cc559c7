import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkRequest } from '../../api/schemas/check'
import { libraryLines } from '../../language/units/converter-pairs'
import { startServer } from '../../testing/running-server'
import { settleBeforeAnyEvent } from '../../testing/until'
import { type Caller, callerWithoutCredential, PLAYGROUND_CALLER } from '../calls/caller'
import type { Service } from '../create-service'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { BUILT_IN_HASH, BUILT_IN_LIBRARY, hashLibrary, UnitLibraries } from './unit-libraries'

describe('UnitLibraries', () => {
  let tested: ServicesUnderTest
  let service: Service
  beforeAll(async () => {
    tested = await startServices(1)
    service = tested.services[0]!
  })
  afterAll(() => tested.stop())

  const CANONICAL = 'unit library 1\nEUR = USD * 0.9 + 0\nGBP = USD * 0.8 + -3\n'
  const HASH = hashLibrary(CANONICAL)
  /** A caller whose namespace has {@link CANONICAL} in force. */
  const joined = async (): Promise<Caller> => {
    const { namespaceId, credentialId } = await tested.fullCaller()
    const converter = {
      ...{ fromUnit: 'USD', toUnit: 'GBP', factor: '0.8', offset: '-3', attribution: null },
      ...{ addedAt: new Date(tested.now()), addedBy: 'test' },
    }
    await tested.store.addConverter({
      ...{ namespaceId: namespaceId!, seen: null, editorId: null, converter, limitBytes: 1_000_000 },
      library: { hash: HASH, canonical: CANONICAL },
    })
    tested.pass(1_000)
    return service.authenticateById(credentialId!)
  }

  it('reads a library once and then answers without a promise', async () => {
    const libraries = new UnitLibraries(tested.store)
    const caller = await joined()
    const first = libraries.libraryOf(caller)
    expect(first).toBeInstanceOf(Promise)
    expect(await first).toEqual({ hash: HASH, converters: libraryLines(CANONICAL) })
    expect(libraries.libraryOf(caller)).toBe(await first)
    expect(libraries.libraryByHash(caller, HASH)).toBe(await first)
  })
  it('answers the built-in standards if nothing was added, and under their own hash', () => {
    const libraries = new UnitLibraries(tested.store)
    const openCaller = callerWithoutCredential('open', '00000000-0000-4000-8000-000000000001')
    for (const caller of [openCaller, PLAYGROUND_CALLER]) {
      expect(libraries.libraryOf(caller)).toBe(BUILT_IN_LIBRARY)
      expect(libraries.libraryByHash(caller, BUILT_IN_HASH)).toBe(BUILT_IN_LIBRARY)
    }
    expect(() => libraries.libraryByHash(PLAYGROUND_CALLER, HASH)).toThrow(/No unit library/)
  })
  it('documents the hash of the built-in standards', () => {
    expect(checkRequest.shape.unit_library_hash.meta()?.description).toContain(BUILT_IN_HASH)
  })
  it('lets a check under a library of the project answer without the database, in replays too', async () => {
    const caller = await joined()
    const source = '// @unit q USD\ndeclare q as numeric;\nassert some { q > 1 "EUR" };\n'
    const claims = { q: '5 GBP' }
    // Read, compiled and cached.
    for (let i = 0; i < 2; i++) await callOperation(service, 'check', caller, { source, claims })
    const ruleset_hash = (
      JSON.parse(await callOperation(service, 'check', caller, { source, claims })) as { ruleset_hash: string }
    ).ruleset_hash
    const context = { caller, channel: 'program', addressKey: () => 'test' } as const
    for (const unit_library_hash of [undefined, HASH]) {
      const answer = await settleBeforeAnyEvent(
        service.check(context, {
          ruleset_hash,
          claims: { from: 'value', value: claims },
          unit_library_hash,
        }),
      )
      expect(JSON.parse(answer.body)).toMatchObject({ unit_library_hash: HASH })
    }
  })
})

describe('a deployment that demands no credentials', () => {
  it('uses a converter from the very next call on', async () => {
    const server = await startServer({ CREDENTIALS: 'none' })
    try {
      const bridge = async () => {
        const response = await fetch(`${server.url}/v1/units/bridge?from_unit=USD&to_unit=EUR`)
        return (await response.json()) as { status: string; ratio?: string }
      }
      expect(await bridge()).toMatchObject({ status: 'no_path' })
      for (const [factor, ratio] of [
        [0.9, '9/10'],
        [2, '2/1'],
        [0.125, '1/8'],
      ] as const) {
        const added = await fetch(`${server.url}/v1/units/converters`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ from_unit: 'USD', to_unit: 'EUR', factor }),
        })
        expect([added.status, await added.json()]).toMatchObject([200, { converter: { added_by: 'open' } }])
        expect(await bridge()).toMatchObject({ status: 'convertible', ratio })
      }
    } finally {
      await server.stop()
    }
    expect(server.log()).toBe('')
  })
})
