/** Several gates over a real database act as several processes. */
import { createHmac, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repetitions } from '../../../testing/repetitions'
import type { Caller } from '../../calls/caller'
import { type AccountsUnderTest, AUTH_SECRET, PUBLIC_URL, startAccounts } from '../testing/accounts-under-test'
import type { ClientGate } from './client-gate'
import { OPEN_CLIENT } from './platform-client'
import { tokenKey } from './token-key'

const NOW = Date.parse('2026-11-22T05:00:00.000Z')
const HOUR = 3_600_000

let made: AccountsUnderTest
let administrator: Caller
let gate: ClientGate
let other: ClientGate
beforeAll(async () => {
  made = await startAccounts(() => NOW)
  administrator = await made.tested.personCaller(['administrator'])
  gate = made.gate()
  other = made.gate()
})
afterAll(() => made.stop())

const granted = async (owner = administrator) => {
  const account = await made.account(owner, 'api_key')
  return { account, ...(await gate.grant(account.username, account.secret, randomUUID())) }
}
const exchanged = async (owner = administrator) => {
  const account = await made.account(owner, 'service_token')
  return { account, ...(await gate.exchange(account.username, account.secret, randomUUID())) }
}
const groupOf = async (caller: Caller) => (await made.accounts.view(caller)).name
const REFUSED = { code: 'CREDENTIAL_INVALID', status: 401 }

describe('an access token', () => {
  it('is a JWT that anybody verifies with the published keys, and says for whom it is', async () => {
    const { account, token, expiresIn } = await granted()
    const keys = JSON.parse(await gate.jwks()) as JSONWebKeySet
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), {
      ...{ issuer: PUBLIC_URL, audience: `${PUBLIC_URL}/api/v1`, currentDate: new Date(made.tested.now()) },
    })
    expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: keys.keys[0]?.kid })
    const seconds = Math.floor(made.tested.now() / 1_000)
    expect(payload).toEqual({
      ...{ iss: PUBLIC_URL, aud: [`${PUBLIC_URL}/api/v1`, `${PUBLIC_URL}/client-api`] },
      ...{ sub: `service:${account.id}`, preferred_username: account.username, client_id: 'touchstone' },
      ...{ groups: [await groupOf(administrator)], secret_id: account.secretId },
      ...{ iat: seconds, exp: seconds + 3_600, jti: expect.stringMatching(/^[\w-]{22}$/) },
    })
    expect(expiresIn).toBe(3_600)
    expect(JSON.stringify(keys)).not.toContain('"d"')
  })

  it('opens both APIs for its group on every server', async () => {
    const { account, token } = await granted()
    for (const audience of ['api', 'client'] as const) {
      const client = await other.verify(token, audience)
      expect(client).toEqual({
        ...{ label: account.username, serviceAccountId: account.id, isOpen: false },
        groups: [{ namespaceId: administrator.namespaceId, name: await groupOf(administrator) }],
        expiresAt: new Date(Math.floor(made.tested.now() / 1_000) * 1_000 + HOUR),
      })
      expect(await other.callerIn(client, await groupOf(administrator))).toMatchObject({
        ...{ grade: 'service', namespaceId: administrator.namespaceId, label: account.username, person: null },
        account: { unsignedApprovals: true },
      })
    }
  })

  it('may act for no other group; the refusal names those that it has', async () => {
    const { token } = await granted()
    const stranger = await made.tested.personCaller(['administrator'])
    const client = await gate.verify(token, 'api')
    const own = await groupOf(administrator)
    for (const group of [await groupOf(stranger), 'unknown', '', '__proto__'])
      await expect(gate.callerIn(client, group)).rejects.toMatchObject({
        ...{ code: 'CREDENTIAL_SCOPE', status: 403 },
        message: expect.stringContaining(JSON.stringify(own)),
      })
  })

  it('of the exchange opens only the client endpoints', async () => {
    const { token, expiresIn } = await exchanged()
    expect(expiresIn).toBe(3_600)
    expect((await gate.verify(token, 'client')).groups).toHaveLength(1)
    await expect(gate.verify(token, 'api')).rejects.toMatchObject({
      ...REFUSED,
      message: expect.stringContaining('only for the client endpoints'),
    })
  })

  it('ends after its hour, even if it was known before', async () => {
    const { token } = await granted()
    const [first, second] = [made.gate(), made.gate()]
    await first.verify(token, 'api')
    const { exp } = decodeJwt(token)
    made.tested.pass((exp ?? 0) * 1_000 - made.tested.now() - 1)
    await first.verify(token, 'api')
    made.tested.pass(1)
    for (const each of [first, second])
      await expect(each.verify(token, 'api')).rejects.toMatchObject({
        ...REFUSED,
        message: expect.stringContaining(`expired on ${new Date((exp ?? 0) * 1_000).toISOString()}`),
      })
  })

  it('ends with its secret if that ends sooner', async () => {
    const account = await made.account(administrator, 'api_key', new Date(made.tested.now() + 90_000))
    const { token, expiresIn } = await gate.grant(account.username, account.secret, 'here')
    expect(expiresIn).toBe(90)
    made.tested.pass(90_000)
    await expect(gate.verify(token, 'api')).rejects.toMatchObject(REFUSED)
    await expect(gate.grant(account.username, account.secret, 'here')).rejects.toMatchObject({
      ...REFUSED,
      message: expect.stringContaining('This secret expired on'),
    })
  })
})

