/** The callers that random requests come from: two full credentials of two namespaces, a read-only and an evaluation one. */
import type { RunningServer } from '../running-server'

export async function fuzzCredentials(server: RunningServer): Promise<readonly string[]> {
  const response = await fetch(`${server.url}/v1/credentials/evaluation`, { method: 'POST' })
  const { credential } = (await response.json()) as { credential: string }
  return [
    await server.issueCredential({ label: 'fuzz one' }),
    await server.issueCredential({ label: 'fuzz two' }),
    await server.issueCredential({ label: 'fuzz reader', tier: 'read_only' }),
    credential,
  ]
}
