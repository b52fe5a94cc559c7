import { Ajv2020 } from 'ajv/dist/2020'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type McpUnderTest, startMcp } from '../../http/mcp/testing/mcp-under-test'
import { operationTools } from '../../http/mcp/tools'
import { RPC_HEADERS, rpcAnswer, toolCall } from '../../http/oauth/testing/agent-client'
import { MEALS, TOOL_CALLS } from './tool-calls'

let mcp: McpUnderTest
let token: string
let hash: string
const tools = operationTools()
const ajv = new Ajv2020({ strict: false, validateFormats: false })

beforeAll(async () => {
  mcp = await startMcp()
  token = (await mcp.issue()).token
  hash = (JSON.parse(await text('save_ruleset', '{"name":"meals","source":@source}')) as { ruleset_hash: string })
    .ruleset_hash
})

afterAll(async () => {
  await mcp.stop()
  expect(mcp.bugs).toEqual([])
})

interface GivenError {
  readonly code: string
  readonly message: string
  readonly hint?: string
  readonly failures?: readonly { readonly field: string; readonly expected: string }[]
}

function filled(args: string): string {
  return args.replaceAll('@hash', hash).replaceAll('@source', JSON.stringify(MEALS))
}

async function text(tool: string, args: string): Promise<string> {
  const response = await fetch(`${mcp.url}/mcp`, {
    method: 'POST',
    headers: { ...RPC_HEADERS, 'x-service-credential': token },
    body: toolCall(tool, filled(args)),
  })
  const { result } = (await rpcAnswer(response)) as { result: { content: { text: string }[] } }
  return result.content[0]!.text
}

it('there are 60, each with one outcome', () => {
  expect(TOOL_CALLS).toHaveLength(60)
  for (const { why, means, answer, rejected } of TOOL_CALLS)
    expect(
      [means, answer, rejected].filter((outcome) => outcome !== undefined),
      why,
    ).toHaveLength(1)
  expect(new Set(TOOL_CALLS.map(({ tool }) => tool)).size).toBe(10)
})

it('REST does not accept them', async () => {
  for (const [path, body] of [
    ['/v1/check', '{"ruleset_hash":"@hash","claims":"{}"}'],
    ['/v1/check', '{"ruleset_hash":"@hash","unit_library_hash":"","claims":{}}'],
    ['/v1/compile', '{"source":@source,"label":{"topic":"meals"}}'],
    ['/v1/compile', 'null'],
  ] as const) {
    const headers = { 'content-type': 'application/json', 'x-service-credential': token }
    const response = await fetch(mcp.url + path, { method: 'POST', headers, body: filled(body) })
    expect(response.status, body).toBe(400)
  }
})

describe('tool calls as models send them', () => {
  it.each(TOOL_CALLS.map((call) => [`${call.tool}: ${call.why}`, call] as const))('%s', async (_, call) => {
    const { tool, sent, means, answer, rejected } = call
    const given = await text(tool, sent)
    if (rejected !== undefined) {
      const { ok, error } = JSON.parse(given) as { ok: boolean; error: GivenError }
      expect({ ok, code: error.code }).toEqual({ ok: false, code: rejected[0] })
      const failures = error.failures?.map(({ field, expected }) => `${field}: ${expected}`) ?? []
      expect([error.message, ...failures, error.hint].join('\n')).toContain(rejected[1])
      return
    }
    expect(JSON.parse(given)).toMatchObject({ ok: true, ...answer })
    if (means !== undefined) expect(given).toBe(await text(tool, means))
  })

  it.each(
    TOOL_CALLS.filter(({ rejected }) => rejected === undefined).map(
      (call) => [`${call.tool}: ${call.why}`, call] as const,
    ),
  )('fits the input schema of the tool: %s', (_, { tool, sent }) => {
    const { inputSchema } = tools.get(tool)!.listed
    const given: unknown = JSON.parse(filled(sent))
    // The protocol's schema requires an object, so a value in place of all arguments becomes an empty one.
    expect(ajv.validate(inputSchema, given === null || given === '' ? {} : given), ajv.errorsText()).toBe(true)
  })
})
