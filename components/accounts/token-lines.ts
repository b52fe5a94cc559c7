/** Lines for a terminal by which a program gets a token, and uses it. */
import type { SecretKind } from './account-answers'

export interface TokenLinesOf {
  /** Of the deployment, without a slash at its end. */
  readonly origin: string
  readonly username: string
  readonly kind: SecretKind
  readonly clientId: string
  readonly group: string
  /** Null: a place to put it in is left. */
  readonly secret: string | null
}

export function tokenLines({ origin, username, kind, clientId, group, secret }: TokenLinesOf): string {
  const given = secret ?? (kind === 'api_key' ? '<API_KEY>' : '<SERVICE_TOKEN>')
  if (kind === 'service_token')
    return [
      `curl -s ${quoted(`${origin}/client-api/auth/token`)} \\`,
      `  --data-urlencode ${quoted(`username=${username}`)} \\`,
      `  --data-urlencode ${quoted(`service_token=${given}`)}`,
    ].join('\n')
  return [
    `curl -s ${quoted(`${origin}/application/o/token/`)} \\`,
    "  -d 'grant_type=client_credentials' \\",
    `  --data-urlencode ${quoted(`client_id=${clientId}`)} \\`,
    `  --data-urlencode ${quoted(`username=${username}`)} \\`,
    `  --data-urlencode ${quoted(`password=${given}`)} \\`,
    "  --data-urlencode 'scope=openid profile email'",
    '',
    `curl -s ${quoted(`${origin}/api/v1/projects`)} \\`,
    "  -H 'Authorization: Bearer <ACCESS_TOKEN>' \\",
    `  -H ${quoted(`X-Service-Active-Group: ${group}`)}`,
  ].join('\n')
}

/** As one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
