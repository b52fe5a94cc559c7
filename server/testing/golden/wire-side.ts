/**
 * One of two sets of namespaces for wire cases. Writing cases use REST in one set and MCP in the other, so that both
 * begin in the same state.
 */
import { policySource, requestText, resolvePath, type WireCase, type WireRequest } from './wire-case'

/** A running server and its source of credentials. */
export interface WireServer {
  readonly url: string
  /** Issues a full credential; `namespace` is a name, absent for a new namespace. */
  issueCredential(options?: { namespace?: string; tier?: 'standard' | 'read_only' }): Promise<string>
}

/** Gets an MCP access token for a credential. */
export type Authorize = (server: WireServer, credential: string) => Promise<string>

/** Names of credentials in cases; `own` is a full one in a namespace of only this case. */
export const CREDENTIAL_WORDS = ['evaluation', 'full', 'read_only', 'own'] as const

/** Rulesets in every namespace before the first case. */
const STORED_POLICIES = ['expense-receipts', 'gdpr-breach-notice']

export class WireSide {
  private readonly accessTokens = new Map<string, Promise<string>>()
  /** The id of the last logged check in a `before`. */
  private checkId = ''

  private constructor(
    private readonly server: WireServer,
    private readonly authorize: Authorize,
    private readonly credentials: Map<string, string>,
  ) {}

  static async open(server: WireServer, authorize: Authorize, name: string): Promise<WireSide> {
    const issued = await fetch(`${server.url}/v1/credentials/evaluation`, { method: 'POST' })
    const { credential: evaluation } = (await issued.json()) as { credential: string }
    const full = await server.issueCredential({ namespace: name })
    const readOnly = await server.issueCredential({ namespace: name, tier: 'read_only' })
    const side = new WireSide(server, authorize, new Map(Object.entries({ evaluation, full, read_only: readOnly })))
    for (const credential of ['evaluation', 'full'])
      for (const slug of STORED_POLICIES) {
        const body = { source: policySource(slug) }
        const stored = await side.rest(
          { method: 'POST', path: '/v1/compile', body, contentType: 'application/json' },
          credential,
        )
        if (stored.status !== 200) throw new Error(`${slug} was not stored: ${await stored.text()}`)
      }
    return side
  }

  /** Prepares the namespaces for the case. */
  async prepare(wire: WireCase): Promise<void> {
    if ([wire, ...wire.before].some(({ credential }) => credential === 'own'))
      this.credentials.set('own', await this.server.issueCredential())
    for (const step of wire.before) {
      const answer = await this.rest(step, step.credential ?? wire.credential)
      if (answer.status !== step.status)
        throw new Error(`before: ${step.method} ${step.path} answered ${answer.status}: ${await answer.text()}`)
      this.checkId = answer.headers.get('x-service-check-id') ?? this.checkId
    }
  }

  /** @param credential a word, `none`, or a literal token */
  rest(wire: WireRequest, credential: string): Promise<Response> {
    const body = requestText(wire)
    const token = credential === 'none' ? null : this.tokenOf(credential)
    return fetch(this.server.url + this.withCheckId(resolvePath(wire)), {
      method: wire.method,
      headers: {
        ...(wire.contentType !== null && body !== undefined && { 'content-type': wire.contentType }),
        ...(token !== null && { 'x-service-credential': token }),
      },
      ...(body !== undefined && { body }),
    })
  }

  /** Sends a tools/call message with the access of the credential's owner. */
  async mcp(message: string, credential: string): Promise<Response> {
    const token = this.tokenOf(credential === 'none' ? 'evaluation' : credential)
    const access = this.accessTokens.get(token) ?? this.authorize(this.server, token)
    this.accessTokens.set(token, access)
    return fetch(`${this.server.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${await access}`,
      },
      body: this.withCheckId(message),
    })
  }

  private withCheckId(text: string): string {
    return text.replaceAll('@check-id', this.checkId)
  }

  private tokenOf(credential: string): string {
    return this.credentials.get(credential) ?? credential
  }
}
