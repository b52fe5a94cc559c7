/**
 * A signed-in browser that makes page calls over HTTP. A session that an answer replaces (another namespace or
 * password) applies to the next call. Refusals are thrown with their message.
 */
import type { RunningServer } from '../running-server'

export class PageSession {
  private cookies = new Map<string, string>()

  constructor(private readonly server: Pick<RunningServer, 'url'>) {}

  async ask(procedure: string, input?: unknown): Promise<unknown> {
    const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
    return this.call(procedure, `${this.server.url}/api/trpc/${procedure}${query}`, {})
  }

  async change(procedure: string, input?: unknown): Promise<unknown> {
    return this.call(procedure, `${this.server.url}/api/trpc/${procedure}`, {
      method: 'POST',
      body: JSON.stringify(input ?? null),
    })
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  private async call(procedure: string, address: string, request: RequestInit): Promise<unknown> {
    const cookie = this.cookieHeader
    const answer = await fetch(address, { ...request, headers: { 'content-type': 'application/json', cookie } })
    for (const line of answer.headers.getSetCookie()) this.store(line)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${procedure}: ${answer.status} ${text}`)
    return (JSON.parse(text) as { readonly result: { readonly data?: unknown } }).result.data
  }

  private store(line: string): void {
    const [pair = ''] = line.split(';')
    const separator = pair.indexOf('=')
    this.cookies.set(pair.slice(0, separator), pair.slice(separator + 1))
  }
}
