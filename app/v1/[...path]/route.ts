import { runtime } from '@/server/bootstrap/runtime'
import { createWebCarrier } from '@/server/http/rest/web-carrier'

export const dynamic = 'force-dynamic'

/** The REST door, mounted in Next: what server/bootstrap/main.ts answers itself, should a request come this way. */
const carry = (request: Request) => {
  const { restDoor: door, docsUrl, bodyBytes } = runtime()
  return createWebCarrier({ door, docsUrl, bodyBytes })(request)
}

export { carry as DELETE, carry as GET, carry as PATCH, carry as POST, carry as PUT }
