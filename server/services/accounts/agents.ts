/**
 * The caller behind an agent's authorisation: a credential, or a person in a namespace.
 *
 * Promises: a person's membership, roles and account are read from the store on every call, so an agent has the present
 * rights of its person. It has none once the person is no member, is disabled, or ended all sessions after allowing it.
 * An agent never signs: the operations that agents are given hold no signature.
 */
import { Refusal } from '../../api/refusal'
import type { PeopleVerbs } from '../../database/accounts/people'
import type { NotedEventVerbs } from '../../database/signing/append-log'
import { type Caller, personLabel } from '../access/caller'
import { personCaller } from './people'

export interface AgentsDependencies {
  readonly store: Pick<PeopleVerbs, 'findMember'> & NotedEventVerbs
  readonly now: () => Date
  /** @throws Refusal CREDENTIAL_INVALID */
  readonly authenticateById: (credentialId: string) => Caller | Promise<Caller>
}

export interface Agents {
  /** The account under which a person's agents act from now on, in the namespace that the person acts in. */
  accountOf(caller: Caller): string
  /**
   * Records in the namespace's log that a person allowed an agent, or that the permission ended.
   * @param account of {@link accountOf}; nothing is recorded for a credential's, which is no person's act
   */
  noteConsent(kind: 'agent_allowed' | 'agent_revoked', account: string, clientId: string): Promise<void>
  /**
   * @param account of {@link accountOf}, or the id of a credential
   * @throws Refusal CREDENTIAL_INVALID where no person and no credential is behind it any more
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
