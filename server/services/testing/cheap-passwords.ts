import type { PasswordCost } from '../accounts/password'

/** For tests that make many people: a thirtieth of what a deployment spends on a password. */
export const CHEAP_PASSWORDS: PasswordCost = { n: 2 ** 11, r: 8, p: 1 }
