/** Uses an authenticator in memory. */
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../../calls/caller'
import { readLog, type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import { type Lies, SoftwareAuthenticator } from '../../testing/software-authenticator'
import { FRESH_FOR_REMOVAL_MS } from '../reauthentication'
import { type NewSession, newSession, type Session } from '../session'
import { CHALLENGE_LIFE_MS } from './passkey-challenge'
import type { Passkeys } from './passkeys'
import { PASSKEY_QUESTION_ALLOWANCE } from './sign-in-by-passkey'

let under: ServicesUnderTest
let passkeys: Passkeys
beforeAll(async () => {
  under = await startServices(1)
  passkeys = under.workbenches[0]!.passkeys
})
afterAll(() => under.stop())

/** A session of a recent sign-in at the outside provider. */
function sessionOf({ person }: Caller): Promise<Session> {
  return under.signedIn(newSession(person!.id, null, 'oidc', new Date(under.now())))
}

const begin = async (caller: Caller) =>
  passkeys.beginAdding(caller, await sessionOf(caller), 'test', { kind: 'session' })

async function withPasskey(label = 'Laptop'): Promise<{ caller: Caller; key: SoftwareAuthenticator; id: string }> {
  const caller = await under.personCaller(['author'])
  const key = new SoftwareAuthenticator()
  return { caller, key, ...(await add(caller, key, label)) }
}

async function add(caller: Caller, key: SoftwareAuthenticator, label: string): Promise<{ id: string }> {
  const question = await begin(caller)
  return passkeys.endAdding(caller, { ceremonyId: question.ceremonyId, label, registration: key.register(question) })
}

async function signIn(key: SoftwareAuthenticator, lies: Lies = {}): Promise<NewSession> {
  const { ceremonyId, question } = await passkeys.beginSignIn(`address ${Math.random()}`)
  return passkeys.signInByPasskey({ ceremonyId, assertion: key.answer(question, lies) })
}

describe('adding', () => {
  it('lists the passkey, logs it in every namespace of the person, and allows sign-in with it', async () => {
    const { caller, key, id } = await withPasskey('  My   laptop ')
    const other = await under.personCaller(['author'])
    await under.query(`
      INSERT INTO membership (namespace_id, person_id, roles, since)
      VALUES ('${other.namespaceId}', '${caller.person!.id}', '{reviewer}', now())`)
    expect(await passkeys.ownPasskeys(caller)).toEqual({
      passkeys: [{ id, label: 'My laptop', createdAt: expect.any(String), lastUsedAt: null }],
      problem: null,
      proof: 'session',
    })
    const second = await add(caller, new SoftwareAuthenticator(), 'Phone')
    const added = (passkey: string, label: string) => ({
      kind: 'passkey_added',
      actor: caller.label,
      details: { passkey, label, person: caller.person!.id },
    })
    expect(await readLog(under, caller.namespaceId)).toEqual([added(id, 'My laptop'), added(second.id, 'Phone')])
    expect(await readLog(under, other.namespaceId)).toEqual([added(second.id, 'Phone')])

    expect(await signIn(key)).toMatchObject({
      personId: caller.person!.id,
      method: 'passkey',
      namespaceId: caller.namespaceId,
    })
    const [used] = (await passkeys.ownPasskeys(caller)).passkeys
    expect(used!.lastUsedAt! >= used!.createdAt).toBe(true)
  })

  it('needs proof, and a sign-in by passkey does not count', async () => {
    const caller = await under.personCaller(['author'])
    const stale = { ...(await sessionOf(caller)), authenticatedAt: new Date(under.now() - CHALLENGE_LIFE_MS - 1) }
    for (const session of [stale, { ...(await sessionOf(caller)), method: 'passkey' as const }])
      await expect(passkeys.beginAdding(caller, session, 'test', { kind: 'session' })).rejects.toMatchObject({
        code: 'CREDENTIAL_INVALID',
      })
    const program = await under.fullCaller()
    await expect(passkeys.ownPasskeys(program)).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
  })

  it('accepts only the person who began, once, within five minutes, with a new key', async () => {
    const caller = await under.personCaller(['author'])
    const stranger = await under.personCaller(['author'])
    const key = new SoftwareAuthenticator()
    const question = await begin(caller)
    const answer = { ceremonyId: question.ceremonyId, label: 'x', registration: key.register(question) }
    const refused = (message: RegExp) => ({ code: 'BAD_REQUEST', message: expect.stringMatching(message) })
    await expect(passkeys.endAdding(stranger, answer)).rejects.toMatchObject(refused(/Begin again/))
    await expect(passkeys.endAdding(caller, { ...answer, label: ' ' })).rejects.toMatchObject(refused(/marked/))
    await passkeys.endAdding(caller, answer)
    await expect(passkeys.endAdding(caller, answer)).rejects.toMatchObject(refused(/Begin again/))

    const again = await begin(caller)
    expect(again.options.excludeCredentials).toMatchObject([{ id: key.id.toString('base64url') }])
    const known = { ceremonyId: again.ceremonyId, label: 'x', registration: key.register(again) }
    await expect(passkeys.endAdding(caller, known)).rejects.toMatchObject(refused(/already/))

    const late = await begin(caller)
    under.pass(CHALLENGE_LIFE_MS)
    const registration = new SoftwareAuthenticator().register(late)
    await expect(
      passkeys.endAdding(caller, { ceremonyId: late.ceremonyId, label: 'x', registration }),
    ).rejects.toMatchObject(refused(/Begin again/))
  })

  it.each<[string, Lies]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['no person verified', { unverified: true }],
  ])('refuses %s', async (_, lies) => {
    const caller = await under.personCaller(['author'])
    const question = await begin(caller)
    const registration = new SoftwareAuthenticator().register(question, lies)
    await expect(
      passkeys.endAdding(caller, { ceremonyId: question.ceremonyId, label: 'x', registration }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('does not fit') })
    expect((await passkeys.ownPasskeys(caller)).passkeys).toEqual([])
  })
})

