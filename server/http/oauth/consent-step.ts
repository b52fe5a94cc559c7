/**
 * What the consent page shows: the step that is due, the client, and the account or credential that would consent.
 *
 * Promises: a person who is signed in is asked first, read from the session of the browser each time; a credential that
 * was pasted is shown with its present rights.
 */
import type { Client, Interaction, InteractionResults } from 'oidc-provider'
import { z } from 'zod'
import type {
  ConsentingAccount,
  ConsentingCredential,
  ConsentingPerson,
  ConsentQuestion,
} from '../../api/consent-question'
import { Refusal } from '../../api/refusal'
import type { Caller } from '../../services/access/caller'
import type { Agents } from '../../services/accounts/agents'
import type { People } from '../../services/accounts/people'
import type { ReadSession } from '../session/session-cookie'
import { isLoopback } from './client-registration'
import { CONSENT_PATH } from './public-paths'

/** What the page reads of accounts. */
export interface ConsentAccounts {
  readonly agents: Pick<Agents, 'callerBehind'>
  readonly people: Pick<People, 'viewerOf'>
  readonly readSession: ReadSession
}

/** The step that is due, and why the last try did not succeed. */
export async function consentStep(
  accounts: ConsentAccounts,
  interaction: Interaction,
  cookieHeader: string | undefined,
): Promise<Pick<ConsentQuestion, 'step' | 'problem'>> {
  if (isAnswered(interaction)) {
    const allowed = interaction.result?.consent !== undefined
    return { step: { kind: 'answered', allowed, next: interaction.returnTo }, problem: null }
  }
  const { credentialId, pasting = false, problem = null } = draftOf(interaction)
  const person = await consentingPerson(accounts, cookieHeader)
  const paste = { kind: 'credential', account: accountOffered(person, interaction.uid) } as const
  if (credentialId === undefined)
    return { step: person === null || pasting ? paste : { kind: 'person', person }, problem }
  try {
    const caller = await accounts.agents.callerBehind(credentialId)
    return { step: { kind: 'decision', credential: credentialOf(caller) }, problem }
  } catch (error) {
    return { step: paste, problem: reasonOf(error) }
  }
}

/** The words of a refusal; anything else is a bug. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  throw error
}

/** State of the page between its steps, stored beside the authorisation itself. */
const draft = z.object({
  credentialId: z.string().optional(),
  /** The person who is signed in chose to paste a credential. */
  pasting: z.boolean().optional(),
  problem: z.string().optional(),
})

/** The credential that was named and not yet used, and why the last try did not succeed. */
export type ConsentDraft = z.output<typeof draft>

/** Whether the person decided: the library's own members say so. */
export function isAnswered({ result }: Interaction): boolean {
  return result?.consent !== undefined || result?.error !== undefined
}

export function withDraft(value: ConsentDraft): InteractionResults {
  return { draft: value }
}

export function draftOf({ result }: Interaction): ConsentDraft {
  return result?.draft === undefined ? {} : draft.parse(result.draft)
}

/** Null where no member of a namespace is signed in. */
async function consentingPerson(
  { people, readSession }: ConsentAccounts,
  cookieHeader: string | undefined,
): Promise<ConsentingPerson | null> {
  const viewer = await people.viewerOf(await readSession(cookieHeader))
  if (viewer === null) return null
  const { person, namespace, permissions } = viewer
  const { name, email } = person
  return { as: `${person.id}:${namespace.id}`, name, email, namespace: namespace.name, permissions }
}

/** The account offered beside a credential. */
function accountOffered(person: ConsentingPerson | null, uid: string): ConsentingAccount {
  if (person !== null) return { name: person.name }
  return { signIn: `/sign-in?next=${encodeURIComponent(`${CONSENT_PATH}/${uid}`)}` }
}

/** @param redirectUri where the answer goes; it was held against the client's registration */
export function partiesOf(client: Client, redirectUri: string): Pick<ConsentQuestion, 'client' | 'returnsTo'> {
  const target = new URL(redirectUri)
  return {
    client: { name: shown(client.clientName) ?? target.host, site: hostOf(client.clientUri) },
    returnsTo: { host: target.host, thisComputer: isLoopback(target) },
  }
}

function credentialOf({ label, grade, tier, caps, expiresAt }: Caller): ConsentingCredential {
  if (grade !== 'evaluation' && grade !== 'full') throw new Error(`a caller of grade ${grade} holds no credential`)
  return {
    label,
    grade,
    tier,
    callsPerDay: caps.perDay,
    callsTotal: caps.total,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

/** Without characters that could make a name look like another part of the page; null where nothing is left. */
function shown(name: string | undefined): string | null {
  const plain = name?.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim() ?? ''
  return plain === '' ? null : plain
}

function hostOf(address: string | undefined): string | null {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : null
}
