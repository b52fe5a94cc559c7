/** Answers page calls. A call from another origin's page runs without the browser's session and cannot change it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createHTTPHandler } from '@trpc/server/adapters/standalone'
import { Refusal } from '../../api/refusal'
import { UNATTENDED_HEADER } from '../../api/viewer'
import type { Session } from '../../services/accounts/session'
import { requestIdOf } from '../requests/protective-headers'
import { clearedOldCookies, isFromOtherOrigin } from '../session/cookies'
import type { ReadSession, SealSession } from '../session/session-cookie'
import type { TrpcContext } from './procedures'
import { appRouter } from './router'

export interface TrpcHandlerDependencies
  extends Pick<TrpcContext, 'service' | 'workbench' | 'platform' | 'modelName' | 'docsUrl'> {
  /** With both slashes. */
  readonly basePath: string
  readonly publicUrl: string
  readonly bodyBytes: number
  readonly readSession: ReadSession
  readonly sealSession: SealSession
  readonly addressKey: (request: IncomingMessage) => string
  readonly reportBug: (error: unknown, requestId: string) => void
}

export function createTrpcHandler(dependencies: TrpcHandlerDependencies) {
  const { service, workbench, platform, modelName, docsUrl, publicUrl } = dependencies
  const { sessions } = workbench
  const setSession = (before: Session | null, req: IncomingMessage, res: ServerResponse): TrpcContext['setSession'] => {
    return async (session) => {
      if (isFromOtherOrigin(req, publicUrl)) throw foreignPage(publicUrl)
      if (session === null) await sessions.end(before)
      const origin = { userAgent: req.headers['user-agent'], addressKey: dependencies.addressKey(req) }
      const sealed = session === null || 'token' in session ? session : await sessions.begin(session, origin, before)
      res.appendHeader('set-cookie', await dependencies.sealSession(sealed))
    }
  }
  const options: Omit<Parameters<typeof createHTTPHandler<typeof appRouter>>[0], 'maxBodySize'> = {
    router: appRouter,
    basePath: dependencies.basePath,
    createContext: async ({ req, res }): Promise<TrpcContext> => {
      const read = isFromOtherOrigin(req, publicUrl) ? null : await dependencies.readSession(req.headers.cookie)
      const session = read && { ...read, isUnattended: req.headers[UNATTENDED_HEADER] === '1' }
      for (const cleared of clearedOldCookies(req.headers.cookie, publicUrl)) res.appendHeader('set-cookie', cleared)
      return {
        service,
        workbench,
        platform,
        modelName,
        docsUrl,
        addressKey: dependencies.addressKey(req),
        requestId: requestIdOf(req.headers),
        session,
        setSession: setSession(session, req, res),
      }
    },
    onError: ({ error, req }) => {
      if (error.code === 'INTERNAL_SERVER_ERROR') dependencies.reportBug(error, requestIdOf(req.headers))
    },
  }
  const answerUsual = createHTTPHandler({ ...options, maxBodySize: dependencies.bodyBytes })
  const answerUpload = createHTTPHandler({
    ...options,
    maxBodySize: Math.max(dependencies.bodyBytes, UPLOAD_BODY_BYTES),
  })
  return (req: IncomingMessage, res: ServerResponse) =>
    UPLOADS.test(req.url ?? '') ? answerUpload(req, res) : answerUsual(req, res)
}

/** Calls that carry a file, in base64. */
const UPLOADS = /\/documents\.(add|revise)(\?|$)/
/** A file of 5 MB with a little room, so that the service says that a larger one is too large. */
const UPLOAD_BODY_BYTES = 8_000_000

function foreignPage(publicUrl: string): Refusal {
  return new Refusal(
    'CREDENTIAL_SCOPE',
    `This page was opened under another address than the deployment's own. Open ${publicUrl} and sign in there.`,
  )
}