describe('signing in', () => {
  it.each<[string, Lies]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['no person verified', { unverified: true }],
    ['another person', { userHandle: Buffer.from('another person').toString('base64url') }],
    ['another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ['a counter that stood still', { counter: 1 }],
    ['a counter that is gone', { counter: 0 }],
  ])('refuses %s, and the right answer after it', async (_, lies) => {
    const { key } = await withPasskey()
    await signIn(key)
    await expect(signIn(key, lies)).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' })
    await signIn(key)
  })

  it('takes an answer once, and within five minutes', async () => {
    const { key } = await withPasskey()
    const { ceremonyId, question } = await passkeys.beginSignIn('once')
    const answer = { ceremonyId, assertion: key.answer(question) }
    const outcomes = await Promise.allSettled([answer, answer, answer].map(passkeys.signInByPasskey))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const late = await passkeys.beginSignIn('once')
    under.pass(CHALLENGE_LIFE_MS)
    await expect(
      passkeys.signInByPasskey({ ceremonyId: late.ceremonyId, assertion: key.answer(late.question) }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('accepts an authenticator without a counter repeatedly', async () => {
    const { key } = await withPasskey()
    for (let i = 0; i < 3; i++) await signIn(key, { counter: 0 })
  })

  it('fails without the account, the last membership or the passkey', async () => {
    const { caller, key, id } = await withPasskey()
    const { id: personId } = caller.person!
    await under.query(`UPDATE person SET disabled_at = now() WHERE id = '${personId}'`)
    await expect(signIn(key)).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' })
    await under.query(`UPDATE person SET disabled_at = NULL WHERE id = '${personId}'`)
    await signIn(key)
    await add(caller, new SoftwareAuthenticator(), 'Phone')
    await passkeys.removePasskey(caller, await sessionOf(caller), { id })
    await expect(signIn(key)).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' })
  })

  it('limits the challenges for one address', async () => {
    for (let i = 0; i < PASSKEY_QUESTION_ALLOWANCE.calls; i++) await passkeys.beginSignIn('eager')
    await expect(passkeys.beginSignIn('eager')).rejects.toMatchObject({ code: 'EVALUATION_LIMIT' })
    await passkeys.beginSignIn('another')
  })
})

describe('renaming and removing', () => {
  it('works only for own passkeys and logs a removal', async () => {
    const { caller, id } = await withPasskey()
    const stranger = await under.personCaller(['administrator'])
    const sessionOfStranger = await sessionOf(stranger)
    for (const attempt of [
      () => passkeys.renamePasskey(stranger, { id, label: 'mine' }),
      () => passkeys.removePasskey(stranger, sessionOfStranger, { id }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'BAD_REQUEST', status: 404 })
    await passkeys.renamePasskey(caller, { id, label: 'Laptop' })
    await add(caller, new SoftwareAuthenticator(), 'Phone')
    await passkeys.removePasskey(caller, await sessionOf(caller), { id })
    expect((await passkeys.ownPasskeys(caller)).passkeys.map(({ label }) => label)).toEqual(['Phone'])
    expect((await readLog(under, caller.namespaceId)).at(-1)).toEqual({
      kind: 'passkey_removed',
      actor: caller.label,
      details: { passkey: id, label: 'Laptop', person: caller.person!.id },
    })
  })

  it('removing needs a sign-in of this moment', async () => {
    const { caller, id } = await withPasskey()
    await add(caller, new SoftwareAuthenticator(), 'Phone')
    const session = await sessionOf(caller)
    under.pass(FRESH_FOR_REMOVAL_MS + 1)
    await expect(passkeys.removePasskey(caller, session, { id })).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' })
    expect((await passkeys.ownPasskeys(caller)).passkeys).toHaveLength(2)
    await passkeys.removePasskey(caller, await sessionOf(caller), { id })
    expect((await passkeys.ownPasskeys(caller)).passkeys).toHaveLength(1)
  })

  it('never removes the last way to sign in, even if two are removed at once', async () => {
    const { caller, id } = await withPasskey()
    await expect(passkeys.removePasskey(caller, await sessionOf(caller), { id })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    const second = await add(caller, new SoftwareAuthenticator(), 'Phone')
    const session = await sessionOf(caller)
    const removals = [id, second.id].map((one) => passkeys.removePasskey(caller, session, { id: one }))
    expect((await Promise.allSettled(removals)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await passkeys.ownPasskeys(caller)).passkeys).toHaveLength(1)
  })
})

describe('proving', () => {
  it('applies to this person, this challenge and this passkey', async () => {
    const { caller, key, id } = await withPasskey()
    const person = caller.person!.id
    const challenge = Buffer.from('digest of a statement, 32 bytes.').toString('base64url')
    expect(await passkeys.questionFor(person, challenge)).toMatchObject({ challenge, allowCredentials: [{ id }] })
    const proven = await passkeys.verify(person, key.answer({ challenge }), challenge)
    expect(proven).toMatchObject({ passkeyId: id, personId: person, label: 'Laptop' })
    const stranger = await withPasskey()
    await expect(
      passkeys.verify(stranger.caller.person!.id, key.answer({ challenge }), challenge),
    ).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' })
    const other = Buffer.from('digest of another statement.....').toString('base64url')
    await expect(passkeys.verify(person, key.answer({ challenge: other }), challenge)).rejects.toMatchObject({
      code: 'CREDENTIAL_INVALID',
    })
    expect(await passkeys.questionFor((await under.personCaller(['author'])).person!.id, challenge)).toBeNull()
  })
})
