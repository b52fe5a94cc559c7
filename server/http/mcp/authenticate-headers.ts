/**
 * An unknown caller gets CREDENTIAL_INVALID with the address of the metadata (RFC 6750, RFC 9728), never
 * CREDENTIAL_REQUIRED (public/docs/api.md, "Get a credential").
 */
import type { IncomingHttpHeaders } from 'node:http'
import { CREDENTIAL_HEADER } from '../../api/openapi/openapi'
import { Refusal } from '../../api/refusal'
import type { Caller } from '../../services/calls/caller'
import type { Service } from '../../services/create-service'
import type { AgentTokens } from '../oauth/agent-tokens'

export interface CallerDependencies {
  readonly verifier: Pick<AgentTokens, 'verify'>
  readonly service: Pick<Service, 'authenticate'>
  /** The caller without a token, if the deployment requires no credentials; otherwise null. */
  readonly openCaller: (() => Caller | Promise<Caller>) | null
  readonly publicUrl: string
}

/** Address of the resource metadata (RFC 9728). */
export function resourceMetadataUrl(publicUrl: string): string {
  return `${publicUrl}/.well-known/oauth-protected-resource/mcp`
}

/**
 * An empty header counts as absent; clients send it if their variable is not set.
 * @throws Refusal CREDENTIAL_INVALID; BAD_REQUEST if both headers are sent
 */
export async function authenticateHeaders(
  dependencies: CallerDependencies,
  headers: IncomingHttpHeaders,
): Promise<Caller> {
  const { authorization, [CREDENTIAL_HEADER]: credential } = headers
  if (credential === undefined || credential === '') return authenticateBearer(dependencies, authorization)
  if (authorization !== undefined && authorization !== '')
    throw new Refusal(
      'BAD_REQUEST',
      `Both Authorization and ${CREDENTIAL_HEADER} were sent. Send one: an access token in the first, or a credential in the second.`,
    )
  try {
    return await dependencies.service.authenticate(String(credential))
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) throw unauthenticatedRefusal(dependencies, error.message)
    throw error
  }
}

/** @throws Refusal CREDENTIAL_INVALID */
async function authenticateBearer(
  dependencies: CallerDependencies,
  authorization: string | undefined,
): Promise<Caller> {
  if (authorization === undefined || authorization === '') {
    if (dependencies.openCaller !== null) return dependencies.openCaller()
    throw unauthenticatedRefusal(
      dependencies,
      `No access token was sent. The header WWW-Authenticate names where a client learns how to get one. A client without OAuth sends a credential in the header ${CREDENTIAL_HEADER}.`,
    )
  }
  const token = /^bearer +([\w\-.~+/]+=*) *$/i.exec(authorization)?.[1]
  if (token === undefined)
    throw invalidTokenRefusal(dependencies, 'The header Authorization must be of the form "Bearer" and a token.')
  try {
    const caller = await dependencies.verifier.verify(token)
    if (caller !== null) return caller
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) throw invalidTokenRefusal(dependencies, error.message)
    throw error
  }
  throw invalidTokenRefusal(
    dependencies,
    'This access token is unknown here, expired, revoked or meant for another service.',
  )
}

function invalidTokenRefusal(dependencies: CallerDependencies, message: string): Refusal {
  return unauthenticatedRefusal(
    dependencies,
    message,
    `error="invalid_token", error_description="${quotableText(message)}", `,
  )
}

function unauthenticatedRefusal({ publicUrl }: CallerDependencies, message: string, error = ''): Refusal {
  const challenge = `Bearer ${error}resource_metadata="${resourceMetadataUrl(publicUrl)}"`
  return new Refusal('CREDENTIAL_INVALID', message, {}, { headers: { 'www-authenticate': challenge } })
}

/** Replaces characters that RFC 6750 forbids in a description. */
function quotableText(text: string): string {
  return text.replace(/[^\x20-\x7e]|["\\]/g, "'")
}
