import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../../calls/caller'
import { readLog } from '../../testing/services-under-test'
import { type AccountsUnderTest, startAccounts } from '../testing/accounts-under-test'
import { MAX_ACCOUNTS, MAX_SECRETS } from './service-account-changes'
import { MAX_GROUPS, MAX_MEMBER_REQUESTS_PER_DAY, type ServiceAccounts } from './service-accounts'

const NOW = Date.parse('2026-11-22T05:00:00.000Z')
const KEY = { kind: 'api_key', label: 'night run', expiresAt: null } as const

let made: AccountsUnderTest
let accounts: ServiceAccounts
beforeAll(async () => {
  made = await startAccounts(() => NOW)
  accounts = made.accounts
})
afterAll(() => made.stop())

const administrator = () => made.tested.personCaller(['administrator'])
const newName = () => `robot-${randomUUID().slice(0, 13)}`
const add = async (caller: Caller, username = newName()) => ({
  username,
  ...(await accounts.add(caller, { username, description: '' })),
})
const rowOf = async (caller: Caller, id: string) =>
  (await accounts.view(caller)).accounts.find((account) => account.id === id)

it('an account is added, listed, given a secret that is shown once, disabled and enabled, and all of it is logged', async () => {
  const caller = await administrator()
  const username = newName()
  const { id } = await accounts.add(caller, { username, description: ' runs at night ' })
  const { id: secretId, secret } = await accounts.issueSecret(caller, id, KEY)
  expect(secret).toMatch(/^tst_apikey_[\w-]{43}$/)
  const view = await accounts.view(caller)
  const at = new Date(made.tested.now()).toISOString()
  const issued = { id: secretId, kind: 'api_key', label: 'night run', state: 'active', createdAt: at }
  expect(view).toEqual({
    ...{ name: expect.stringMatching(/^of-people(-\d+)?$/), clientId: 'touchstone', requests: [], asked: [] },
    accounts: [
      {
        ...{ id, username, description: 'runs at night', isOwn: true, isMember: true, disabledAt: null },
        ...{ createdAt: at, createdBy: caller.label },
        secrets: [{ ...issued, createdBy: caller.label, expiresAt: null, lastUsedAt: null }],
      },
    ],
  })
  expect(JSON.stringify(view)).not.toContain(secret)
  await accounts.setDisabled(caller, id, true)
  await accounts.setDisabled(caller, id, true)
  expect(await rowOf(caller, id)).toMatchObject({ disabledAt: at })
  await accounts.setDisabled(caller, id, false)
  await accounts.revokeSecret(caller, secretId)
  await accounts.revokeSecret(caller, secretId)
  expect(await rowOf(caller, id)).toMatchObject({ disabledAt: null, secrets: [{ state: 'revoked' }] })
  const account = { account_id: id, username }
  const details = { ...account, secret_id: secretId, secret_kind: 'api_key', label: 'night run' }
  const actor = caller.label
  const log = await readLog(made.tested, caller.namespaceId)
  expect(log).toEqual([
    { kind: 'group_renamed', actor, details: { from: null, to: view.name } },
    { kind: 'service_account_added', actor, details: account },
    { kind: 'group_member_added', actor, details: account },
    { kind: 'service_secret_issued', actor, details: { ...details, expires_at: null } },
    { kind: 'service_account_disabled', actor, details: account },
    { kind: 'service_account_enabled', actor, details: account },
    { kind: 'service_secret_revoked', actor, details },
  ])
  expect(JSON.stringify(log)).not.toContain(secret)
})

it('secrets of the two kinds differ in their prefix', async () => {
  const caller = await administrator()
  const { id } = await add(caller)
  const { secret } = await accounts.issueSecret(caller, id, { ...KEY, kind: 'service_token' })
  expect(secret).toMatch(/^tst_service_[\w-]{43}$/)
})

