/** The name under which the own account is kept. */
export const ACCOUNT_KEY = ['account'] as const
