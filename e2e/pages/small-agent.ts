/** A small MCP client that registers, waits for the browser to return, and uses its token. */
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Metadata {
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly registration_endpoint: string
}

const COME_BACK = '<!doctype html><html lang="en"><title>Agent</title><h1>You can close this window</h1></html>'

export class SmallAgent {
  readonly verifier = randomBytes(32).toString('base64url')
  clientId = ''
  private readonly listener: Server
  private came: (query: URLSearchParams) => void = () => {}
  /** The parameters that the browser brings back. */
  readonly back = new Promise<URLSearchParams>((resolve) => {
    this.came = resolve
  })

  private constructor(
    private readonly metadata: Metadata,
    private readonly endpoint: string,
  ) {
    this.listener = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      // Browsers also ask for an icon.
      if (pathname !== '/callback') {
        response.writeHead(204).end()
        return
      }
      response.writeHead(200, { 'content-type': 'text/html' }).end(COME_BACK)
      this.came(searchParams)
    })
  }

  static async start(origin: string, name: string): Promise<SmallAgent> {
    const metadata = (await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json()) as Metadata
    const agent = new SmallAgent(metadata, `${origin}/mcp`)
    await new Promise<void>((resolve) => agent.listener.listen(0, '127.0.0.1', resolve))
    const registered = await fetch(metadata.registration_endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: name,
        client_uri: 'https://agents.example',
        redirect_uris: [agent.redirect],
      }),
    })
    agent.clientId = ((await registered.json()) as { client_id: string }).client_id
    return agent
  }

  get redirect(): string {
    return `http://127.0.0.1:${(this.listener.address() as AddressInfo).port}/callback`
  }

  /** For a person's browser. */
  get question(): string {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.redirect,
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: this.endpoint,
      state: 'e2e',
    })
    return `${this.metadata.authorization_endpoint}?${query}`
  }

  async token(code: string): Promise<string> {
    const answer = await fetch(this.metadata.token_endpoint, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: this.clientId,
        code,
        redirect_uri: this.redirect,
        code_verifier: this.verifier,
      }),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }

  async tools(token: string): Promise<string> {
    const answer = await fetch(this.endpoint, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })
    return answer.text()
  }

  async stop(): Promise<void> {
    this.listener.closeAllConnections()
    await new Promise((resolve) => this.listener.close(resolve))
  }
}
