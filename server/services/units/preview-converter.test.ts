import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRequest } from '../../api/read-request'
import { converterAdded, converterRequest } from '../../api/schemas/units'
import type { Caller } from '../calls/caller'
import { callOperation, readLog, type ServicesUnderTest, startServices } from '../testing/services-under-test'

let tested: ServicesUnderTest
beforeAll(async () => {
  tested = await startServices(1)
})
afterAll(() => tested.stop())

const request = (factor: string, from = 'USD', to = 'EUR') =>
  readRequest(converterRequest, `{"from_unit":"${from}","to_unit":"${to}","factor":${factor}}`, true)
/** The caller as the person's next request reads them. */
const renewed = async (caller: Caller): Promise<Caller> => {
  const account = await tested.store.findAccount(caller.namespaceId!)
  return { ...caller, account: account! }
}
const preview = async (caller: Caller, factor: string) =>
  tested.workbenches[0]!.converters.preview(await renewed(caller), request(factor))
const add = async (caller: Caller, factor: string) => {
  const context = { caller: await renewed(caller), channel: 'person', addressKey: () => 'test' } as const
  return converterAdded.parse(JSON.parse((await tested.services[0]!.addConverter(context, request(factor))).body))
}

it('answers as adding would, stores nothing, and names the replaced converter', async () => {
  const author = await tested.personCaller(['author'])
  const service = tested.services[0]!
  const source = '// @unit n EUR\ndeclare n as numeric;\nassert x { n > 1 "EUR" };\n'
  await callOperation(service, 'saveRuleset', author, { source, name: 'in euro' })
  await callOperation(service, 'saveRuleset', author, {
    source: 'declare a as boolean;\nassert x { a };\n',
    name: 'plain',
  })
  const first = await preview(author, '0.90')
  expect(first).toEqual({
    converter: { from_unit: 'USD', to_unit: 'EUR', factor_exact: '0.9', offset_exact: '0' },
    replaces: null,
    affected: ['in euro'],
    unitLibraryHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    previousUnitLibraryHash: null,
  })
  const log = await readLog(tested, author.namespaceId)
  expect(await preview(author, '0.90')).toEqual(first)
  expect(await readLog(tested, author.namespaceId)).toEqual(log)
  const added = await add(author, '0.90')
  expect(added).toMatchObject({ unit_library_hash: first.unitLibraryHash, affected: first.affected })
  expect((await readLog(tested, author.namespaceId)).at(-1)).toEqual({
    kind: 'converter_added',
    actor: author.label,
    details: {
      ...{ from_unit: 'USD', to_unit: 'EUR', factor: '0.9', offset: '0', attribution: null },
      ...{ unit_library_hash: first.unitLibraryHash, previous_unit_library_hash: null },
    },
  })
  const second = await preview(author, '0.95')
  expect(second).toMatchObject({
    replaces: { from_unit: 'USD', to_unit: 'EUR', factor_exact: '0.9', added_by: author.label },
    previousUnitLibraryHash: first.unitLibraryHash,
  })
  const turned = await tested.workbenches[0]!.converters.preview(await renewed(author), request('1.1', 'EUR', 'USD'))
  expect(turned.replaces).toEqual(second.replaces)
})

it('refuses what adding refuses, with the same message', async () => {
  const author = await tested.personCaller(['author'])
  const context = { caller: author, channel: 'person', addressKey: () => 'test' } as const
  for (const wrong of [
    request('2', 'USD', 'USD'),
    request('-1'),
    request('1000', 'km', 'm'),
    request('1', 'US', 'x'),
  ]) {
    const refused = await Promise.resolve(tested.services[0]!.addConverter(context, wrong)).catch(
      (error: unknown) => error,
    )
    const { code, message, details } = refused as Record<string, unknown>
    expect(code).toBe('BAD_REQUEST')
    await expect(tested.workbenches[0]!.converters.preview(author, wrong)).rejects.toMatchObject({
      ...{ code, message, details },
    })
  }
})

it('requires the permission to add converters', async () => {
  const reviewer = await tested.personCaller(['reviewer'])
  await expect(preview(reviewer, '2')).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE', status: 403 })
  const administrator = await tested.personCaller(['administrator'])
  expect(await preview(administrator, '2')).toMatchObject({ affected: [] })
})
