/** Limits per address. */
export const OAUTH_LIMITS = {
  registrations: { calls: 60, periodMs: 3_600_000 },
  /** Each question is stored until it is answered or expires. */
  questions: { calls: 300, periodMs: 600_000 },
  /** Credentials pasted on the consent page. */
  credentialTries: { calls: 60, periodMs: 600_000 },
} as const