describe('a caller without the permission', () => {
  it.each([['author'], ['reviewer']] as const)('may do nothing: %s', async (role) => {
    const caller = await made.tested.personCaller([role])
    const id = randomUUID()
    const calls = [
      accounts.view(caller),
      accounts.renameGroup(caller, 'mine'),
      accounts.add(caller, { username: newName(), description: '' }),
      accounts.setDisabled(caller, id, true),
      accounts.issueSecret(caller, id, KEY),
      accounts.revokeSecret(caller, id),
      accounts.addMember(caller, newName()),
      accounts.removeMember(caller, id),
      accounts.answerMemberRequest(caller, id, true),
    ]
    for (const call of await Promise.allSettled(calls))
      expect(call).toMatchObject({ status: 'rejected', reason: { code: 'CREDENTIAL_SCOPE', status: 403 } })
  })

  it('finds no account of another namespace by its id, and sees no secrets of a member from elsewhere', async () => {
    const [home, elsewhere] = [await administrator(), await administrator()]
    const { id, username } = await add(home)
    const issued = await accounts.issueSecret(home, id, KEY)
    expect(await accounts.addMember(elsewhere, username)).toBe('requested')
    expect(await accounts.addMember(elsewhere, username)).toBe('requested')
    expect(await rowOf(elsewhere, id)).toBeUndefined()
    const { asked } = await accounts.view(home)
    await accounts.answerMemberRequest(home, asked[0]!.id, true)
    expect(await accounts.addMember(elsewhere, username)).toBe('added')
    expect(await rowOf(elsewhere, id)).toMatchObject({ isOwn: false, isMember: true, secrets: [] })
    const calls = [
      accounts.setDisabled(elsewhere, id, true),
      accounts.issueSecret(elsewhere, id, KEY),
      accounts.revokeSecret(elsewhere, issued.id),
    ]
    for (const call of await Promise.allSettled(calls))
      expect(call).toMatchObject({ status: 'rejected', reason: { code: 'BAD_REQUEST', status: 404 } })
    expect(await rowOf(home, id)).toMatchObject({ disabledAt: null, secrets: [{ state: 'active' }] })
    await accounts.removeMember(elsewhere, id)
    expect(await rowOf(elsewhere, id)).toBeUndefined()
    await expect(accounts.removeMember(elsewhere, id)).rejects.toMatchObject({ status: 404 })
    const kinds = (await readLog(made.tested, elsewhere.namespaceId)).map(({ kind }) => kind)
    expect(kinds).toEqual(['group_renamed', 'group_member_requested', 'group_member_added', 'group_member_removed'])
  })
})

describe('an account of another namespace', () => {
  const shownTo = async (caller: Caller) => {
    const { accounts: listed, requests } = await accounts.view(caller)
    return { listed, requests: requests.map(({ id: _, username: __, ...row }) => row) }
  }

  it('looks like one that does not exist until its home confirms it', async () => {
    const home = await administrator()
    const { id, username } = await add(home)
    await accounts.setDisabled(home, id, true)
    const [asking, guessing] = [await administrator(), await administrator()]
    expect(await accounts.addMember(asking, username)).toBe('requested')
    expect(await accounts.addMember(guessing, newName())).toBe('requested')
    const waits = { state: 'waiting', requestedBy: expect.any(String) }
    for (const caller of [asking, guessing])
      expect(await shownTo(caller)).toMatchObject({ listed: [], requests: [waits] })
    const [request] = (await accounts.view(home)).asked
    expect(request).toMatchObject({ username, namespaceName: 'Of people', requestedBy: asking.label })
    await accounts.answerMemberRequest(home, request!.id, false)
    // Declined: the request is closed for the home, and the requesting namespace does not learn it.
    expect((await accounts.view(home)).asked).toEqual([])
    for (const caller of [asking, guessing])
      expect(await shownTo(caller)).toMatchObject({ listed: [], requests: [waits] })
    expect(await accounts.addMember(asking, username)).toBe('requested')
    expect((await accounts.view(home)).asked).toEqual([])
    const kinds = async (caller: Caller) => (await readLog(made.tested, caller.namespaceId)).map(({ kind }) => kind)
    expect(await kinds(asking)).toEqual(await kinds(guessing))
    expect((await kinds(home)).at(-1)).toBe('group_member_request_declined')
    made.tested.pass(7 * 86_400_000)
    for (const caller of [asking, guessing])
      expect(await shownTo(caller)).toMatchObject({ listed: [], requests: [{ state: 'not_confirmed' }] })
  })

  it('is confirmed only by its home, only once, and not after a week', async () => {
    const [home, asking, stranger] = [await administrator(), await administrator(), await administrator()]
    const { username } = await add(home)
    await accounts.addMember(asking, username)
    const [request] = (await accounts.view(home)).asked
    for (const caller of [asking, stranger])
      await expect(accounts.answerMemberRequest(caller, request!.id, true)).rejects.toMatchObject({ status: 404 })
    const answers = [true, true, false].map((yes) => accounts.answerMemberRequest(home, request!.id, yes))
    const outcomes = await Promise.allSettled(answers)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const late = await add(home)
    await accounts.addMember(asking, late.username)
    const [second] = (await accounts.view(home)).asked
    made.tested.pass(7 * 86_400_000)
    await expect(accounts.answerMemberRequest(home, second!.id, true)).rejects.toMatchObject({ status: 404 })
    expect((await accounts.view(home)).asked).toEqual([])
  })

  it('can be requested a limited number of times in a day', async () => {
    const caller = await administrator()
    for (let nth = 0; nth < MAX_MEMBER_REQUESTS_PER_DAY; nth++) await accounts.addMember(caller, newName())
    await expect(accounts.addMember(caller, newName())).rejects.toMatchObject({ code: 'EVALUATION_LIMIT' })
    made.tested.pass(86_400_000)
    expect(await accounts.addMember(caller, newName())).toBe('requested')
  })
})

