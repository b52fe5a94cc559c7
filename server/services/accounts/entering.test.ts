import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../calls/caller'
import type { Role } from '../calls/permissions'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import type { Workbench } from '../workbench'
import { INVITATION_LIFE_MS } from './members'
import type { Session } from './session'
import { issueSetupLink, SETUP_LINK_LIFE_MS } from './setup'
import { FREE_TRIES } from './sign-in-gate'

let under: ServicesUnderTest
let bench: Workbench
beforeAll(async () => {
  // A fixed clock, so that slow password hashing changes no wait.
  under = await startServices(2, { clock: () => Date.UTC(2026, 0, 5) })
  bench = under.workbenches[0]!
})
afterAll(() => under.stop())

const PASSWORD = 'a few words that no stranger guesses'
let nth = 0
const anew = () => ({ name: 'Nora New', email: `new.${++nth}@example.org`, password: PASSWORD })

const setupLink = (atStart = false, namespaceId: string | null = null) =>
  issueSetupLink({ store: under.store, now: () => new Date(under.now()), randomBytes }, { atStart, namespaceId })

async function administrator(): Promise<{ session: Session; caller: Caller }> {
  const session = await under.signedIn(
    await bench.setup.setUp(await setupLink(), { ...anew(), namespaceName: `Namespace ${++nth}` }),
  )
  return { session, caller: await bench.people.callerOf(session) }
}

async function invitation(caller: Caller, roles: readonly Role[] = ['author'], email: string | null = null) {
  const { id, link } = await bench.members.invite(caller, roles, email)
  return { id, token: link.split('/').pop()! }
}

const logOf = async ({ namespaceId }: Caller) =>
  (
    await under.query<{ kind: string }>(
      `SELECT kind FROM log_entry WHERE namespace_id = '${namespaceId}' AND kind <> 'state_recorded' ORDER BY index`,
    )
  ).map(({ kind }) => kind)

