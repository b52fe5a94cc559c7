/** Runs the command next to a server that has the database open. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMailServer } from '../services/mail/testing/mail-server'
import { readLog, type ServicesUnderTest, startServices } from '../services/testing/services-under-test'
import { type EndedScript, runScript } from '../testing/run-script'

const PUBLIC_URL = 'https://rules.example.org'

let tested: ServicesUnderTest
beforeAll(async () => {
  tested = await startServices(1, { ownServer: true })
})
afterAll(() => tested.stop())

function adminLink(...args: string[]): Promise<EndedScript> {
  return runScript('admin-link', { DATABASE_URL: '', DATA_DIR: tested.dataDir(), PUBLIC_URL }, args)
}

async function person(): Promise<{ readonly id: string; readonly email: string }> {
  const { person: made } = await tested.personCaller(['author'])
  if (made === null) throw new Error('no account was made')
  return made
}

it('prints only the link, and it sets the password of that person', async () => {
  const { id, email } = await person()
  const { status, output, errors } = await adminLink('--person', email)
  expect(status, errors).toBe(0)
  expect(output).toMatch(/^https:\/\/rules\.example\.org\/password\/[\w-]{43}\n$/)
  const token = output.trim().split('/').pop() ?? ''
  const { passwordLinks } = tested.workbenches[0]!
  expect(await passwordLinks.passwordQuestion(null, token)).toEqual({ email, otherSignedIn: null })
  expect(await passwordLinks.setPassword(token, 'some other long words')).toMatchObject({ personId: id })
})

it('prints the message to pass on, or sends it to the address and prints no link', async () => {
  const { email } = await person()
  const printed = await adminLink('--person', email, '--message')
  expect(printed.output).toMatch(/^Set a new password on Touchstone\n\n[\s\S]*\/password\/[\w-]{43}\n/)
  const unset = await adminLink('--person', email, '--send')
  expect(unset).toMatchObject({ status: 1, output: '' })
  expect(unset.errors).toContain('set SMTP_URL and SMTP_FROM. No link was made.')
  const mailServer = await startMailServer({ disabledCommands: ['STARTTLS'] })
  try {
    const environment = {
      SMTP_URL: `smtp://localhost:${mailServer.port}`,
      SMTP_FROM: 'Touchstone <rules@example.org>',
      SMTP_TLS: 'optional',
      DATABASE_URL: '',
      DATA_DIR: tested.dataDir(),
      PUBLIC_URL,
    }
    const { status, output, errors } = await runScript('admin-link', environment, ['--person', email, '--send'])
    expect({ status, output }, errors).toEqual({ status: 0, output: '' })
    expect(errors).toContain(`The link was sent to ${email}.`)
    expect(mailServer.received).toMatchObject([{ to: [email], from: 'rules@example.org' }])
    const [token = ''] =
      /(?<=\/password\/)[\w-]{43}/.exec(mailServer.received[0]?.raw.replace(/=\r\n/g, '') ?? '') ?? []
    expect(await tested.workbenches[0]!.passwordLinks.passwordQuestion(null, token)).toMatchObject({ email })
    expect(errors).not.toContain(token)
  } finally {
    await mailServer.close()
  }
})

it('explains for whom it makes no link', { tags: ['nightly'] }, async () => {
  const [closed, outside] = [await person(), await person()]
  await tested.query(`UPDATE person SET disabled_at = now() WHERE id = '${closed.id}'`)
  const identity = { issuer: 'https://id.example.org', subject: outside.id }
  await tested.store.linkIdentity(identity, outside.id, new Date(tested.now()))
  const cases = [
    ['unknown@example.org', 'There is no account with the address unknown@example.org. No link was made.'],
    [closed.email, `The account of ${closed.email} is disabled`],
    [outside.email, `${outside.email} has no password here and signs in at https://id.example.org.`],
  ] as const
  for (const [email, words] of cases) {
    const { status, output, errors } = await adminLink('--person', email)
    expect({ status, output }).toEqual({ status: 1, output: '' })
    expect(errors).toContain(words)
  }
  expect(await adminLink('--person', 'Ada')).toMatchObject({ status: 2, output: '' })
  expect(await tested.query('SELECT 1 FROM password_link WHERE used_at IS NULL')).toEqual([])
})

it('lets passwords administer and sign again if the rules locked administrators out, and the log says who did it', {
  tags: ['nightly'],
}, async () => {
  const caller = await tested.personCaller(['administrator'])
  const namespaceId = caller.namespaceId ?? ''
  await tested.query(
    `UPDATE namespace SET passkey_to_sign = true, passkey_to_administer = true WHERE id = '${namespaceId}'`,
  )
  const { settings, people } = tested.workbenches[0]!
  const session = await tested.signedIn(caller)
  const locked = await people.callerOf(session)
  await expect(settings.change(locked, { labelingAllowed: false })).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
  const { status, output, errors } = await adminLink('--allow-passwords', namespaceId)
  expect({ status, output }, errors).toEqual({ status: 0, output: '' })
  expect(errors).toContain(namespaceId)
  await settings.change(await people.callerOf(session), { labelingAllowed: false })
  expect((await readLog(tested, namespaceId))[0]).toEqual({
    kind: 'settings_changed',
    actor: 'operator',
    details: { passkey_to_sign: { from: true, to: false }, passkey_to_administer: { from: true, to: false } },
  })
  expect(await adminLink('--allow-passwords', 'no such namespace')).toMatchObject({ status: 1, output: '' })
})

it('is logged as an act of the operator, and is shown with the member that it made', {
  tags: ['nightly'],
}, async () => {
  const caller = await tested.personCaller(['administrator'])
  const namespaceId = caller.namespaceId ?? ''
  const { setup, members } = tested.workbenches[0]!
  const { output } = await adminLink('--namespace', namespaceId)
  const token = output.trim().split('/').pop() ?? ''
  const account = { name: 'Olga', email: 'olga@example.org', password: 'some other long words', namespaceName: '' }
  const { personId } = await setup.setUp(token, account)
  const log = await readLog(tested, namespaceId)
  expect(log).toMatchObject([
    { kind: 'operator_link_issued', actor: 'operator', details: { link: 'setup' } },
    { kind: 'member_joined', actor: 'operator', details: { person_id: personId, by: 'setup link' } },
  ])
  const rows = await members.listMembers(caller)
  expect(rows.map(({ personId: id, byOperator }) => [id === personId, byOperator]).sort()).toEqual([
    [false, false],
    [true, true],
  ])
})