describe('invalid entries', () => {
  it.each(['', 'ab', 'x'.repeat(65), 'Robot', 'ro bot', 'röbot', 'ro/bot', 'robot\0'])(
    'no username: %j',
    async (username) => {
      const caller = await administrator()
      const description = 'two\nlines'
      await expect(accounts.add(caller, { username, description })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        details: {
          failures: [{ field: 'username', expected: expect.stringContaining('3 to 64') }, { field: 'description' }],
        },
      })
    },
  )

  it('a username that another namespace has, however many request it at once', async () => {
    const callers = [await administrator(), await administrator(), await administrator()]
    const username = newName()
    const outcomes = await Promise.allSettled(callers.map((caller) => add(caller, username)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = { reason: { status: 409, details: { failures: [{ field: 'username' }] } } }
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome).toMatchObject(refused)
  })

  it('a secret without a label, or one that is over before it begins', async () => {
    const caller = await administrator()
    const { id } = await add(caller)
    await expect(
      accounts.issueSecret(caller, id, { ...KEY, label: ' ', expiresAt: new Date(made.tested.now()) }),
    ).rejects.toMatchObject({ details: { failures: [{ field: 'label' }, { field: 'expiresAt' }] } })
    await expect(accounts.issueSecret(caller, randomUUID(), KEY)).rejects.toMatchObject({ status: 404 })
  })

  it('more secrets, accounts and groups than the limits', { tags: ['nightly'] }, async () => {
    const caller = await administrator()
    const { id, username } = await add(caller)
    const secrets = await Promise.allSettled(
      Array.from({ length: MAX_SECRETS + 3 }, () => accounts.issueSecret(caller, id, KEY)),
    )
    expect(secrets.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_SECRETS)
    const [first] = (await rowOf(caller, id))?.secrets ?? []
    await accounts.revokeSecret(caller, first?.id ?? '')
    await accounts.issueSecret(caller, id, KEY)
    await expect(accounts.issueSecret(caller, id, KEY)).rejects.toMatchObject({ status: 409 })

    await made.tested.query(`
      INSERT INTO namespace (id, display_name, created_at, group_name)
      SELECT gen_random_uuid(), 'many', now(), 'many-' || n FROM generate_series(1, ${MAX_GROUPS - 1}) AS n`)
    await made.tested.query(`
      INSERT INTO group_member SELECT id, '${id}', now(), 'test' FROM namespace WHERE display_name = 'many'`)
    // The home's log records this, and the requesting namespace's log does not.
    expect(await accounts.addMember(await administrator(), username)).toBe('requested')
    const [request] = (await accounts.view(caller)).asked
    await expect(accounts.answerMemberRequest(caller, request!.id, true)).rejects.toMatchObject({ status: 409 })

    await made.tested.query(`
      INSERT INTO service_account (id, username, home_id, description, created_at, created_by)
      SELECT gen_random_uuid(), 'filler-' || n, '${caller.namespaceId}', '', now(), 'test'
      FROM generate_series(1, ${MAX_ACCOUNTS - 1}) AS n`)
    await expect(add(caller)).rejects.toMatchObject({ status: 409 })
  })
})

describe('groups', () => {
  const named = async (displayName: string) => {
    const namespaceId = randomUUID()
    await made.tested.store.ensureNamespace({ id: namespaceId, displayName, at: new Date(NOW) })
    return made.tested.personCaller(['administrator'], namespaceId)
  }

  it.each([
    ['Crédit & Risk — Zürich', 'credit-risk-zurich'],
    ['部門', 'group'],
    [`${'very '.repeat(20)}long`, /^(very-){9}ver$/],
  ])('are named after their namespace: %s', async (displayName, name) => {
    expect((await accounts.view(await named(displayName))).name).toMatch(name)
  })

  it('of one name get distinct numbers, even all at once', { tags: ['nightly'] }, async () => {
    const word = `w${randomUUID().slice(0, 8)}`
    const callers: Caller[] = []
    for (let n = 0; n < 8; n++) callers.push(await named(`Team ${word}`))
    const names = await Promise.all(callers.map(async (caller) => (await accounts.view(caller)).name))
    const numbers = Array.from({ length: 7 }, (_, n) => `team-${word}-${n + 2}`)
    expect(names.toSorted()).toEqual([`team-${word}`, ...numbers].toSorted())
    // A name stays once it is given.
    expect((await accounts.view(callers[0]!)).name).toBe(names[0])
  })

  it('are renamed to what a header can hold and no other group has', async () => {
    const [one, two] = [await administrator(), await administrator()]
    const name = `Finance / Users ${randomUUID()}`
    await accounts.renameGroup(one, `  ${name} `)
    await accounts.renameGroup(one, name)
    expect((await accounts.view(one)).name).toBe(name)
    await expect(accounts.renameGroup(two, name)).rejects.toMatchObject({
      ...{ code: 'BAD_REQUEST', status: 409 },
      details: { failures: [{ field: 'name' }] },
    })
    for (const bad of ['', '  ', 'two  spaces', 'line\nbreak', 'größe', 'x'.repeat(65)])
      await expect(accounts.renameGroup(two, bad)).rejects.toMatchObject({ details: { failures: [{ field: 'name' }] } })
    const renames = (await readLog(made.tested, one.namespaceId)).filter(({ kind }) => kind === 'group_renamed')
    expect(renames.map(({ details }) => details.to)).toEqual([name])
  })
})
