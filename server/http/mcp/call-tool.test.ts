import { expect, it } from 'vitest'
import { callerWithoutCredential } from '../../services/calls/caller'
import type { Service } from '../../services/create-service'
import { callTool } from './call-tool'
import { operationTools } from './tools'

const tools = operationTools()
const context = { caller: callerWithoutCredential('open', null), channel: 'agent', addressKey: () => 'x' } as const

/** A service with a bug in every operation. */
const faulty = new Proxy({} as Service, {
  get: () => () => {
    throw new TypeError('secret text of a bug')
  },
})

it.each([...tools.keys()])('a bug in %s is reported and answered without its text', async (name) => {
  const bugs: [unknown, string][] = []
  const dependencies = {
    service: faulty,
    docsUrl: 'https://docs.test',
    reportBug: (error: unknown, id: string) => void bugs.push([error, id]),
  }
  const hash = '0'.repeat(64)
  const fitting = [
    '{}',
    '{"source":""}',
    '{"source":"","claims":{}}',
    '{"source":"","cases":[]}',
    '{"before":{"source":""},"after":{"source":""}}',
    '{"name":"a","source":""}',
    '{"name":"a"}',
    '{"name":"a","text":""}',
    `{"ruleset_hash":"${hash}","approver":"a"}`,
    '{"from_unit":"a","to_unit":"b","factor":1}',
    '{"label":"a"}',
    '{"document":"a","source":""}',
    '{"guard":"a","arguments":{}}',
    '{"check_id":"0193776a-5d00-7c43-8f0e-7d1a2b3c4d5e"}',
  ]
  const results = await Promise.all(
    fitting.map((text) => callTool(dependencies, tools.get(name)!, text, { context, requestId: 'the id' })),
  )
  const codes = results.map(({ structuredContent }) => (structuredContent as { error: { code: string } }).error.code)
  expect(codes).toContain('ENGINE_ERROR')
  expect(bugs.length).toBe(codes.filter((code) => code === 'ENGINE_ERROR').length)
  for (const [error, id] of bugs) {
    expect(error).toBeInstanceOf(TypeError)
    expect(id).toBe('the id')
  }
  expect(JSON.stringify(results)).not.toContain('secret')
  for (const { isError } of results) expect(isError).toBe(true)
})
