/**
 * Makes one group, one `policy_rules` guardrail and one service account, and sends plain HTTP, because `fetch` would
 * load the measured machine.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { guardrailRequest } from '../../../api/schemas/guardrail'
import { DEFAULT_BUDGETS } from '../../../config/budgets'
import type { Store } from '../../../database/store'
import { type Caller, callerWithoutCredential } from '../../../services/calls/caller'
import { createServiceAccounts } from '../../../services/guardrails/machine-accounts/service-accounts'
import { createTargets } from '../../../services/guardrails/platform'
import type { RunningServer } from '../../running-server'

export interface PlatformSubject {
  readonly targetId: string
  readonly rulesetHash: string
  /** For /v1 in the group's namespace. */
  readonly credential: string
  /** For the client endpoints. */
  readonly token: string
}

export type Post = (
  path: string,
  body: string,
  headers: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly text: string }>

const JSON_TYPE = { 'content-type': 'application/json' }

export function poster(url: string, connections: number): Post {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(url)
  return (path, body, headers) =>
    new Promise((resolve, reject) => {
      const all = { ...headers, 'content-length': Buffer.byteLength(body) }
      const sending = httpRequest({ agent, hostname, port, path, method: 'POST', headers: all }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      sending.on('error', reject)
      sending.end(body)
    })
}

export async function makeSubject(server: RunningServer, store: Store, source: string): Promise<PlatformSubject> {
  const namespaceId = randomUUID()
  const dependencies = { store, now: () => new Date(), newId: randomUUID, randomBytes }
  await store.ensureNamespace({ id: namespaceId, displayName: 'bench', at: new Date() })
  const credential = await server.issueCredential({ namespace: namespaceId })
  const post = poster(server.url, 1)
  const headers = { ...JSON_TYPE, 'x-service-credential': credential }
  const compiled = await post('/v1/compile', JSON.stringify({ source }), headers)
  const { ruleset_hash: rulesetHash } = JSON.parse(compiled.text) as { ruleset_hash: string }

  const caller: Caller = {
    ...callerWithoutCredential('open', namespaceId),
    grade: 'person',
    label: 'Bench <bench@example.org>',
    person: { id: randomUUID(), name: 'Bench', email: 'bench@example.org', roles: ['administrator', 'author'] },
  }
  const targets = createTargets({ ...dependencies, changesOf: async () => () => [], limits: DEFAULT_BUDGETS })
  const { id: projectId } = await targets.addProject(caller, { name: 'bench', description: '' })
  const input = { name: 'bench', type: 'policy_rules', configuration: { ruleset_hash: rulesetHash } }
  const { id: targetId } = await targets.addGuardrail(caller, projectId, guardrailRequest.parse(input))
  const accounts = createServiceAccounts(dependencies)
  await accounts.view(caller)
  const username = `bench-${randomUUID().slice(0, 8)}`
  const { id } = await accounts.add(caller, { username, description: '' })
  const { secret } = await accounts.issueSecret(caller, id, { kind: 'service_token', label: 'bench', expiresAt: null })
  const form = new URLSearchParams({ username, service_token: secret }).toString()
  const issued = await post('/client-api/auth/token', form, { 'content-type': 'application/x-www-form-urlencoded' })
  const { token } = JSON.parse(issued.text) as { token: string }
  return { targetId, rulesetHash, credential, token }
}

/** The answer is a claim dictionary, so no model is asked. */
export function frameText(traceId: string, topic: string, claims: string): string {
  const entailment_frame = { C: [], Q: null, A: claims, P: [], E: null }
  return JSON.stringify({ trace_id: traceId, response_topic: [topic], entailment_frame })
}

export function sendFrame(
  post: Post,
  { targetId, token }: PlatformSubject,
  text: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const all = { ...JSON_TYPE, authorization: `Bearer ${token}`, ...headers }
  return post(`/client-api/bus/send?target_id=${targetId}`, text, all)
}

export function check(post: Post, { rulesetHash, credential }: PlatformSubject, claims: string) {
  const headers = { ...JSON_TYPE, 'x-service-credential': credential }
  return post('/v1/check', `{"claims":${claims},"ruleset_hash":"${rulesetHash}"}`, headers)
}
