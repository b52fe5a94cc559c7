/** An OAuth client with single steps, so that a test can take a wrong one. */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ConsentBrowser, type Page } from './consent-browser'

const metadata = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string(),
  revocation_endpoint: z.string(),
})
const registered = z.looseObject({ client_id: z.string() })
const granted = z.looseObject({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  scope: z.string(),
})

export type Tokens = z.output<typeof granted>

export interface Question {
  readonly browser: ConsentBrowser
  readonly page: Page
  readonly verifier: string
}

export interface Answered {
  readonly back: URL
  readonly code: string
  readonly verifier: string
}

type Fields = Readonly<Record<string, string>>

export const REDIRECT = 'http://127.0.0.1:1/callback'

export class AgentClient {
  private constructor(
    private readonly server: { readonly url: string },
    private readonly endpoints: z.output<typeof metadata>,
    readonly clientId: string,
  ) {}

  static async register(server: { readonly url: string }, client: object = {}): Promise<AgentClient> {
    const endpoints = metadata.parse(await readSuccess(fetch(`${server.url}/.well-known/oauth-authorization-server`)))
    const description = { client_name: 'Test agent', redirect_uris: [REDIRECT], ...client }
    const answer = fetch(endpointAt(server, endpoints.registration_endpoint), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(description),
    })
    return new AgentClient(server, endpoints, registered.parse(await readSuccess(answer)).client_id)
  }

  /** Continues with another process of the deployment. */
  before(server: { readonly url: string }): AgentClient {
    return new AgentClient(server, this.endpoints, this.clientId)
  }

  get resource(): string {
    return `${this.endpoints.issuer}/mcp`
  }

  /** Leaves out empty `parameters`. */
  async ask(parameters: Fields = {}, headers: Fields = {}): Promise<Question> {
    const verifier = randomBytes(32).toString('base64url')
    const fields = Object.entries({
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: REDIRECT,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: this.resource,
      state: 'a state',
      ...parameters,
    }).filter(([, value]) => value !== '')
    const address = new URL(this.endpoints.authorization_endpoint)
    address.search = new URLSearchParams(fields).toString()
    const browser = new ConsentBrowser(this.endpoints.issuer, this.server.url, undefined, headers)
    return { browser, page: await browser.open(address), verifier }
  }

  /** Asks, then allows with a credential. */
  async authorize(credential: string, parameters: Fields = {}, headers: Fields = {}): Promise<Answered> {
    return this.allow(await this.ask(parameters, headers), credential)
  }

  async allow({ browser, page, verifier }: Question, credential: string): Promise<Answered> {
    const decision = await browser.submit(page, { answer: 'use_credential', credential })
    const { url: back } = await browser.submit(decision, { answer: 'allow' })
    const code = back.searchParams.get('code')
    if (code === null) throw new Error(`no code came back: the browser is at ${back.href}`)
    return { back, code, verifier }
  }

  /** Adds the client's id. */
  token(fields: Fields): Promise<Response> {
    return this.post(this.endpoints.token_endpoint, fields)
  }

  exchange({ code, verifier }: Pick<Answered, 'code' | 'verifier'>, fields: Fields = {}): Promise<Response> {
    return this.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
      ...fields,
    })
  }

  refresh(refreshToken: string): Promise<Response> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken })
  }

  revoke(token: string): Promise<Response> {
    return this.post(this.endpoints.revocation_endpoint, { token })
  }

  private post(endpoint: string, fields: Fields): Promise<Response> {
    const body = new URLSearchParams({ client_id: this.clientId, ...fields })
    return fetch(endpointAt(this.server, endpoint), { method: 'POST', body })
  }
}

/** @throws if the answer grants nothing */
export async function tokensOf(answer: Promise<Response>): Promise<Tokens> {
  return granted.parse(await readSuccess(answer))
}

function endpointAt({ url }: { readonly url: string }, endpoint: string): URL {
  return new URL(new URL(endpoint).pathname, url)
}

async function readSuccess(answer: Promise<Response>): Promise<unknown> {
  const response = await answer
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}'

export function callOauth({ url }: { readonly url: string }, token: string, body: string = LIST): Promise<Response> {
  return fetch(`${url}/mcp`, { method: 'POST', headers: { ...RPC_HEADERS, authorization: `Bearer ${token}` }, body })
}

/** Waits until cached tokens and credentials are looked up again. */
export function untilForgotten(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_000))
}

/** Uses `argumentsText` verbatim. */
export function toolCall(name: string, argumentsText: string, id = 1): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${argumentsText}}}`
}

export const RPC_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** Reads a JSON body, or the only event of a stream. */
export async function rpcAnswer(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text()
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return JSON.parse(text) as Record<string, unknown>
  const events = text.split('\n').filter((line) => line.startsWith('data: '))
  if (events.length !== 1) throw new Error(`one event was expected: ${text}`)
  return JSON.parse(events[0]!.slice('data: '.length)) as Record<string, unknown>
}

type At = { readonly url: string }

/**
 * Registers a client once, like an agent.
 * @param server trusts this computer as a proxy (TRUSTED_PROXIES), so that each person has another address and no
 * address reaches the limit of tries
 * @returns a function that gets an MCP access token, after a person's browser has consented with the credential
 */
export async function registerAgent(server: At): Promise<(server: At, credential: string) => Promise<string>> {
  const agent = await AgentClient.register(server)
  let people = 0
  return async (_, credential) => {
    const address = `10.0.${people >> 8}.${people & 255}`
    people++
    const answered = await agent.authorize(credential, {}, { 'x-forwarded-for': address })
    return (await tokensOf(agent.exchange(answered))).access_token
  }
}