describe('within a second, on every server,', () => {
  /** A cached token status is at most a second old. */
  async function endsWithin(token: string, change: () => Promise<unknown>) {
    await other.verify(token, 'client')
    await change()
    made.tested.pass(999)
    return other.verify(token, 'client')
  }

  it('a token ends with the secret that it was issued for, and with no other', async () => {
    const { account, token } = await granted()
    const input = { kind: 'api_key', label: 'another', expiresAt: null } as const
    const second = await made.accounts.issueSecret(administrator, account.id, input)
    const again = await gate.grant(account.username, second.secret, 'here')
    const revoked = endsWithin(token, () => made.accounts.revokeSecret(administrator, account.secretId))
    await expect(revoked).rejects.toMatchObject({ ...REFUSED, message: expect.stringContaining('was revoked') })
    expect((await other.verify(again.token, 'client')).groups).toHaveLength(1)
  })

  it('a token ends with its account, and becomes valid again with it', async () => {
    const { account, token } = await exchanged()
    const disabled = endsWithin(token, () => made.accounts.setDisabled(administrator, account.id, true))
    await expect(disabled).rejects.toMatchObject({ ...REFUSED, message: expect.stringContaining('was disabled') })
    await expect(gate.exchange(account.username, account.secret, 'here')).rejects.toMatchObject(REFUSED)
    await made.accounts.setDisabled(administrator, account.id, false)
    made.tested.pass(999)
    expect((await other.verify(token, 'client')).groups).toHaveLength(1)
  })

  it('a token loses a group that its account left, and gains no group that it was not issued for', async () => {
    const stranger = await made.tested.personCaller(['administrator'])
    const early = await granted()
    await made.accounts.addMember(stranger, early.account.username)
    const { asked } = await made.accounts.view(administrator)
    const request = asked.find(({ username }) => username === early.account.username)
    await made.accounts.answerMemberRequest(administrator, request?.id ?? '', true)
    const late = await gate.grant(early.account.username, early.account.secret, 'here')
    const names = async (token: string) => (await other.verify(token, 'api')).groups.map(({ name }) => name).sort()
    const [own, foreign] = [await groupOf(administrator), await groupOf(stranger)]
    expect(await names(early.token)).toEqual([own])
    expect(await names(late.token)).toEqual([own, foreign].sort())
    await made.accounts.removeMember(administrator, early.account.id)
    made.tested.pass(999)
    expect(await names(early.token)).toEqual([])
    expect(await names(late.token)).toEqual([foreign])
    const client = await other.verify(late.token, 'api')
    await expect(other.callerIn(client, own)).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
  })

  it('a token does not follow a group to another name', async () => {
    const owner = await made.tested.personCaller(['administrator'])
    const { token } = await granted(owner)
    await made.accounts.renameGroup(owner, `renamed ${randomUUID()}`)
    made.tested.pass(999)
    expect((await other.verify(token, 'api')).groups).toEqual([])
  })
})

