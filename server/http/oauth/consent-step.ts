/** The session is read for each step, and a pasted credential is shown with its current rights. */
import type { Client, Interaction, InteractionResults } from 'oidc-provider'
import { z } from 'zod'
import type {
  ConsentingAccount,
  ConsentingCredential,
  ConsentingPerson,
  ConsentQuestion,
} from '../../api/consent-question'
import { Refusal } from '../../api/refusal'
import type { Agents } from '../../services/accounts/agents'
import type { People } from '../../services/accounts/people'
import type { Caller } from '../../services/calls/caller'
import type { ReadSession } from '../session/session-cookie'
import { isLoopback } from './client-registration'
import { CONSENT_PATH } from './public-paths'

export interface ConsentAccounts {
  readonly agents: Pick<Agents, 'callerBehind'>
  readonly people: Pick<People, 'viewerOf'>
  readonly readSession: ReadSession
}

/** Returns the next step, and why the last try failed. */
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

/** Rethrows errors that are not refusals. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  throw error
}

/** Stored with the authorisation. */
const draft = z.object({
  credentialId: z.string().optional(),
  /** The signed-in person chose to paste a credential. */
  pasting: z.boolean().optional(),
  problem: z.string().optional(),
})

export type ConsentDraft = z.output<typeof draft>

/** Whether the library's own members say that the question was answered. */
export function isAnswered({ result }: Interaction): boolean {
  return result?.consent !== undefined || result?.error !== undefined
}

export function withDraft(value: ConsentDraft): InteractionResults {
  return { draft: value }
}

export function draftOf({ result }: Interaction): ConsentDraft {
  return result?.draft === undefined ? {} : draft.parse(result.draft)
}

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

/** The alternative to a credential. */
function accountOffered(person: ConsentingPerson | null, uid: string): ConsentingAccount {
  if (person !== null) return { name: person.name }
  return { signIn: `/sign-in?next=${encodeURIComponent(`${CONSENT_PATH}/${uid}`)}` }
}

/** @param redirectUri already checked against the registration */
export function partiesOf(client: Client, redirectUri: string): Pick<ConsentQuestion, 'client' | 'returnsTo'> {
  const target = new URL(redirectUri)
  return {
    client: { name: shownName(client.clientName) ?? target.host, site: hostOf(client.clientUri) },
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

/** Removes characters that could disguise a name; null if nothing is left. */
function shownName(name: string | undefined): string | null {
  const plain = name?.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim() ?? ''
  return plain === '' ? null : plain
}

function hostOf(address: string | undefined): string | null {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : null
}
