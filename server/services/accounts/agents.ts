/**
 * An agent has its person's current rights until the person is removed, is disabled or ends all sessions. Agents never
 * sign.
 */
import { Refusal } from '../../api/refusal'
import type { PeopleVerbs } from '../../database/accounts/people'
import type { NotedEventVerbs } from '../../database/log/append-log'
import { type Caller, personLabel } from '../calls/caller'
import { personCaller } from './people'

export interface AgentsDependencies {
  readonly store: Pick<PeopleVerbs, 'findMember'> & NotedEventVerbs
  readonly now: () => Date
  readonly authenticateById: (credentialId: string) => Caller | Promise<Caller>
}

export interface Agents {
  /** Names an account for agents that a person allows now. */
  accountOf(caller: Caller): string
  /** Logs a consent or its end, but not for a credential's account. */
  noteConsent(kind: 'agent_allowed' | 'agent_revoked', account: string, clientId: string): Promise<void>
  /**
   * @param account from {@link accountOf}, or a credential's id
   * @throws Refusal CREDENTIAL_INVALID
   */
  callerBehind(account: string): Caller | Promise<Caller>
}

const PERSON = 'person'

export function createAgents(dependencies: AgentsDependencies): Agents {
  return {
    accountOf: ({ person, namespaceId }) => {
      if (person === null || namespaceId === null) throw new Error('a caller without a person has no account')
      return [PERSON, person.id, namespaceId, dependencies.now().getTime()].join(':')
    },
    noteConsent: async (kind, account, clientId) => {
      const [of, personId, namespaceId] = account.split(':')
      const person = of === PERSON && personId !== undefined ? await dependencies.store.findMember(personId) : null
      if (person === null || namespaceId === undefined) return
      const details = { person: person.id, client: clientId }
      await dependencies.store.noteEvent(namespaceId, dependencies.now(), { kind, actor: personLabel(person), details })
    },
    callerBehind: (account) =>
      account.startsWith(`${PERSON}:`) ? personBehind(dependencies, account) : dependencies.authenticateById(account),
  }
}

async function personBehind({ store }: AgentsDependencies, account: string): Promise<Caller> {
  const [, personId, namespaceId, allowedAt] = account.split(':')
  const person = personId === undefined ? null : await store.findMember(personId)
  if (person === null || person.disabledAt !== null)
    throw noAuthority('The account of the person who allowed this agent is closed.')
  if (person.sessionsFrom.getTime() > Number(allowedAt))
    throw noAuthority('The person who allowed this agent signed out everywhere since. They can allow it again.')
  const membership = person.memberships.find((each) => each.namespaceId === namespaceId)
  if (membership === undefined)
    throw noAuthority('The person who allowed this agent is no longer a member of the namespace.')
  const caller = personCaller(person, membership, null)
  return { ...caller, label: `${caller.label} by an agent` }
}

function noAuthority(message: string): Refusal {
  return new Refusal('CREDENTIAL_INVALID', message)
}
