/**
 * Carries the pages' calls from HTTP to their router.
 *
 * Promises: a call that another origin's page sent acts without the browser's session, and neither gives nor takes one.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createHTTPHandler } from '@trpc/server/adapters/standalone'
import { UNATTENDED_HEADER } from '../../api/page-headers'
import { Refusal } from '../../api/refusal'
import type { Session } from '../../services/accounts/session'
import { clearedOldCookies } from '../session/cookie-names'
import { isFromOtherOrigin } from '../session/other-origin'
import type { ReadSession } from '../session/read-session'
import type { SealSession } from '../session/seal-session'
import type { TrpcContext } from './context'
import { appRouter } from './router'

export interface TrpcHandlerParts
  extends Pick<TrpcContext, 'service' | 'workbench' | 'platform' | 'modelName' | 'docsUrl'> {
  /** Where the calls are found, with both slashes. */
  readonly basePath: string
  readonly publicUrl: string
  readonly bodyBytes: number
  readonly readSession: ReadSession
  readonly sealSession: SealSession
  readonly addressKey: (request: IncomingMessage) => string
  readonly reportBug: (error: unknown) => void
}

export function createTrpcHandler(parts: TrpcHandlerParts) {
  const { service, workbench, platform, modelName, docsUrl, publicUrl } = parts
  const { sessions } = workbench
  const keepSession = (
    before: Session | null,
    req: IncomingMessage,
    res: ServerResponse,
  ): TrpcContext['keepSession'] => {
    return async (session) => {
      if (isFromOtherOrigin(req, publicUrl)) throw foreignPage(publicUrl)
      if (session === null) await sessions.end(before)
      const origin = { userAgent: req.headers['user-agent'], addressKey: parts.addressKey(req) }
      const sealed = session === null || 'token' in session ? session : await sessions.begin(session, origin, before)
      res.appendHeader('set-cookie', await parts.sealSession(sealed))
    }
  }
  return createHTTPHandler({
    router: appRouter,
    basePath: parts.basePath,
    maxBodySize: parts.bodyBytes,
    createContext: async ({ req, res }): Promise<TrpcContext> => {
      const read = isFromOtherOrigin(req, publicUrl) ? null : await parts.readSession(req.headers.cookie)
      const session = read && { ...read, isUnattended: req.headers[UNATTENDED_HEADER] === '1' }
      for (const cleared of clearedOldCookies(req.headers.cookie, publicUrl)) res.appendHeader('set-cookie', cleared)
      return {
        service,
        workbench,
        platform,
        modelName,
        docsUrl,
        addressKey: parts.addressKey(req),
        session,
        keepSession: keepSession(session, req, res),
      }
    },
    onError: ({ error }) => {
      if (error.code === 'INTERNAL_SERVER_ERROR') parts.reportBug(error)
    },
  })
}

function foreignPage(publicUrl: string): Refusal {
  return new Refusal(
    'CREDENTIAL_SCOPE',
    `This page was opened under another address than the deployment's own. Open ${publicUrl} and sign in there.`,
  )
}
