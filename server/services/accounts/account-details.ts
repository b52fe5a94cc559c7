/** As NIST 800-63B advises, no rule demands kinds of characters in a password. */
import { type FieldFailure, Refusal } from '../../api/refusal'
import { findPasswordProblem, type PersonalWords } from './password-strength'

export interface AccountDetails {
  readonly name: string
  readonly email: string
  readonly password: string
}

export const MIN_PASSWORD_CHARS = 12
export const MAX_PASSWORD_CHARS = 200
export const MAX_NAME_CHARS = 100
export const MAX_EMAIL_CHARS = 254
const HARD_TO_GUESS = 'a password that is hard to guess, such as four or five words that do not belong together'

/** @throws Refusal BAD_REQUEST with one failure for each entry */
export async function readAccountDetails(given: AccountDetails): Promise<AccountDetails> {
  const name = readName(given.name)
  const email = normalEmail(given.email)
  const failures = [
    ...nameFailures('name', name, 'your name as it is printed under what you sign'),
    ...emailFailures(email),
    ...(await passwordFailures(given.password, { name, email })),
  ]
  refuseFailures(failures)
  return { name, email, password: given.password }
}

export function refuseFailures(failures: readonly FieldFailure[]): void {
  if (failures.length === 0) return
  throw new Refusal('BAD_REQUEST', 'Some entries are not valid. They are marked.', { failures })
}

/** Returns the name in NFC, with single spaces. */
export function readName(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ')
}

export function nameFailures(field: string, name: string, expected: string): FieldFailure[] {
  if (name === '') return [{ field, expected, received: 'nothing' }]
  if ([...name].length > MAX_NAME_CHARS)
    return [{ field, expected: `at most ${MAX_NAME_CHARS} characters`, received: `${[...name].length} characters` }]
  // Such characters make one name look like another.
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}<>]/u.test(name))
    return [{ field, expected: 'letters, signs and spaces', received: 'a character that cannot be printed, or < or >' }]
  return []
}

/** Addresses that differ only in case are one account. */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** @param email in normal form */
export function emailFailures(email: string): FieldFailure[] {
  const fine = email.length <= MAX_EMAIL_CHARS && /^[^\s@<>\p{Cc}\p{Cf}]+@[^\s@<>\p{Cc}\p{Cf}]+$/u.test(email)
  return fine
    ? []
    : [{ field: 'email', expected: 'an e-mail address', received: email === '' ? 'nothing' : 'another text' }]
}

/** @param person whose name and address must not make up the password */
export async function passwordFailures(password: string, person: PersonalWords): Promise<FieldFailure[]> {
  const length = [...password].length
  const field = 'password'
  if (length < MIN_PASSWORD_CHARS || length > MAX_PASSWORD_CHARS)
    return [
      {
        field,
        expected: `${MIN_PASSWORD_CHARS} to ${MAX_PASSWORD_CHARS} characters`,
        received: `${length} characters`,
      },
    ]
  const problem = await findPasswordProblem(password, person)
  return problem === null ? [] : [{ field, expected: HARD_TO_GUESS, received: problem }]
}
