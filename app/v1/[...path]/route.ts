import { randomUUID } from 'node:crypto'
import { getRuntime } from '@/server/bootstrap/runtime'
import { createWebHandler } from '@/server/http/rest/web-handler'

export const dynamic = 'force-dynamic'

/** Handles a request that did not reach server/bootstrap/main.ts first. */
const serve = (request: Request) => {
  const { restHandler: handle, bodyBytes } = getRuntime()
  return createWebHandler({ handle, bodyBytes, newRequestId: randomUUID })(request)
}

export { serve as DELETE, serve as GET, serve as PATCH, serve as POST, serve as PUT }
