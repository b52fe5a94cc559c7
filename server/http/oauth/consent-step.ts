/**
 * Which step of the consent page is due.
 *
 * Promises: whoever is signed in is asked first; a credential that was pasted is shown with what it may at this moment.
 */
import type { Interaction } from 'oidc-provider'
import type { ConsentQuestion } from '../../api/consent-question'
import { Refusal } from '../../api/refusal'
import type { Agents } from '../../services/accounts/agents'
import { draftOf, isAnswered } from './consent-draft'
import { credentialOf } from './consent-view'
import { accountOffered, type ConsentingPersonParts, consentingPerson } from './consenting-person'

export interface ConsentStepParts extends ConsentingPersonParts {
  readonly agents: Pick<Agents, 'callerBehind'>
}

export async function consentStep(
  parts: ConsentStepParts,
  interaction: Interaction,
  cookieHeader: string | undefined,
): Promise<Pick<ConsentQuestion, 'step' | 'problem'>> {
  if (isAnswered(interaction)) {
    const allowed = interaction.result?.consent !== undefined
    return { step: { kind: 'answered', allowed, next: interaction.returnTo }, problem: null }
  }
  const { credentialId, pasting = false, problem = null } = draftOf(interaction)
  const person = await consentingPerson(parts, cookieHeader)
  const paste = { kind: 'credential', account: accountOffered(person, interaction.uid) } as const
  if (credentialId === undefined)
    return { step: person === null || pasting ? paste : { kind: 'person', person }, problem }
  try {
    const caller = await parts.agents.callerBehind(credentialId)
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
