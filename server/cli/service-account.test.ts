/** Runs the command next to a server that has the database open. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSoloGroup } from '../services/access/process-group'
import { createClientGate } from '../services/guardrails/machine-accounts/client-gate'
import { readLog, type ServicesUnderTest, startServices } from '../services/testing/services-under-test'
import { type EndedScript, runScript } from '../testing/run-script'
import { readArguments } from './service-account-arguments'

let tested: ServicesUnderTest
beforeAll(async () => {
  tested = await startServices(1, { ownServer: true })
})
afterAll(() => tested.stop())

const command = (...args: string[]): Promise<EndedScript> =>
  runScript(
    'service-account',
    { DATABASE_URL: '', DATA_DIR: tested.dataDir(), PUBLIC_URL: 'https://rules.example.org' },
    args,
  )
const gate = () =>
  createClientGate({
    group: createSoloGroup(Date.now),
    ...{ store: tested.store, now: () => new Date(), randomBytes, publicUrl: 'https://rules.example.org' },
    ...{ authSecret: 'a secret of these tests, long enough', clientAuth: 'required', identityProvider: null },
  })

it('makes an account with a secret that works like one from the page, is shown once, and is logged', {
  tags: ['nightly'],
  timeout: 300_000,
}, async () => {
  const username = `robot-${randomUUID().slice(0, 8)}`
  const namespace = `Payroll ${randomUUID().slice(0, 8)}`
  const made = await command('create', username, '--namespace', namespace, '--label', 'night run')
  expect(made, made.errors).toMatchObject({ status: 0 })
  const secret = made.output.trim()
  expect(secret).toMatch(/^tst_service_[\w-]{43}$/)
  expect(made.errors).not.toContain(secret)
  const [, namespaceId = ''] = /in the namespace (\S+);/.exec(made.errors) ?? []
  const token = await gate().exchange(username, secret, 'here')
  expect(await gate().verify(token.token, 'client')).toMatchObject({ groups: [{ namespaceId }] })
  const key = await command(
    'issue',
    username,
    '--namespace',
    namespaceId,
    '--kind',
    'api_key',
    '--expires',
    '2999-01-01',
  )
  expect(key.output).toMatch(/^tst_apikey_[\w-]{43}\n$/)
  const log = await readLog(tested, namespaceId)
  expect(log.map(({ kind, actor }) => [kind, actor])).toEqual(
    [
      'group_renamed',
      'service_account_added',
      'group_member_added',
      'service_secret_issued',
      'service_secret_issued',
    ].map((kind) => [kind, 'operator']),
  )
  expect(JSON.stringify(log)).not.toContain(secret)
  const taken = await command('create', username, '--namespace', 'Elsewhere')
  expect(taken).toMatchObject({ status: 1, output: '', errors: expect.stringContaining('has this username') })
  expect(await command('disable', username, '--namespace', namespaceId)).toMatchObject({ status: 0 })
  await expect(gate().exchange(username, secret, 'here')).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' })
  const elsewhere = await command('enable', username, '--namespace', 'Elsewhere')
  expect(elsewhere).toMatchObject({ status: 1, errors: expect.stringContaining('is not the home') })
  const wrong = await command(
    'create',
    'No Name',
    '--namespace',
    namespaceId,
    '--expires',
    '2020-01-01',
    '--label',
    ' ',
  )
  for (const field of ['username', 'label', 'expiresAt']) expect(wrong.errors).toContain(field)
})

it.each([
  [['create'], /create needs the username/],
  [['create', 'robot'], /--namespace must be given/],
  [['create', 'robot', '--namespace', 'N', '--kind', 'password'], /--kind must be service_token or api_key/],
  [['create', 'robot', '--namespace', 'N', '--expires', 'soon'], /--expires must be a day/],
  [['disable', 'robot', '--namespace', 'N', '--label', 'x'], /label/],
  [['remove', 'robot'], /There is no command "remove"/],
])('says what is wrong with %j', (args, words) => {
  const read = readArguments(args)
  expect(read.ok ? '' : read.problem).toMatch(words)
})
