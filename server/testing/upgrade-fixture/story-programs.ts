import { z } from 'zod'
import { AgentClient, registerAgent, tokensOf } from '../../http/oauth/testing/agent-client'
import type { RunningServer } from '../running-server'
import type { FixtureManifest } from './fixture-manifest'
import type { StoryMember } from './story-member'

const hashed = z.looseObject({ ruleset_hash: z.string() })
const called = z.looseObject({ result: z.looseObject({ isError: z.boolean().optional() }) })

/** Lets a person allow an agent in the browser; the agent then gives up its access. */
export async function allowAndRevokeAgent(server: RunningServer, person: StoryMember): Promise<void> {
  const agent = await AgentClient.register(server)
  const { browser, page, verifier } = await agent.ask({}, { cookie: person.page.cookieHeader })
  const shownAs = /name="as" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const { url } = await browser.submit(page, { answer: 'allow', as: shownAs })
  const code = url.searchParams.get('code')
  if (code === null) throw new Error(`the agent was not allowed: the browser is at ${url.href}`)
  const { refresh_token } = await tokensOf(agent.exchange({ code, verifier }))
  const answer = await agent.revoke(refresh_token)
  if (!answer.ok) throw new Error(`the agent was not revoked: ${answer.status}`)
}

export class StoryProgram {
  constructor(
    private readonly server: RunningServer,
    readonly token: string,
  ) {}

  async post(path: string, body: unknown): Promise<string> {
    const answer = await fetch(this.server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-credential': this.token },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return text
  }

  /** @returns the hash */
  async save(request: Readonly<Record<string, unknown>>): Promise<string> {
    return hashed.parse(JSON.parse(await this.post('/v1/rulesets', request))).ruleset_hash
  }

  /** @returns the hash */
  async compile(source: string): Promise<string> {
    return hashed.parse(JSON.parse(await this.post('/v1/compile', { source }))).ruleset_hash
  }

  /** @param request JSON text, to keep the digits of numbers */
  async check(request: string): Promise<FixtureManifest['checks'][number]> {
    return { credential: this.token, request, answer: await this.post('/v1/check', request) }
  }

  /** Calls as an agent that a person allowed to use this credential. */
  async callTool(name: string, args: Readonly<Record<string, unknown>>): Promise<void> {
    const authorize = await registerAgent(this.server)
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
    const answer = await fetch(`${this.server.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${await authorize(this.server, this.token)}`,
      },
      body: JSON.stringify(message),
    })
    const text = await answer.text()
    const data = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '')
    if (!answer.ok || called.parse(JSON.parse(data)).result.isError === true) throw new Error(`${name}: ${text}`)
  }
}
