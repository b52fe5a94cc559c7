/** How often one address may do what the authorisation server stores or compares something for. */
export const OAUTH_LIMITS = {
  registrations: { calls: 60, periodMs: 3_600_000 },
  /** Authorisations that begin: each question is stored until it is answered or expires. */
  questions: { calls: 300, periodMs: 600_000 },
  /** Credentials that are pasted at the consent page. */
  credentialTries: { calls: 60, periodMs: 600_000 },
} as const
