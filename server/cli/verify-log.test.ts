/** Runs the command next to a server that has the database open. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServicesUnderTest, startServices } from '../services/testing/services-under-test'
import { runScript } from '../testing/run-script'
import { readArguments } from './verify-arguments'

let tested: ServicesUnderTest
beforeAll(async () => {
  tested = await startServices(1, { ownServer: true })
})
afterAll(() => tested.stop())

const verify = (...args: string[]) =>
  runScript('verify', { DATABASE_URL: '', DATA_DIR: tested.dataDir(), PUBLIC_URL: 'https://rules.example.org' }, [
    'log',
    ...args,
  ])

it('reports an id without a namespace, and finds a namespace however its id is written', {
  timeout: 120_000,
}, async () => {
  const unknown = randomUUID()
  expect(await verify('--namespace', unknown)).toEqual({
    ...{ status: 1, output: '' },
    errors: `No namespace here has the id ${unknown}, and no row of one remains. Leave --namespace out to verify every log.\n`,
  })
  const { namespaceId } = await tested.personCaller(['administrator'])
  await tested.signedIn(await tested.personCaller(['administrator'], namespaceId!))
  const { output } = await verify('--namespace', namespaceId!.toUpperCase())
  expect(output).toMatch(new RegExp(`^(ok   |FAILS) ${namespaceId}: `))
})

it('refuses a text that is not an id', () => {
  const read = readArguments(['log', '--namespace', 'Our rules'])
  expect(read.ok ? '' : read.problem).toBe('--namespace takes the id of a namespace, not "Our rules".')
})
