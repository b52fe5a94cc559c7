/**
 * `npm run admin-link -- --person`, the command itself, beside whoever has the database open.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServicesUnderTest, startServices } from '../service/testing/services-under-test'
import { type EndedScript, runScript } from './run-script'

const PUBLIC_URL = 'https://rules.example.org'

let tested: ServicesUnderTest
beforeAll(async () => {
  tested = await startServices(1)
})
afterAll(() => tested.stop())

function adminLink(...args: string[]): Promise<EndedScript> {
  return runScript('admin-link', { DATABASE_URL: '', DATA_DIR: tested.dataDir, PUBLIC_URL }, args)
}

async function person(): Promise<{ readonly id: string; readonly email: string }> {
  const { person: made } = await tested.personCaller(['author'])
  if (made === null) throw new Error('nobody was made')
  return made
}

it('prints the link alone, and it sets the password of that person', async () => {
  const { id, email } = await person()
  const { status, output, errors } = await adminLink('--person', email)
  expect(status, errors).toBe(0)
  expect(output).toMatch(/^https:\/\/rules\.example\.org\/password\/[\w-]{43}\n$/)
  const token = output.trim().split('/').pop() ?? ''
  const { passwordLinks } = tested.workbenches[0]!
  expect(await passwordLinks.passwordQuestion(null, token)).toEqual({ email, otherSignedIn: null })
  expect(await passwordLinks.setPassword(token, 'some other long words')).toMatchObject({ personId: id })
})

it('says whom it makes no link for, and why', async () => {
  const [closed, outside] = [await person(), await person()]
  await tested.query(`UPDATE person SET disabled_at = now() WHERE id = '${closed.id}'`)
  const identity = { issuer: 'https://id.example.org', subject: outside.id }
  await tested.store.linkIdentity(identity, outside.id, new Date(tested.now()))
  const cases = [
    ['nobody@example.org', 'Nobody has an account with the address nobody@example.org. No link was made.'],
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
