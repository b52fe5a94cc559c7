/**
 * When a person is asked: every time, whatever was granted before.
 *
 * Promises: no authorisation passes without an answer on the consent page, because the answer names the credential that
 * the agent will act with.
 */
import { interactionPolicy } from 'oidc-provider'

export function consentPrompts(): interactionPolicy.Prompt[] {
  const { Check, Prompt } = interactionPolicy
  const asked = new Check('not_asked_yet', 'the user was not asked yet', 'consent_required', ({ oidc }) =>
    oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  )
  // A client may name either; both are answered by the one page.
  return [new Prompt({ name: 'login', requestable: true }), new Prompt({ name: 'consent', requestable: true }, asked)]
}
