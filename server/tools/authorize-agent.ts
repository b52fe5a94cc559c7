/**
 * Gets an agent's access token the way an agent does: registers a client, has a person's browser consent with a
 * credential, and exchanges the code.
 */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ConsentBrowser } from './consent-browser'

const metadata = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string(),
})
const registered = z.looseObject({ client_id: z.string() })
const granted = z.looseObject({ access_token: z.string(), refresh_token: z.string() })

const REDIRECT = 'http://127.0.0.1:1/callback'

/** @returns an access token for the MCP door of the server, with the rights of the credential */
export async function authorizeAgent({ url }: { readonly url: string }, credential: string): Promise<string> {
  const server = metadata.parse(await json(fetch(`${url}/.well-known/oauth-authorization-server`)))
  // The server may go by another address than the one it is reached at here.
  const at = (endpoint: string) => new URL(new URL(endpoint).pathname, url)
  const client = registered.parse(
    await json(
      fetch(at(server.registration_endpoint), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: 'Test agent', redirect_uris: [REDIRECT] }),
      }),
    ),
  )
  const verifier = randomBytes(32).toString('base64url')
  const question = new URL(server.authorization_endpoint)
  question.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${server.issuer}/mcp`,
  }).toString()
  const browser = new ConsentBrowser(server.issuer, url)
  const asked = await browser.open(question)
  const decision = await browser.submit(asked, { answer: 'use_credential', credential })
  const back = await browser.submit(decision, { answer: 'allow' })
  const code = back.url.searchParams.get('code')
  if (code === null) throw new Error(`no code came back; the browser is at ${back.url.origin}${back.url.pathname}`)
  const exchange = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: verifier }
  const body = new URLSearchParams({ ...exchange, client_id: client.client_id })
  return granted.parse(await json(fetch(at(server.token_endpoint), { method: 'POST', body }))).access_token
}

async function json(answer: Promise<Response>): Promise<unknown> {
  const response = await answer
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
