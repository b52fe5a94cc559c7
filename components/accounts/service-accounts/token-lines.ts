/** Shell commands that get a token for a program and use it. */
import type { SecretKind } from '../settings-answers'

export interface TokenLinesOf {
  /** Origin of the deployment, without a trailing slash. */
  readonly origin: string
  readonly username: string
  readonly kind: SecretKind
  readonly clientId: string
  readonly group: string
  /** If null, the lines contain a placeholder. */
  readonly secret: string | null
}

export function tokenLines({ origin, username, kind, clientId, group, secret }: TokenLinesOf): string {
  const given = secret ?? (kind === 'api_key' ? '<API_KEY>' : '<SERVICE_TOKEN>')
  if (kind === 'service_token')
    return [
      `curl -s ${shellWord(`${origin}/client-api/auth/token`)} \\`,
      `  --data-urlencode ${shellWord(`username=${username}`)} \\`,
      `  --data-urlencode ${shellWord(`service_token=${given}`)}`,
    ].join('\n')
  return [
    `curl -s ${shellWord(`${origin}/application/o/token/`)} \\`,
    "  -d 'grant_type=client_credentials' \\",
    `  --data-urlencode ${shellWord(`client_id=${clientId}`)} \\`,
    `  --data-urlencode ${shellWord(`username=${username}`)} \\`,
    `  --data-urlencode ${shellWord(`password=${given}`)} \\`,
    "  --data-urlencode 'scope=openid profile email'",
    '',
    `curl -s ${shellWord(`${origin}/api/v1/projects`)} \\`,
    "  -H 'Authorization: Bearer <ACCESS_TOKEN>' \\",
    `  -H ${shellWord(`X-Service-Active-Group: ${group}`)}`,
  ].join('\n')
}

/** Quotes the text as one word of a POSIX shell. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
