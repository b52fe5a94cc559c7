import { AgentClient, tokensOf } from '../http/oauth/testing/agent-client'

type At = { readonly url: string }

/**
 * Registers a client once, like an agent.
 * @param server trusts this computer as a proxy (TRUSTED_PROXIES), so that each person has another address and no
 * address reaches the limit of tries
 * @returns a function that gets an MCP access token, after a person's browser has consented with the credential
 */
export async function registerAgent(server: At): Promise<(server: At, credential: string) => Promise<string>> {
  const agent = await AgentClient.register(server)
  let people = 0
  return async (_, credential) => {
    const address = `10.0.${people >> 8}.${people & 255}`
    people++
    const answered = await agent.authorize(credential, {}, { 'x-forwarded-for': address })
    return (await tokensOf(agent.exchange(answered))).access_token
  }
}