describe('at once, on every server,', () => {
  it('a token is valid for a secret and a group that are newer than what the server read of its account', async () => {
    const owner = await made.tested.personCaller(['administrator'])
    const stranger = await made.tested.personCaller(['administrator'])
    const { account, token } = await granted(owner)
    await other.verify(token, 'client')
    const input = { kind: 'service_token', label: 'another', expiresAt: null } as const
    const second = await made.accounts.issueSecret(owner, account.id, input)
    const again = await gate.exchange(account.username, second.secret, 'here')
    expect((await other.verify(again.token, 'client')).groups).toHaveLength(1)
    await made.accounts.addMember(stranger, account.username)
    const { asked } = await made.accounts.view(owner)
    await made.accounts.answerMemberRequest(owner, asked[0]?.id ?? '', true)
    const wider = await gate.grant(account.username, account.secret, 'here')
    expect((await other.verify(wider.token, 'client')).groups).toHaveLength(2)
  })

  it('a new token is valid for an account that was enabled again', async () => {
    const { account, token } = await exchanged()
    await made.accounts.setDisabled(administrator, account.id, true)
    await expect(other.verify(token, 'client')).rejects.toMatchObject(REFUSED)
    await made.accounts.setDisabled(administrator, account.id, false)
    const again = await gate.exchange(account.username, account.secret, 'here')
    expect((await other.verify(again.token, 'client')).groups).toHaveLength(1)
  })
})

describe('a token of a page', () => {
  it('opens the client endpoints for ten minutes, with no more than the roles of its person', async () => {
    const author = await made.tested.personCaller(['author'])
    const { token, expiresIn } = await gate.issueForPerson(author)
    expect(expiresIn).toBe(600)
    expect(decodeJwt(token).sub).toBe(`person:${author.person?.id}`)
    const client = await other.verify(token, 'client')
    expect(client).toMatchObject({ label: author.label, serviceAccountId: null, isOpen: false })
    expect(client.groups.map(({ namespaceId }) => namespaceId)).toEqual([author.namespaceId])
    const caller = await other.callerIn(client, client.groups[0]?.name ?? '')
    expect(caller).toMatchObject({ grade: 'person', person: { roles: ['author'] }, namespaceId: author.namespaceId })
    await expect(other.verify(token, 'api')).rejects.toMatchObject(REFUSED)
    made.tested.pass(600_000)
    await expect(other.verify(token, 'client')).rejects.toMatchObject(REFUSED)
  })

  it('is for those who may send frames, as long as they may', async () => {
    await expect(gate.issueForPerson(administrator)).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
    const reviewer = await made.tested.personCaller(['reviewer'])
    const { token } = await gate.issueForPerson(reviewer)
    expect((await other.verify(token, 'client')).groups).toHaveLength(1)
    await made.tested.query(
      `UPDATE membership SET roles = '{administrator}' WHERE person_id = '${reviewer.person?.id}'`,
    )
    made.tested.pass(999)
    expect((await other.verify(token, 'client')).groups).toEqual([])
    await made.tested.query(`DELETE FROM membership WHERE person_id = '${reviewer.person?.id}'`)
    made.tested.pass(999)
    expect((await other.verify(token, 'client')).groups).toEqual([])
  })

  it('is over when its person signs out everywhere, or is disabled', async () => {
    for (const change of ["sessions_from = '2030-01-01'", "disabled_at = '2026-01-01'"]) {
      const author = await made.tested.personCaller(['author'])
      const { token } = await gate.issueForPerson(author)
      await other.verify(token, 'client')
      await made.tested.query(`UPDATE person SET ${change} WHERE id = '${author.person?.id}'`)
      made.tested.pass(999)
      await expect(other.verify(token, 'client')).rejects.toMatchObject(REFUSED)
    }
  })
})

describe('without a token', () => {
  it('no client is admitted if a token is demanded, and the refusal says where to get one', async () => {
    for (const [audience, path] of [
      ['client', '/client-api/auth/token'],
      ['api', '/application/o/token/'],
    ] as const)
      for (const token of [undefined, ''])
        await expect(gate.verify(token, audience)).rejects.toMatchObject({
          ...{ code: 'CREDENTIAL_REQUIRED', status: 401 },
          message: expect.stringContaining(PUBLIC_URL + path),
        })
  })

  it('everybody reaches the client endpoints if no token is demanded, but a token that is sent must be valid', async () => {
    const open = made.gate({ clientAuth: 'none' })
    expect(await open.verify(undefined, 'client')).toBe(OPEN_CLIENT)
    await expect(open.verify(undefined, 'api')).rejects.toMatchObject({ code: 'CREDENTIAL_REQUIRED' })
    await expect(open.verify('nonsense', 'client')).rejects.toMatchObject(REFUSED)
    await expect(open.callerIn(OPEN_CLIENT, 'any')).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
    const { token } = await exchanged()
    expect((await open.verify(token, 'client')).isOpen).toBe(false)
  })
})

