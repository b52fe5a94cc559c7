/** Uses a real mail server. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../calls/caller'
import { createSmtpSender, type MailTrouble } from '../mail/smtp-sender'
import { type MailServer, startMailServer } from '../mail/testing/mail-server'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { INVITATION_LIFE_MS } from './members'

let mailServer: MailServer
let under: ServicesUnderTest
let unmailed: ServicesUnderTest
const troubles: MailTrouble[] = []
beforeAll(async () => {
  mailServer = await startMailServer()
  const mail = createSmtpSender(mailServer.settings(), (trouble) => void troubles.push(trouble), mailServer.authority)
  under = await startServices(1, { mail })
  unmailed = await startServices(1)
})
afterAll(() => Promise.all([under.stop(), unmailed.stop(), mailServer.close()]))

const members = () => under.workbenches[0]!.members
const tokenOf = (link: string) => link.split('/').pop() ?? ''
const question = (link: string) => under.workbenches[0]!.joining.invitationQuestion(null, tokenOf(link))
const closed = { code: 'BAD_REQUEST', status: 404 }

/** Decodes the mail's line breaks. */
const textOf = (raw: string) => raw.replace(/=\r\n/g, '').replaceAll('\r\n', '\n').replaceAll('=3D', '=')

it("sends the message that an administrator would copy to the invitation's address", async () => {
  const administrator = await under.personCaller(['administrator'])
  const made = await members().invite(administrator, ['author', 'reviewer'], 'Nora@Example.org')
  expect(made).toMatchObject({ email: 'nora@example.org', canBeSent: true })
  expect(made.message.text).toContain(`${administrator.person?.name} (${administrator.person?.email}) invites you`)
  expect(made.message.text).toContain('as an author and reviewer')
  expect(made.message.text).toContain(made.link)
  expect(await members().sendInvitation(administrator, made.id, made.link)).toEqual({
    kind: 'sent',
    to: 'nora@example.org',
  })
  const mail = mailServer.received.at(-1)
  expect(mail?.to).toEqual(['nora@example.org'])
  expect(textOf(mail?.raw ?? '')).toContain(made.link)
  expect(await question(made.link)).toMatchObject({ email: 'nora@example.org' })
})

it('sends its own address of the link, whatever address a page puts before the token', async () => {
  const administrator = await under.personCaller(['administrator'])
  const { id, link } = await members().invite(administrator, ['author'], 'own@example.org')
  await members().sendInvitation(administrator, id, `https://evil.example/${tokenOf(link)}`)
  const text = textOf(mailServer.received.at(-1)?.raw ?? '')
  expect(text).toContain(link)
  expect(text).not.toContain('evil')
})

it('says why nothing is sent (no address, no mail server, a failing server), and the invitation stays valid', async () => {
  const administrator = await under.personCaller(['administrator'])
  const unbound = await members().invite(administrator, ['author'], null)
  expect(unbound.canBeSent).toBe(false)
  expect(await members().sendInvitation(administrator, unbound.id, unbound.link)).toEqual({
    kind: 'not_sent',
    reason: 'no_address',
  })
  const other = unmailed.workbenches[0]!
  const elsewhere = await unmailed.personCaller(['administrator'])
  const made = await other.members.invite(elsewhere, ['author'], 'nora@example.org')
  expect(made.canBeSent).toBe(false)
  const unsent = { kind: 'not_sent', reason: 'not_configured' }
  expect(await other.members.sendInvitation(elsewhere, made.id, made.link)).toEqual(unsent)
  expect(await other.joining.invitationQuestion(null, tokenOf(made.link))).not.toBeNull()
})

it('refuses to send a revoked, expired, foreign or mismatched invitation', async () => {
  const administrator = await under.personCaller(['administrator'])
  const stranger = await under.personCaller(['administrator'])
  const made = await members().invite(administrator, ['author'], 'nora@example.org')
  const another = await members().invite(administrator, ['author'], 'nora@example.org')
  const sent = mailServer.received.length
  await expect(members().sendInvitation(stranger, made.id, made.link)).rejects.toMatchObject(closed)
  await expect(members().sendInvitation(administrator, made.id, another.link)).rejects.toMatchObject(closed)
  await expect(members().sendInvitation(administrator, made.id, 'x')).rejects.toMatchObject(closed)
  await members().revokeInvitation(administrator, made.id)
  await expect(members().sendInvitation(administrator, made.id, made.link)).rejects.toMatchObject(closed)
  under.pass(INVITATION_LIFE_MS)
  await expect(members().sendInvitation(administrator, another.id, another.link)).rejects.toMatchObject(closed)
  expect(mailServer.received.length).toBe(sent)
})

it('renews an invitation: the old link ends, and the new one has the same roles and address and a new week', async () => {
  const administrator = await under.personCaller(['administrator'])
  const made = await members().invite(administrator, ['reviewer'], 'rosa@example.org')
  under.pass(INVITATION_LIFE_MS - 1_000)
  const renewed = await members().renewInvitation(administrator, made.id)
  expect(await question(made.link)).toBeNull()
  under.pass(INVITATION_LIFE_MS - 1_000)
  expect(await question(renewed.link)).toMatchObject({ roles: ['reviewer'], email: 'rosa@example.org' })
  await expect(members().renewInvitation(administrator, made.id)).rejects.toMatchObject(closed)
  under.pass(2_000)
  await expect(members().renewInvitation(administrator, renewed.id)).rejects.toMatchObject(closed)
})

it('makes a renewed administrator invitation wait for the second administrator again', async () => {
  const first = await under.personCaller(['administrator'])
  const second = await under.personCaller(['administrator'], first.namespaceId ?? '')
  const made = await members().invite(first, ['administrator'], 'adi@example.org')
  const { pendingChanges } = under.workbenches[0]!
  const [waiting] = await pendingChanges.list(second)
  await pendingChanges.answer(second, { id: waiting!.id, digest: waiting!.digest, answer: 'confirm' })
  expect(await question(made.link)).toMatchObject({ held: false })
  const renewed = await members().renewInvitation(first, made.id)
  expect(renewed.pendingChange).not.toBeNull()
  expect(renewed.message.text).toContain('Another administrator has to confirm')
  expect(await question(renewed.link)).toMatchObject({ held: true })
})

it.each<[string, readonly ('author' | 'reviewer')[]]>([
  ['author', ['author']],
  ['reviewer', ['reviewer']],
])('shows an %s no link and does not let them send or renew', async (_, roles) => {
  const administrator = await under.personCaller(['administrator'])
  const made = await members().invite(administrator, ['author'], 'nora@example.org')
  const member: Caller = await under.personCaller(roles, administrator.namespaceId ?? '')
  const barred = { code: 'CREDENTIAL_SCOPE' }
  await expect(members().listInvitations(member)).rejects.toMatchObject(barred)
  await expect(members().sendInvitation(member, made.id, made.link)).rejects.toMatchObject(barred)
  await expect(members().renewInvitation(member, made.id)).rejects.toMatchObject(barred)
  expect(JSON.stringify(await members().listInvitations(administrator))).not.toContain(tokenOf(made.link))
})
