/**
 * What the consent page knows of an authorisation between its steps, kept beside the authorisation itself.
 */
import type { Interaction, InteractionResults } from 'oidc-provider'
import { z } from 'zod'

const draft = z.object({
  credentialId: z.string().optional(),
  /** Whoever is signed in would rather paste a credential. */
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
