/** Makes a group with a guardrail that needs no language model, and an account that may send frames to it. */

import { randomBytes, randomUUID } from 'node:crypto'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import type { DatabaseAddresses } from '../../database/client/database'
import { openStore } from '../../database/store'
import { silentLog } from '../../database/testing/fresh-database'
import { type Caller, callerWithoutCredential } from '../../services/calls/caller'
import { createServiceAccounts } from '../../services/guardrails/machine-accounts/service-accounts'
import { createTargets } from '../../services/guardrails/platform'
import type { RunningServer } from '../running-server'

export interface FrameTarget {
  readonly id: string
  readonly namespaceId: string
  readonly username: string
  readonly serviceToken: string
}

export const EXPENSES = `version 1.3;
// @ask amount How much was spent, tax included?
// @unit amount USD
declare amount as numeric;
// @ask has_receipt Is a receipt attached?
declare has_receipt as boolean;
// Anything above 75 dollars needs a receipt.
assert receipt_attached { Implies(amount > 75 "USD", has_receipt) };
`

/** Answers are decided at once, or by a solver if the claims are unknown. */
export const SUMS = `version 1.3;
declare fare as numeric;
declare fee as numeric;
declare fare_limit as numeric;
declare fee_limit as numeric;
assert sums { Implies(And(fare < fare_limit, fee < fee_limit), fare + fee < fare_limit + fee_limit) };
`

/** Correct answers under {@link SUMS}: the first is decided at once, the second is queued for a solver. */
const GOOD_ANSWERS = [
  { fare: 20, fee: 2, fare_limit: 30, fee_limit: 3 },
  { fare: null, fee: null, fare_limit: null, fee_limit: null },
].map((claims) => JSON.stringify(claims))

export function goodAnswer(index: number): string {
  return GOOD_ANSWERS[index % GOOD_ANSWERS.length]!
}

/** @param rules source of the guardrail's ruleset */
export async function makeFrameTarget(
  server: RunningServer,
  { url, ownerUrl }: DatabaseAddresses,
  rules: string,
): Promise<FrameTarget> {
  const store = await openStore({ url, ownerUrl, log: silentLog, connections: 2 })
  try {
    const namespaceId = randomUUID()
    const now = () => new Date()
    await store.ensureNamespace({ id: namespaceId, displayName: 'Frames', at: now() })
    const credential = await server.issueCredential({ namespace: namespaceId })
    const caller = administrator(namespaceId)
    const targets = createTargets({
      store,
      changesOf: async () => () => [],
      limits: DEFAULT_BUDGETS,
      now,
      newId: randomUUID,
    })
    const accounts = createServiceAccounts({ store, now, newId: randomUUID, randomBytes })
    const project = await targets.addProject(caller, { name: 'Under test', description: '' })
    const guardrail = await targets.addGuardrail(caller, project.id, {
      name: 'Expenses',
      type: 'policy_rules',
      configuration: { ruleset_hash: await compile(server.url, credential, rules), extraction_runs: 1, model: null },
    })
    const username = `robot-${randomUUID()}`
    const account = await accounts.add(caller, { username, description: '' })
    const input = { kind: 'service_token', label: 'under test', expiresAt: null } as const
    const { secret } = await accounts.issueSecret(caller, account.id, input)
    return { id: guardrail.id, namespaceId, username, serviceToken: secret }
  } finally {
    await store.close()
  }
}

function administrator(namespaceId: string): Caller {
  const person = {
    id: randomUUID(),
    name: 'Ada',
    email: 'ada@example.org',
    roles: ['author', 'administrator'],
  } as const
  return { ...callerWithoutCredential('open', namespaceId), grade: 'person', person, label: 'Ada <ada@example.org>' }
}

async function compile(url: string, credential: string, source: string): Promise<string> {
  const answer = await fetch(`${url}/v1/compile`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-credential': credential },
    body: JSON.stringify({ source }),
  })
  const { ruleset_hash: hash } = (await answer.json()) as { ruleset_hash?: string }
  if (hash === undefined) throw new Error(`the ruleset was not compiled: ${answer.status}`)
  return hash
}
