import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseCookie } from 'cookie'
import type { NextApiRequest, NextApiResponse } from 'next'
import * as imported from 'next-auth'
import { z } from 'zod'
import { requestIdOf } from '../requests/protective-headers'
import { readBody } from '../requests/read-body'
import { clearedOldCookies } from './cookies'
import { type ProviderOptionsDependencies, providerOptions } from './provider-options'
import { PROVIDER_PATH } from './return-path'

const MAX_FORM_BYTES = 10_000
/** A page may demand new proof of identity. */
const PASSED_ON = new Set(['prompt', 'max_age'])

// The package is CommonJS, so its function is at `default.default`.
const answer = (imported.default as unknown as typeof imported).default

/** The library sends a browser to these after a failed step. */
const FAILED = new Set(['GET signin', 'GET error'])

type Step = readonly ['csrf'] | readonly ['signin' | 'callback', 'oidc']

const FAILED_PAGE = '/sign-in?problem=provider'

const STEPS: ReadonlyMap<string, Step> = new Map<string, Step>([
  ['GET csrf', ['csrf']],
  ['POST signin/oidc', ['signin', 'oidc']],
  ['GET callback/oidc', ['callback', 'oidc']],
])

export interface ProviderHandlerDependencies extends ProviderOptionsDependencies {
  readonly addressKey: (request: IncomingMessage) => string
}

export function createProviderHandler(dependencies: ProviderHandlerDependencies) {
  const originOf = (request: IncomingMessage) => {
    return { userAgent: request.headers['user-agent'], addressKey: dependencies.addressKey(request) }
  }
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const reportBug = (error: unknown) => dependencies.reportBug(error, requestIdOf(request.headers))
    try {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://own.invalid')
      const path = `${request.method} ${pathname.slice(PROVIDER_PATH.length)}`
      const step = STEPS.get(path)
      if (step === undefined) {
        if (FAILED.has(path)) response.writeHead(302, { location: FAILED_PAGE }).end()
        else response.writeHead(404).end()
        return
      }
      const old = clearedOldCookies(request.headers.cookie, dependencies.deployment.publicUrl)
      if (old.length > 0) response.setHeader('set-cookie', old)
      const posted = request.method === 'POST' ? await readBody(request, MAX_FORM_BYTES) : new Uint8Array()
      if (posted === null) return
      if (step[0] !== 'csrf') await demandOwnIssuer(dependencies.provider.issuer)
      const given = [...searchParams].filter(([name]) => step[0] !== 'signin' || PASSED_ON.has(name))
      const cookies = parseCookie(request.headers.cookie ?? '')
      const nextRequest = Object.assign(Object.create(request), {
        query: { ...Object.fromEntries(given), nextauth: [...step] },
        cookies,
        body: Object.fromEntries(new URLSearchParams(Buffer.from(posted).toString())),
        headers: request.headers,
        method: request.method,
      }) as NextApiRequest
      await answer(
        nextRequest,
        toNextResponse(response),
        providerOptions({ ...dependencies, reportBug }, request.headers.cookie, originOf(request)),
      )
    } catch (error) {
      reportBug(error)
      if (!response.headersSent) response.writeHead(302, { location: FAILED_PAGE })
      response.end()
    }
  }
}

/** The members of Next's response that next-auth uses. */
function toNextResponse(response: ServerResponse): NextApiResponse {
  const reply = Object.assign(response, {
    status: (code: number) => {
      response.statusCode = code
      return reply
    },
    json: (value: unknown) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(value))
    },
    send: (body: unknown) => {
      response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body))
    },
  }) as unknown as NextApiResponse
  return reply
}

const METADATA = z.object({ issuer: z.string() })
const TIMEOUT_MS = 10_000

/**
 * Prevents a code or secret from going to another issuer (OpenID Connect Discovery, 4.3). Ignores a final slash.
 * @throws Error if the provider does not answer or names another issuer
 */
export async function demandOwnIssuer(issuer: string): Promise<void> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`the provider ${issuer} answers ${answer.status} where its metadata is looked for`)
  const named = METADATA.parse(await answer.json()).issuer
  if (named.replace(/\/+$/, '') !== issuer) throw new Error(`the metadata of ${issuer} is of the issuer ${named}`)
}
