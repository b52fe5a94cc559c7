/** Approvals that a namespace reserves for people are refused over REST and MCP with the signing address. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStoreForCommand } from '../../database/open-store-for-command'
import { silentLog } from '../../database/testing/fresh-database'
import { registerAgent, rpcAnswer, toolCall } from '../../http/oauth/testing/agent-client'
import type { RunningServer } from '../running-server'
import { sharedServer } from '../shared-server'
import { WireSide } from './wire-side'

interface Answer {
  readonly ok: boolean
  readonly approvals?: readonly object[]
  readonly error?: { readonly code: string; readonly message: string }
}

let server: RunningServer
let authorize: Awaited<ReturnType<typeof registerAgent>>
beforeAll(async () => {
  server = await sharedServer()
  authorize = await registerAgent(server)
})
afterAll(async () => {
  await server.stop()
  expect(server.log()).toBe('')
})

/** Makes a namespace with a ruleset, and functions that approve it over REST and MCP. */
async function approvers(name: string) {
  const side = await WireSide.open(server, authorize, name)
  const body = { source: 'declare a as boolean;\nassert x { a };\n' }
  const post = { method: 'POST', contentType: 'application/json' }
  const compiled = await side.rest({ ...post, path: '/v1/compile', body }, 'full')
  const { ruleset_hash: hash } = (await compiled.json()) as { ruleset_hash: string }
  const request = { ruleset_hash: hash, approver: 'Ann' }
  return {
    hash,
    byProgram: async () => {
      const answer = await side.rest({ ...post, path: '/v1/approvals', body: request }, 'full')
      return { status: answer.status, answer: (await answer.json()) as Answer }
    },
    byAgent: async () => {
      const response = await side.mcp(toolCall('record_approval', JSON.stringify(request)), 'full')
      const { result } = (await rpcAnswer(response)) as { result: { isError?: boolean; structuredContent: Answer } }
      return { isError: result.isError === true, answer: result.structuredContent }
    },
  }
}

/** Works like `npm run credential -- account`, next to the running server. */
async function decide(
  name: string,
  change: { readonly peopleApprove?: boolean; readonly unsignedApprovals?: boolean },
) {
  const store = await openStoreForCommand({ databaseUrl: null, dataDir: server.dataDir, log: silentLog })
  try {
    const [namespace] = await store.findNamespaces(name)
    await store.setAccount(namespace!.id, change, { actor: 'operator', at: new Date() })
  } finally {
    await store.close()
  }
}

it('an agent approves nothing if the namespace demands a person, and programs still do', async () => {
  const { hash, byProgram, byAgent } = await approvers('people approve')
  expect(await byAgent()).toMatchObject({ isError: false, answer: { ok: true } })
  await decide('people approve', { peopleApprove: true })
  await expect.poll(async () => (await byAgent()).isError, { timeout: 5_000 }).toBe(true)
  expect(await byAgent()).toMatchObject({
    isError: true,
    answer: { error: { code: 'CREDENTIAL_SCOPE', message: expect.stringMatching(signHere(hash)) } },
  })
  expect(await byProgram()).toMatchObject({ status: 200, answer: { ok: true } })
})

it('no approval without a signature if the namespace demands one, by REST or by MCP', {
  tags: ['nightly'],
}, async () => {
  const { hash, byProgram, byAgent } = await approvers('signed only')
  await decide('signed only', { unsignedApprovals: false })
  await expect.poll(async () => (await byProgram()).status, { timeout: 5_000 }).toBe(403)
  const { approvals } = await recorded(hash)
  const refused = { error: { code: 'CREDENTIAL_SCOPE', message: expect.stringMatching(signHere(hash)) } }
  expect(await byProgram()).toMatchObject({ status: 403, answer: refused })
  expect(await byAgent()).toMatchObject({ isError: true, answer: refused })
  expect(await recorded(hash)).toEqual({ approvals })
})

const signHere = (hash: string) => new RegExp(`https?://\\S+/approve/${hash}$`)

/** Counts the stored approvals of the bytes by any approver. */
async function recorded(hash: string): Promise<{ readonly approvals: number }> {
  const store = await openStoreForCommand({ databaseUrl: null, dataDir: server.dataDir, log: silentLog })
  try {
    const [namespace] = await store.findNamespaces('signed only')
    return { approvals: (await store.listApprovals(namespace!.id, hash, new Date())).length }
  } finally {
    await store.close()
  }
}
