/**
 * Gets an agent's access token the way an agent does: registers a client, has a person's browser consent with a
 * credential, and exchanges the code.
 */
import { AgentClient, tokensOf } from './agent-client'

/** @returns an access token for the MCP door of the server, with the rights of the credential */
export async function authorizeAgent(server: { readonly url: string }, credential: string): Promise<string> {
  const agent = await AgentClient.register(server)
  return (await tokensOf(agent.exchange(await agent.authorize(credential)))).access_token
}
