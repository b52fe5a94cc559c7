/**
 * Carries the pages' calls from HTTP to their router.
 *
 * Promises: a call that another origin's page sent acts without the browser's session, and neither gives nor takes one.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createHTTPHandler } from '@trpc/server/adapters/standalone'
import { Refusal } from '../../contract/refusal'
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
  const keepSession = (foreign: boolean, res: ServerResponse): TrpcContext['keepSession'] => {
    return async (session) => {
      if (foreign) throw foreignPage(publicUrl)
      res.appendHeader('set-cookie', await parts.sealSession(session))
    }
  }
  return createHTTPHandler({
    router: appRouter,
    basePath: parts.basePath,
    maxBodySize: parts.bodyBytes,
    createContext: async ({ req, res }): Promise<TrpcContext> => {
      const foreign = isFromOtherOrigin(req, publicUrl)
      return {
        service,
        workbench,
        platform,
        modelName,
        docsUrl,
        addressKey: parts.addressKey(req),
        session: foreign ? null : await parts.readSession(req.headers.cookie),
        keepSession: keepSession(foreign, res),
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
