import { describe, expect, it } from 'vitest'
import { PERMISSIONS, ROLES } from '../../services/calls/permissions'
import { documented } from './product-files'
import { answerOf, call, deployment, get } from './testing/deployment'

const { administrator, author, reviewer, stranger } = deployment

describe('ASVS 5.0 V8 authorization', () => {
  it('8.1.1 the page Security states every permission and who has it', () => {
    const rules = documented('### Functions and data')
    for (const { to } of Object.values(PERMISSIONS)) expect(rules).toContain(to)
    for (const role of ROLES) expect(rules).toContain(role)
  })

  it('8.1.2 the page Security states which members of data are shown to whom', () => {
    const rules = documented('### Members of data')
    for (const word of ['E-mail', 'token', 'secret', 'password', 'passkey', 'Roles', 'approver'])
      expect(rules).toContain(word)
  })

  it('8.2.2 identifiers of another namespace give no access', async () => {
    const members = (await answerOf(await call(administrator.cookie, 'members.list'))) as { personId: string }[]
    // The suite's calls also use the credential.
    const listed = async () =>
      (
        (await answerOf(await call(administrator.cookie, 'credentials.list'))) as { id: string; lastUsedAt: unknown }[]
      ).map(({ lastUsedAt: _, ...credential }) => credential)
    const credentials = await listed()
    const [personId, id] = [members[0]?.personId, credentials[0]?.id]
    expect([personId, id]).toEqual([expect.any(String), expect.any(String)])
    const tries: readonly [string, unknown][] = [
      ['members.changeRoles', { personId, roles: ['author'] }],
      ['members.remove', { personId }],
      ['credentials.revoke', { id }],
    ]
    for (const [procedure, input] of tries) {
      const status = (await call(stranger.cookie, procedure, input)).status
      expect([400, 403, 404], procedure).toContain(status)
    }
    expect(await answerOf(await call(administrator.cookie, 'members.list'))).toEqual(members)
    expect(await listed()).toEqual(credentials)
  })

  it('8.2.3 neither a password hash nor a token hash nor another’s address leaves the server', async () => {
    const answers = await Promise.all(
      [
        'account.describe',
        'members.list',
        'members.invitations',
        'credentials.list',
        'passkeys.list',
        'serviceAccounts.view',
      ].map(async (procedure) => (await call(administrator.cookie, procedure)).text()),
    )
    expect(answers.join('')).not.toMatch(/scrypt|[sS]ha256|password_?hash|tokenSha/)
    for (const { cookie } of [author, reviewer])
      for (const procedure of ['members.list', 'members.invitations', 'credentials.list', 'audit.list'])
        expect((await call(cookie, procedure)).status, procedure).not.toBe(200)
    const seen = await (await call(author.cookie, 'account.describe')).text()
    expect(seen).not.toContain(administrator.email)
    const listed = await get('/v1/rulesets', { 'x-service-credential': deployment.credential })
    expect(await listed.text()).not.toContain('@example.org')
  })
})