it('a link of a start makes the first administrator, once, and another start does not end it', async () => {
  const earlier = await setupLink(true)
  const token = await setupLink(true)
  expect(await bench.setup.setupQuestion(earlier)).toEqual({ namespaceName: null })
  expect(await bench.setup.setupQuestion(token)).toEqual({ namespaceName: null })
  const both = await Promise.allSettled(
    under.workbenches.map((each) => each.setup.setUp(token, { ...anew(), namespaceName: 'First' })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  // After the first account, no link printed at a start is valid.
  expect(await bench.setup.setupQuestion(earlier)).toBeNull()
  expect(await bench.setup.setupQuestion(await setupLink(true))).toBeNull()
})

it('a link of the operator lasts a day, and may be for a namespace that exists', async () => {
  const { caller } = await administrator()
  expect(caller.person?.roles).toEqual(['author', 'reviewer', 'administrator'])
  expect(await logOf(caller)).toEqual(['member_joined'])
  const token = await setupLink(false, caller.namespaceId)
  expect(await bench.setup.setupQuestion(token)).toEqual({ namespaceName: expect.stringMatching(/^Namespace/) })
  const session = await bench.setup.setUp(token, { ...anew(), namespaceName: '' })
  expect(session.namespaceId).toBe(caller.namespaceId)
  const old = await setupLink()
  under.pass(SETUP_LINK_LIFE_MS)
  expect(await bench.setup.setupQuestion(old)).toBeNull()
  await expect(bench.setup.setUp(old, { ...anew(), namespaceName: 'x' })).rejects.toMatchObject({
    code: 'CREDENTIAL_INVALID',
  })
})

it.each([
  ['name', { name: ' ' }],
  ['name', { name: 'Ada\u202e' }],
  ['name', { name: 'Ada <ada@example.org>' }],
  ['name', { name: 'x'.repeat(101) }],
  ['email', { email: 'no-address' }],
  ['password', { password: 'elevenchars' }],
  ['password', { password: 'x'.repeat(201) }],
  ['password', { email: 'long.enough@example.org', password: 'Long.Enough@example.org' }],
  ['namespaceName', { namespaceName: '' }],
])('an account with an invalid %s is not created, and the link stays valid: %j', async (field, change) => {
  const token = await setupLink()
  const answer = { ...anew(), namespaceName: 'N', ...change }
  await expect(bench.setup.setUp(token, answer)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: { failures: [expect.objectContaining({ field })] },
  })
  expect(await bench.setup.setupQuestion(token)).not.toBeNull()
})

it('the right password signs in with the address in any case, and every failure gets the same refusal', async () => {
  const account = anew()
  const { personId } = await bench.setup.setUp(await setupLink(), { ...account, namespaceName: 'N' })
  const session = await under.signedIn(
    await bench.signIn.signInByPassword('here', ` ${account.email.toUpperCase()}`, PASSWORD),
  )
  expect(session).toMatchObject({ personId, method: 'password' })
  const refused = { code: 'CREDENTIAL_INVALID', message: 'The e-mail address or the password is wrong.' }
  const sign = (email: string, password: string) => bench.signIn.signInByPassword('here', email, password)
  await expect(sign(account.email, 'another password')).rejects.toMatchObject(refused)
  await expect(sign('unknown@example.org', PASSWORD)).rejects.toMatchObject(refused)
  await under.query(`UPDATE person SET disabled_at = now() WHERE id = '${personId}'`)
  await expect(sign(account.email, PASSWORD)).rejects.toMatchObject(refused)
  await expect(bench.people.callerOf(session)).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' })
})

it('too many wrong passwords make everybody wait who tries the account, known or not', async () => {
  const { email } = anew()
  const sign = (at: string) => bench.signIn.signInByPassword(at, email, 'a wrong password')
  for (let i = 0; i < FREE_TRIES; i++) await expect(sign('here')).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' })
  await expect(sign('elsewhere')).rejects.toMatchObject({ code: 'EVALUATION_LIMIT', status: 429 })
})

it('a password stored under old parameters is hashed again when it was right', async () => {
  const account = anew()
  const { personId } = await bench.setup.setUp(await setupLink(), { ...account, namespaceName: 'N' })
  const { scryptSync } = await import('node:crypto')
  const salt = randomBytes(16)
  const old = ['scrypt', 1_024, 8, 1, salt.toString('base64url')]
  const hash = scryptSync(PASSWORD, salt, 32, { N: 1_024, r: 8, p: 1 }).toString('base64url')
  await under.query(`UPDATE person SET password_hash = '${[...old, hash].join('$')}' WHERE id = '${personId}'`)
  await bench.signIn.signInByPassword('here', account.email, PASSWORD)
  const [stored] = await under.query<{ password_hash: string }>(
    `SELECT password_hash FROM person WHERE id = '${personId}'`,
  )
  expect(stored?.password_hash).toMatch(/^scrypt\$2048\$/)
  await bench.signIn.signInByPassword('here', account.email, PASSWORD)
})

it('an invitation makes a member once, with its roles; it names the inviter', async () => {
  const { caller } = await administrator()
  const { token } = await invitation(caller, ['reviewer', 'author'])
  expect(await bench.joining.invitationQuestion(null, token)).toMatchObject({
    roles: ['author', 'reviewer'],
    invitedBy: caller.label,
    signedIn: null,
  })
  const both = await Promise.allSettled(
    under.workbenches.map((each) => each.joining.join(null, 'here', token, { kind: 'new', ...anew() })),
  )
  const joined = both.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  expect(joined).toHaveLength(1)
  const member = await bench.people.callerOf(await under.signedIn(joined[0]!))
  expect(member).toMatchObject({ namespaceId: caller.namespaceId, person: { roles: ['author', 'reviewer'] } })
  expect(await bench.joining.invitationQuestion(null, token)).toBeNull()
  expect(await logOf(caller)).toEqual(['member_joined', 'invitation_issued', 'member_joined'])
})

it('an invitation bound to an address is taken only by this address', async () => {
  const { caller } = await administrator()
  const account = anew()
  const { token } = await invitation(caller, ['author'], account.email.toUpperCase())
  await expect(bench.joining.join(null, 'here', token, { kind: 'new', ...anew() })).rejects.toMatchObject({
    code: 'CREDENTIAL_SCOPE',
  })
  await bench.joining.join(null, 'here', token, { kind: 'new', ...account })
})

it('an invitation that was revoked or is a week old is over', async () => {
  const { session, caller } = await administrator()
  const revoked = await invitation(caller)
  await bench.members.revokeInvitation(caller, revoked.id)
  await expect(bench.members.revokeInvitation(caller, revoked.id)).rejects.toMatchObject({ status: 404 })
  const old = await invitation(caller)
  expect(await bench.members.listInvitations(caller)).toHaveLength(1)
  under.pass(INVITATION_LIFE_MS)
  for (const { token } of [revoked, old]) {
    expect(await bench.joining.invitationQuestion(null, token)).toBeNull()
    const join = bench.joining.join(null, 'here', token, { kind: 'new', ...anew() })
    await expect(join).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' })
  }
  await expect(bench.people.callerOf(session)).rejects.toMatchObject({ code: 'CREDENTIAL_REQUIRED' })
})

it('a person with an account joins with it and acts in one namespace at a time', async () => {
  const [mine, theirs] = [await administrator(), await administrator()]
  const { email } = mine.caller.person!
  const first = await invitation(theirs.caller)
  await expect(
    bench.joining.join(null, 'here', first.token, { kind: 'existing', email, password: 'a wrong password' }),
  ).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' })
  await expect(
    bench.joining.join(null, 'here', first.token, { kind: 'new', name: 'Again', email, password: PASSWORD }),
  ).rejects.toMatchObject({ details: { failures: [{ field: 'email' }] } })
  const session = await under.signedIn(
    await bench.joining.join(null, 'here', first.token, { kind: 'existing', email, password: PASSWORD }),
  )
  expect((await bench.people.viewerOf(session))?.namespace.id).toBe(theirs.caller.namespaceId)
  const second = await invitation(theirs.caller, ['reviewer'])
  await bench.joining.join(mine.session, 'here', second.token, { kind: 'signed_in' })
  expect((await bench.people.viewerOf(session))?.roles).toEqual(['author', 'reviewer'])
  const back = await bench.people.inNamespace(session, mine.caller.namespaceId!)
  expect((await bench.people.callerOf(back)).namespaceId).toBe(mine.caller.namespaceId)
  const other = await administrator()
  await expect(bench.people.inNamespace(session, other.caller.namespaceId!)).rejects.toMatchObject({
    code: 'CREDENTIAL_SCOPE',
  })
})

it("a person removed from their session's namespace is refused with the reason and does not act in another one", async () => {
  const [mine, theirs] = [await administrator(), await administrator()]
  const { token } = await invitation(theirs.caller)
  const session = await under.signedIn(await bench.joining.join(mine.session, 'here', token, { kind: 'signed_in' }))
  await bench.members.removeMember(theirs.caller, mine.caller.person!.id)
  await expect(bench.people.callerOf(session)).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' })
  expect((await bench.people.callerOf(mine.session)).namespaceId).toBe(mine.caller.namespaceId)
})
