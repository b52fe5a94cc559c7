/** Signs in at the suite's outside provider like a browser over HTTP, with one fault in the identity token. */
import { type OAuth2Server, OAuth2Server as Provider } from 'oauth2-mock-server'
import { deployment, newAddress } from './deployment'

export interface ProviderJourney {
  readonly sub?: string
  /** Replaces members of the identity token. */
  readonly claims?: Readonly<Record<string, unknown>>
  readonly unsigned?: boolean
  readonly otherKey?: boolean
}

export interface Arrival {
  /** Cookie header of the session, or null. */
  readonly session: string | null
  readonly location: string
  /** Values of all cookies in the browser. */
  readonly cookies: readonly string[]
}

/** @param next path of the page that begins the sign-in */
export async function comeBack(provider: OAuth2Server, next: string, journey: ProviderJourney): Promise<Arrival> {
  const { listensAt, publicUrl } = deployment
  const address = newAddress()
  const jar = new Map<string, string>()
  const send = async (path: string, form?: Readonly<Record<string, string>>) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(listensAt + path, {
      headers: { ...address, cookie, origin: publicUrl },
      redirect: 'manual',
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return answer
  }
  const { csrfToken } = (await (await send('/api/auth/csrf')).json()) as { csrfToken: string }
  const sent = await send('/api/auth/signin/oidc', { csrfToken, callbackUrl: next, json: 'true' })
  if (sent.status !== 200) throw new Error('the provider cannot be reached')
  const { url } = (await sent.json()) as { url: string }
  if (new URL(url, publicUrl).origin === publicUrl) throw new Error('the provider cannot be reached')
  const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '')
  const spoil = await spoiler(journey)
  const claims = { email: `${journey.sub}@example.org`, name: 'Pat Provider', ...journey.claims }
  const beforeSigning = (token: { payload: Record<string, unknown> }) =>
    void Object.assign(token.payload, { sub: journey.sub ?? 'pat', ...claims })
  const beforeResponse = ({ body }: { body: unknown }) => {
    const tokens = body as { id_token?: string }
    if (typeof tokens.id_token === 'string') tokens.id_token = spoil(tokens.id_token)
  }
  provider.service.on('beforeTokenSigning', beforeSigning as never)
  provider.service.on('beforeResponse', beforeResponse as never)
  try {
    const arrived = await send(back.pathname + back.search)
    const session = [...jar].find(([name, value]) => name.endsWith('touchstone.session') && value !== '')
    return {
      session: session === undefined ? null : session.join('='),
      location: arrived.headers.get('location') ?? '',
      cookies: [...jar.values()],
    }
  } finally {
    provider.service.off('beforeTokenSigning', beforeSigning as never)
    provider.service.off('beforeResponse', beforeResponse as never)
  }
}

async function spoiler({ unsigned = false, otherKey = false }: ProviderJourney): Promise<(token: string) => string> {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  if (unsigned) return (token) => `${part({ alg: 'none' })}.${token.split('.')[1]}.`
  if (!otherKey) return (token) => token
  const stranger = new Provider()
  await stranger.issuer.keys.generate('RS256')
  stranger.issuer.url = 'http://127.0.0.1:1'
  const foreign = await stranger.issuer.buildToken()
  // Signs with an unpublished key under the header of a published one.
  return (token) => [...token.split('.').slice(0, 2), foreign.split('.')[2]].join('.')
}
