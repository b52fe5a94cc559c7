/** Runs the command next to a server that has the database open. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readLog, type ServicesUnderTest, startServices } from '../services/testing/services-under-test'
import { type EndedScript, runScript } from '../testing/run-script'
import { readArguments } from './person-arguments'

let tested: ServicesUnderTest
beforeAll(async () => {
  tested = await startServices(1, { ownServer: true })
})
afterAll(() => tested.stop())

const person = (...args: string[]): Promise<EndedScript> =>
  runScript('person', { DATABASE_URL: '', DATA_DIR: tested.dataDir(), PUBLIC_URL: 'https://rules.example.org' }, args)

it('can disable an administrator, whose session ends at once, and is logged as the operator’s act', {
  tags: ['nightly'],
  timeout: 300_000,
}, async () => {
  const caller = await tested.personCaller(['administrator'])
  const session = await tested.signedIn(caller)
  const { email, id } = caller.person!
  expect(await person('disable', email.toUpperCase())).toMatchObject({ status: 0 })
  const { people } = tested.workbenches[0]!
  await expect(people.callerOf(session)).rejects.toMatchObject({ code: 'CREDENTIAL_REQUIRED' })
  const log = await readLog(tested, caller.namespaceId)
  expect(log).toMatchObject([{ kind: 'person_disabled', actor: 'operator', details: { person: id } }])
  const unknown = await person('rename', 'unknown@example.org', 'Rosa', 'Luz')
  expect(unknown).toMatchObject({ status: 1, errors: expect.stringContaining('There is no account') })
})

it.each([
  [['erase', 'ada@example.org'], /There is no command "erase"; the commands are: disable/],
  [['disable'], /disable needs an e-mail address/],
  [['disable', 'ada@example.org', 'now'], /nothing else, not "now"/],
  [['rename', 'ada@example.org'], /received nothing/],
  [['rename', 'ada@example.org', 'A\u202eB'], /cannot be printed/],
  [['disable', '--force', 'ada@example.org'], /force/],
])('says what is wrong with %j', (args, words) => {
  const read = readArguments(args)
  expect(read.ok ? '' : read.problem).toMatch(words)
})
