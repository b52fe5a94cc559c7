/**
 * Whether the outside provider's metadata is that of the provider which the deployment names.
 *
 * Promises: metadata that names another issuer is refused before a code or a secret goes to the addresses in it (OpenID
 * Connect Discovery, 4.3). A final slash makes no other issuer.
 */
import { z } from 'zod'

const METADATA = z.object({ issuer: z.string() })
const TIMEOUT_MS = 10_000

/** @throws Error where the provider does not answer, or is another one */
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
