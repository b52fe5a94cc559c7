/**
 * One call of the MCP door with an access token.
 */
import { RPC_HEADERS } from '../../mcp/testing/rpc'

const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}'

export function callOauth({ url }: { readonly url: string }, token: string, body: string = LIST): Promise<Response> {
  return fetch(`${url}/mcp`, { method: 'POST', headers: { ...RPC_HEADERS, authorization: `Bearer ${token}` }, body })
}

/** Waits longer than anything known of a token or a credential is used again. */
export function untilForgotten(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_000))
}
