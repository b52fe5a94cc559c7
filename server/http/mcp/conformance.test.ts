/**
 * Runs the official MCP conformance suite against a real server, for every protocol revision and the authorisation
 * server.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, type RunningServer } from '../../testing/running-server'
import { sharedServer } from '../../testing/shared-server'
import { AgentClient, tokensOf } from '../oauth/testing/agent-client'
import { ConsentBrowser } from '../oauth/testing/consent-browser'
import {
  AUTHORIZATION_NOT_FOLLOWED,
  type Exception,
  NOT_APPLICABLE,
  NOT_FOLLOWED,
} from './testing/conformance-exceptions'
import { type BearerProxy, runSuite, type SuiteCheck, startBearerProxy } from './testing/conformance-suite'

const EARLIER = ['2025-06-18', '2025-11-25'] as const
const NEWEST = '2026-07-28'

let server: RunningServer
let credential: string
let token: string
let proxy: BearerProxy
beforeAll(async () => {
  server = await sharedServer()
  credential = await server.issueCredential()
  const agent = await AgentClient.register(server)
  token = (await tokensOf(agent.exchange(await agent.authorize(credential)))).access_token
  proxy = await startBearerProxy(server.url, token)
})
afterAll(async () => {
  await proxy.stop()
  await server.stop()
  expect(server.log()).toBe('')
})

function describedCheck({ scenario, id, errorMessage }: SuiteCheck): string {
  return `${scenario}: ${id}: ${errorMessage}`
}

function exceptionOf({ scenario, errorMessage }: SuiteCheck): Exception | undefined {
  return NOT_APPLICABLE.find(({ scenarios, error }) => scenarios.includes(scenario) && error.test(errorMessage ?? ''))
}

describe('the MCP endpoint', () => {
  const met = new Set<string>()
  const notFollowed = new Set<string>()

  const meets = async (revision: string) => {
    const args = ['server', '--url', `${proxy.url}/mcp`, '--suite', 'all', '--spec-version', revision]
    const checks = await runSuite(args)
    const failed = checks.filter(({ status }) => status === 'FAILURE')
    expect(failed.filter((check) => exceptionOf(check) === undefined).map(describedCheck)).toEqual([])
    const failing = new Set(failed.map(({ scenario }) => scenario))
    const ran = new Set(checks.map(({ scenario }) => scenario))
    const passed = [...ran].filter((scenario) => !failing.has(scenario))
    const listed = new Set(NOT_APPLICABLE.flatMap(({ scenarios }) => scenarios))
    expect(passed.filter((scenario) => listed.has(scenario))).toEqual([])
    expect(passed.length).toBeGreaterThanOrEqual(revision === '2025-06-18' ? 6 : 8)
    for (const scenario of failing) met.add(scenario)
    for (const { status, id } of checks) if (status === 'WARNING') notFollowed.add(id)
  }

  it.each(EARLIER)('passes every applicable check in revision %s', { tags: ['nightly'] }, meets)

  it(`passes every applicable check in revision ${NEWEST}`, { tags: ['repeated'] }, () => meets(NEWEST))

  it('lists no exception that the suite has dropped', { tags: ['nightly'] }, () => {
    expect([...met].sort()).toEqual(NOT_APPLICABLE.flatMap(({ scenarios }) => scenarios).sort())
    expect([...notFollowed].sort()).toEqual(Object.keys(NOT_FOLLOWED).sort())
  })

  it('declares no capability whose scenarios do not apply', async () => {
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    const client = new Client({ name: 'conformance', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }))
    const { completions, logging, resources } = client.getServerCapabilities() ?? {}
    expect([completions, logging, resources?.subscribe ?? undefined]).toEqual([undefined, undefined, undefined])
    const { tools } = await client.listTools()
    expect(tools.filter(({ name }) => name.startsWith('test_'))).toEqual([])
    await client.close()
  })
})

describe('the authorisation server', () => {
  it('passes every check', async () => {
    const port = await freePort()
    const callback = `http://127.0.0.1:${port}/callback`
    const { clientId } = await AgentClient.register(server, { redirect_uris: [callback] })
    const visits: Promise<unknown>[] = []
    const args = ['authorization', '--url', server.url, '--client-id', clientId]
    const checks = await runSuite([...args, '--resource', `${server.url}/mcp`, '--port', String(port)], (text) => {
      const question = /^http\S+\/oauth\/authorize\?\S+$/m.exec(text)?.[0]
      if (question !== undefined) visits.push(consent(question))
    })
    await Promise.all(visits)
    expect(checks.map(({ scenario }) => scenario)).toContain('authorization-code-grant')
    const wrong = checks.filter(({ status, id }) => status !== 'SUCCESS' && !(id in AUTHORIZATION_NOT_FOLLOWED))
    expect(wrong.map(describedCheck)).toEqual([])
    expect(checks.filter(({ status }) => status === 'WARNING').map(({ id }) => id)).toEqual(
      Object.keys(AUTHORIZATION_NOT_FOLLOWED),
    )
  })

  /** Gives consent in a browser, which the suite asks a person to do. */
  async function consent(question: string): Promise<void> {
    const browser = new ConsentBrowser(server.url)
    const page = await browser.open(question)
    const decision = await browser.submit(page, { answer: 'use_credential', credential })
    const { url } = await browser.submit(decision, { answer: 'allow' })
    await fetch(url)
  }
})
