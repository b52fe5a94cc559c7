/** The guard of MCP servers over HTTP; a test says who a token is. */
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Caller } from '../../../services/calls/caller'
import type { GuardSteps } from '../../../services/guardrails/guards/testing/guard-steps'
import { createMcpGuardHandler } from '../guard-handler'
import { originRule } from '../origins'

export function guardFront(steps: GuardSteps, callerOf: (token: string | undefined) => Caller): HttpServer {
  const guard = createMcpGuardHandler({
    servers: steps.platform.servers,
    service: { authenticate: async (token) => callerOf(token) },
    verifier: { verify: async (token) => callerOf(token) },
    openCaller: null,
    origins: originRule('https://rules.example.org', []),
    ...{ publicUrl: 'https://rules.example.org', docsUrl: 'https://rules.example.org/docs', bodyBytes: 100_000 },
    addressKey: () => 'test',
    reportBug: (error) => {
      throw error
    },
  })
  return createServer((request, response) => {
    const [, server = ''] = /^\/guard\/([^/]+)\/mcp/.exec(request.url ?? '') ?? []
    void guard(request, response, server)
  })
}

/** @returns its address */
export async function listen(server: HttpServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function close(server: HttpServer): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