describe('a token that this deployment did not issue', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  it.each([
    ['nothing that is a JWT', () => 'nonsense'],
    ['an empty JWT', () => '..'],
    ['no algorithm', (token: string) => `${part({ alg: 'none', typ: 'at+jwt' })}.${token.split('.')[1]}.`],
    [
      'no algorithm, with the signature left on',
      (token: string) => `${part({ alg: 'none' })}.${token.split('.').slice(1).join('.')}`,
    ],
    [
      'the public key as a secret',
      async (token: string) => {
        const { keys } = JSON.parse(await gate.jwks()) as JSONWebKeySet
        const signed = `${part({ alg: 'HS256', typ: 'at+jwt', kid: keys[0]?.kid })}.${token.split('.')[1]}`
        return `${signed}.${createHmac('sha256', keys[0]?.x ?? '')
          .update(signed)
          .digest('base64url')}`
      },
    ],
    [
      'another hour',
      (token: string) => {
        const [head, , signature] = token.split('.')
        return `${head}.${part({ ...decodeJwt(token), exp: 4_000_000_000 })}.${signature}`
      },
    ],
    ['padding after the signature', (token: string) => `${token}=`],
    ['too long', (token: string) => token + 'A'.repeat(10_000)],
  ])('opens nothing: %s', async (_, forge) => {
    const { token } = await granted()
    for (const each of [gate, made.gate()])
      for (const audience of ['client', 'api'] as const)
        await expect((async () => each.verify(await forge(token), audience))()).rejects.toMatchObject(REFUSED)
  })

  it('opens nothing: what our key signed for another purpose, or for an account in another form', async () => {
    const { account, token } = await granted()
    const { privateKey, publicJwk } = tokenKey(AUTH_SECRET)
    const sign = (members: Record<string, unknown>, typ = 'at+jwt') => {
      const claims: Record<string, unknown> = { ...decodeJwt(token), ...members }
      return new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', typ, kid: publicJwk.kid }).sign(privateKey)
    }
    expect((await gate.verify(await sign({}), 'api')).serviceAccountId).toBe(account.id)
    for (const forged of [
      await sign({}, 'JWT'),
      await sign({ aud: [] }),
      await sign({ aud: `${PUBLIC_URL}/mcp` }),
      await sign({ secret_id: undefined }),
      await sign({ secret_id: randomUUID() }),
      await sign({ sub: `person:${account.id}` }),
      await sign({ sub: `service:${randomUUID()}` }),
      await sign({ sub: `credential:${account.id}` }),
      await sign({ sub: undefined }),
      await sign({ groups: 'of-people' }),
      await sign({ exp: undefined }),
    ])
      await expect(gate.verify(forged, 'api')).rejects.toMatchObject(REFUSED)
  })

  it('opens nothing: another deployment of another secret, or at another address', async () => {
    const account = await made.account(administrator, 'api_key')
    for (const elsewhere of [
      made.gate({ authSecret: 'the secret of another deployment' }),
      made.gate({ publicUrl: 'https://elsewhere.example.org' }),
    ]) {
      const { token } = await elsewhere.grant(account.username, account.secret, 'here')
      await elsewhere.verify(token, 'api')
      await expect(gate.verify(token, 'api')).rejects.toMatchObject(REFUSED)
    }
  })

  it('opens nothing, wherever a right one is changed by as little as a bit', { tags: ['repeated'] }, async () => {
    const { token } = await granted()
    await gate.verify(token, 'api')
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.='
    const change = fc.record({
      at: fc.nat({ max: token.length - 1 }),
      to: fc.constantFrom(...characters),
      kind: fc.constantFrom('replace', 'insert', 'remove'),
    })
    const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      let changed = token
      for (const { at, to, kind } of changes)
        changed = changed.slice(0, at) + (kind === 'remove' ? '' : to) + changed.slice(kind === 'insert' ? at : at + 1)
      fc.pre(changed !== token)
      for (const audience of ['client', 'api'] as const)
        await expect(gate.verify(changed, audience)).rejects.toMatchObject(REFUSED)
    })
    await fc.assert(property, { numRuns: repetitions(2_000) })
    // The last character has unused bits.
    const last = token.at(-1) ?? ''
    for (const to of characters)
      if (to !== last) await expect(gate.verify(token.slice(0, -1) + to, 'api')).rejects.toMatchObject(REFUSED)
  })

  it('names the published key that signed it', async () => {
    const { token } = await granted()
    const { keys } = JSON.parse(await gate.jwks()) as JSONWebKeySet
    expect(keys.map(({ kid }) => kid)).toEqual([decodeProtectedHeader(token).kid])
  })
})
