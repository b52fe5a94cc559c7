/**
 * A signed-in person who calls the interface of the pages with the session's cookie. Refusals are thrown as errors with
 * code and message.
 */
import { randomBytes } from 'node:crypto'
import { openStoreForCommand } from '../database/open-store-for-command'
import { silentLog } from '../database/testing/fresh-database'
import { issueSetupLink } from '../services/accounts/setup'
import type { RunningServer } from './running-server'

export class PageClient {
  private constructor(
    private readonly server: Pick<RunningServer, 'url'>,
    private readonly cookie: string,
  ) {}

  /** Makes a new person with every role in a new namespace, by a one-time link of the operator. */
  static async setUp(
    server: Pick<RunningServer, 'url' | 'dataDir'>,
    who: { readonly name: string; readonly email: string; readonly password: string; readonly namespaceName: string },
  ): Promise<PageClient> {
    const store = await openStoreForCommand({ databaseUrl: null, dataDir: server.dataDir, log: silentLog })
    const dependencies = { store, now: () => new Date(), randomBytes }
    const token = await issueSetupLink(dependencies, { atStart: false, namespaceId: null }).finally(() => store.close())
    const response = await post(server, 'session.setUp', { token, ...who }, '')
    const cookie = response.headers.getSetCookie().map((each) => each.split(';')[0])
    if (!response.ok) throw new Error(`no account was made: ${await response.text()}`)
    return new PageClient(server, cookie.join('; '))
  }

  async ask(procedure: string, input: unknown): Promise<unknown> {
    const query = `?input=${encodeURIComponent(JSON.stringify(input))}`
    return answerOf(
      await fetch(`${this.server.url}/api/trpc/${procedure}${query}`, { headers: { cookie: this.cookie } }),
    )
  }

  async change(procedure: string, input: unknown): Promise<unknown> {
    return answerOf(await post(this.server, procedure, input, this.cookie))
  }
}

function post({ url }: Pick<RunningServer, 'url'>, procedure: string, input: unknown, cookie: string) {
  return fetch(`${url}/api/trpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(input),
  })
}

async function answerOf(response: Response): Promise<unknown> {
  const answer = (await response.json()) as {
    readonly result?: { readonly data?: unknown }
    readonly error?: { readonly message: string }
  }
  if (answer.error !== undefined) throw new Error(answer.error.message)
  return answer.result?.data
}
