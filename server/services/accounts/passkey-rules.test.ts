/**
 * Tests the rules "a passkey or the provider to sign, and to administer" with changes in every area and all kinds of
 * proof.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findWeakenedRules, REGULATED_RULES } from '../../api/terms/namespace-rules'
import { type Caller, callerWithoutCredential } from '../calls/caller'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { newSession, type Session, type SignInMethod } from './session'
import { issueSetupLink } from './setup'

const SOURCE = 'declare a as boolean;\nassert x { a };\n'

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(1, { platform: {} })
  await under.workbenches[0]!.signing.publishedKeys()
})
afterAll(() => under.stop())

const bench = () => under.workbenches[0]!
const accounts = () => under.platforms[0]!.platform.accounts

const sessionOf = ({ person, namespaceId }: Caller, method: SignInMethod): Promise<Session> =>
  under.signedIn(newSession(person!.id, namespaceId, method, new Date(under.now())))
const signedInBy = async (caller: Caller, method: SignInMethod) =>
  bench().people.callerOf(await sessionOf(caller, method))

async function givePasskey({ person }: Caller): Promise<void> {
  await under.query(`
    INSERT INTO passkey (id, person_id, public_key, counter, transports, label, created_at)
    VALUES ('${randomUUID()}', '${person!.id}', '\\x00', 0, '{}', 'phone', '2026-01-01')`)
}

const demanded = { code: 'CREDENTIAL_SCOPE', message: expect.stringMatching(/Add a passkey under Settings/) }

describe('a rule that demands a passkey', () => {
  it.each(['passkeyToSign', 'passkeyToAdminister'] as const)(
    '%s is switched on only by a person with a passkey',
    async (rule) => {
      const ada = await under.personCaller(['administrator'])
      await expect(bench().settings.change(ada, { [rule]: true })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringMatching(/lock you out/),
      })
      await givePasskey(ada)
      expect(await bench().settings.change(ada, { [rule]: true })).toMatchObject({ [rule]: true })
      // A second administrator is not asked to make the rules stricter, only to make them weaker.
      const ben = await under.personCaller(['administrator'], ada.namespaceId!)
      const strong = await signedInBy(ada, 'passkey')
      expect(await bench().settings.change(strong, { [rule]: false })).toMatchObject({
        [rule]: true,
        pendingChange: expect.any(String),
      })
      const [shown] = await bench().pendingChanges.list(ben)
      const answer = { id: shown!.id, digest: shown!.digest, answer: 'confirm' as const }
      await bench().pendingChanges.answer(await signedInBy(ben, 'passkey'), answer)
      expect(await bench().settings.read(ada)).toMatchObject({ [rule]: false })
    },
  )

  it('is switched on by a person who signs in at a provider', async () => {
    const ada = await under.personCaller(['administrator'])
    const identity = { issuer: 'https://id.example.org', subject: randomUUID() }
    await under.store.linkIdentity(identity, ada.person!.id, new Date(under.now()))
    expect(await bench().settings.change(ada, { passkeyToAdminister: true })).toMatchObject({
      passkeyToAdminister: true,
    })
  })
})

describe('administration', () => {
  it('with only a password reads everything and changes nothing; with a passkey or the provider it changes', async () => {
    const ada = await under.personCaller(['administrator'])
    const other = await under.personCaller(['author'], ada.namespaceId!)
    await givePasskey(ada)
    await bench().settings.change(ada, { passkeyToAdminister: true })
    const weak = await signedInBy(ada, 'password')
    const id = randomUUID()
    const digest = '0'.repeat(64)
    const changes: readonly (() => Promise<unknown>)[] = [
      () => bench().settings.change(weak, { labelingAllowed: false }),
      () => bench().settings.applyRegulated(weak),
      () => bench().members.changeRoles(weak, other.person!.id, ['reviewer']),
      () => bench().members.removeMember(weak, other.person!.id),
      () => bench().members.invite(weak, ['author'], null),
      () => bench().members.revokeInvitation(weak, id),
      () => bench().pendingChanges.answer(weak, { id, digest, answer: 'confirm' }),
      () => bench().credentials.issue(weak, { label: 'x', tier: 'standard', expiresAt: null }),
      () => bench().credentials.revoke(weak, id),
      () => accounts().renameGroup(weak, 'x'),
      () => accounts().add(weak, { username: 'robot', description: '' }),
      () => accounts().setDisabled(weak, id, true),
      () => accounts().issueSecret(weak, id, { kind: 'api_key', label: 'x', expiresAt: null }),
      () => accounts().revokeSecret(weak, id),
      () => accounts().addMember(weak, 'robot'),
      () => accounts().removeMember(weak, id),
      () => accounts().answerMemberRequest(weak, id, true),
    ]
    for (const change of changes) await expect(change(), change.toString()).rejects.toMatchObject(demanded)
    await bench().settings.read(weak)
    await bench().members.listMembers(weak)
    await bench().members.listInvitations(weak)
    await bench().pendingChanges.list(weak)
    await bench().credentials.list(weak)
    await bench().credentials.usage(weak)
    await accounts().view(weak)
    for (const method of ['passkey', 'oidc'] as const)
      await bench().members.invite(await signedInBy(ada, method), ['author'], null)
  })
})

describe('a signature', () => {
  it('needs a session and a proof by passkey or provider: no password signs, not even in a session of a passkey', async () => {
    const ada = await under.personCaller(['administrator', 'reviewer'])
    const namespaceId = ada.namespaceId!
    const saved = await callOperation(under.services[0]!, 'saveRuleset', callerWithoutCredential('open', namespaceId), {
      source: SOURCE,
      name: 'x',
    })
    const hash = (JSON.parse(saved) as { ruleset_hash: string }).ruleset_hash
    await givePasskey(ada)
    const prepare = async (caller: Caller) => {
      const { reviewDigest, unitLibraryHash, engineVersion } = await bench().signing.sheet(caller, { hash })
      const shown = { reviewDigest, unitLibraryHash, engineVersion, comparisonDigest: null }
      const wanted = { hash, meaning: 'approved' as const, note: null, expiresAt: null, withdraws: null }
      return bench().signing.prepare(caller, { ...wanted, ...shown })
    }
    // Begun before the rule and ended after it.
    const before = await prepare(ada)
    await bench().settings.change(ada, { passkeyToSign: true })
    const weak = await signedInBy(ada, 'password')
    const sheet = await bench().signing.sheet(weak, { hash })
    expect(sheet.may).toEqual({ sign: false, approve: false, reason: expect.stringMatching(/Add a passkey/) })
    await expect(prepare(weak)).rejects.toMatchObject(demanded)
    const password = { kind: 'password', password: 'whatever it is' } as const
    const ended = { ceremonyId: before.ceremonyId, proof: password, addressKey: 'test' }
    await expect(
      bench().signing.sign(weak, { ...ended, session: await sessionOf(ada, 'password') }),
    ).rejects.toMatchObject(demanded)
    const strong = await signedInBy(ada, 'passkey')
    expect(await bench().signing.sheet(strong, { hash })).toMatchObject({
      may: { sign: true },
      methods: { password: false, passkey: true },
    })
    await expect(
      bench().signing.sign(strong, { ...ended, session: await sessionOf(ada, 'passkey') }),
    ).rejects.toMatchObject({
      code: 'CREDENTIAL_SCOPE',
      message: expect.stringMatching(/a password signs nothing/),
    })
    const provider = await signedInBy(ada, 'oidc')
    const { ceremonyId } = await prepare(provider)
    const session = await sessionOf(ada, 'oidc')
    await bench().signing.sign(provider, { ceremonyId, proof: { kind: 'session' }, session, addressKey: 'test' })
  })
})

describe('the preset Regulated', () => {
  it('starts with the rules that need no passkey, and the rest stays open until there is one', async () => {
    const dependencies = {
      store: under.store,
      now: () => new Date(under.now()),
      randomBytes: (n: number) => Buffer.alloc(n, 7),
    }
    const token = await issueSetupLink(dependencies, { atStart: false, namespaceId: null })
    const account = { name: 'Ada', email: `${randomUUID()}@example.org`, password: 'some other long words' }
    const session = await under.signedIn(
      await bench().setup.setUp(token, { ...account, namespaceName: 'Bank', preset: 'regulated' }),
    )
    const ada = await bench().people.callerOf(session)
    const settings = await bench().settings.read(ada)
    expect(settings).toMatchObject({ preset: 'regulated' })
    expect(findWeakenedRules(settings)).toEqual(['passkeyToSign', 'passkeyToAdminister'])
    expect(findWeakenedRules(await bench().settings.applyRegulated(ada))).toHaveLength(2)
    await givePasskey(ada)
    expect(await bench().settings.applyRegulated(ada)).toMatchObject(REGULATED_RULES)
  })

  it('is applied by one administrator because it only makes rules stricter', async () => {
    const ada = await under.personCaller(['administrator'])
    await under.personCaller(['administrator'], ada.namespaceId!)
    await givePasskey(ada)
    expect(await bench().settings.applyRegulated(ada)).toMatchObject({ ...REGULATED_RULES, preset: 'regulated' })
  })
})
