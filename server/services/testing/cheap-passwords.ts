import type { PasswordCost } from '../accounts/password'

/** Costs a thirtieth of a deployment's password hash, for tests with many people. */
export const CHEAP_PASSWORDS: PasswordCost = { n: 2 ** 11, r: 8, p: 1 }
