import { runtime } from '@/server/bootstrap/runtime'
import { createWebHandler } from '@/server/http/rest/web-handler'

export const dynamic = 'force-dynamic'

/** The REST door, mounted in Next: what server/bootstrap/main.ts answers itself, should a request come this way. */
const carry = (request: Request) => {
  const { restHandler: door, docsUrl, bodyBytes } = runtime()
  return createWebHandler({ door, docsUrl, bodyBytes })(request)
}

export { carry as DELETE, carry as GET, carry as PATCH, carry as POST, carry as PUT }
