import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Preset } from '../../api/terms/namespace-rules'
import { openStoreForCommand } from '../../database/open-store-for-command'
import { silentLog } from '../../database/testing/fresh-database'
import { issueSetupLink } from '../../services/accounts/setup'
import { SoftwareAuthenticator } from '../../services/testing/software-authenticator'
import type { RunningServer } from '../running-server'
import type { FixtureManifest } from './fixture-manifest'
import { PageSession } from './page-session'

type Role = 'author' | 'reviewer' | 'administrator'

const described = z.looseObject({
  memberships: z.array(z.looseObject({ namespaceId: z.string(), namespaceName: z.string() })),
})
const listed = z.array(z.looseObject({ personId: z.string(), email: z.string() }))
const adding = z.looseObject({ ceremonyId: z.string(), options: z.custom<never>() })

export class StoryMember {
  authenticator: SoftwareAuthenticator | null = null

  private constructor(
    public page: PageSession,
    readonly namespaceId: string,
    readonly email: string,
    private name: string,
    public password: string,
  ) {}

  /** Makes the first administrator of a new namespace, with every role, by a link of the operator. */
  static async setUp(
    server: RunningServer,
    name: string,
    namespaceName: string,
    { preset, now = () => new Date() }: { readonly preset?: Preset; readonly now?: () => Date } = {},
  ): Promise<StoryMember> {
    const store = await openStoreForCommand({ databaseUrl: null, dataDir: server.dataDir, log: silentLog })
    const dependencies = { store, now, randomBytes }
    const token = await issueSetupLink(dependencies, { atStart: false, namespaceId: null }).finally(() => store.close())
    const [email, password] = [emailOf(name), newPassword()]
    const page = new PageSession(server)
    await page.change('session.setUp', { token, name, email, password, namespaceName, preset })
    return new StoryMember(page, await namespaceNamed(page, namespaceName), email, name, password)
  }

  async invite(server: RunningServer, name: string, roles: readonly Role[]): Promise<StoryMember> {
    const [email, password] = [emailOf(name), newPassword()]
    const token = await this.invitation(roles, email)
    const page = new PageSession(server)
    await page.change('session.join', { token, as: { kind: 'new', name, email, password } })
    return new StoryMember(page, this.namespaceId, email, name, password)
  }

  /** @returns the token of the link */
  async invitation(roles: readonly Role[], email: string | null): Promise<string> {
    const { link } = z
      .looseObject({ link: z.string() })
      .parse(await this.page.change('members.invite', { roles, email }))
    return link.split('/').pop() ?? ''
  }

  async personId(email: string): Promise<string> {
    const member = listed.parse(await this.page.ask('members.list')).find((member) => member.email === email)
    if (member === undefined) throw new Error(`${email} is no member`)
    return member.personId
  }

  async signIn(server: RunningServer): Promise<void> {
    this.page = new PageSession(server)
    await this.page.change('session.signIn', { email: this.email, password: this.password })
  }

  /** Others can change the name. */
  isNamed(name: string): void {
    this.name = name
  }

  /** @param token token of an operator's link */
  async setPassword(token: string): Promise<void> {
    const password = newPassword()
    await this.page.change('session.setPassword', { token, password })
    this.password = password
  }

  async changePassword(): Promise<void> {
    const next = newPassword()
    await this.page.change('account.changePassword', { present: this.password, next })
    this.password = next
  }

  async addPasskey(publicUrl: string, label: string): Promise<SoftwareAuthenticator> {
    const proof = { kind: 'password', password: this.password }
    const { ceremonyId, options } = adding.parse(await this.page.change('passkeys.beginAdding', { proof }))
    const authenticator = new SoftwareAuthenticator(publicUrl)
    const registration = authenticator.register({ options })
    await this.page.change('passkeys.endAdding', { ceremonyId, label, registration })
    return authenticator
  }

  manifest(member: boolean): FixtureManifest['people'][number] {
    const { name, email, password, namespaceId: namespace, authenticator } = this
    return { name, email, password, namespace, member, passkey: authenticator?.stored() ?? null }
  }
}

async function namespaceNamed(page: PageSession, name: string): Promise<string> {
  const { memberships } = described.parse(await page.ask('account.describe'))
  const membership = memberships.find(({ namespaceName }) => namespaceName === name)
  if (membership === undefined) throw new Error(`the account has no namespace ${name}`)
  return membership.namespaceId
}

function emailOf(name: string): string {
  return `${name.split(' ')[0]!.toLowerCase()}@example.org`
}

function newPassword(): string {
  return `test password ${randomUUID().slice(0, 13)}`
}
