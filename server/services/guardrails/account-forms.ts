/**
 * The forms of what an administrator writes of service accounts and groups.
 *
 * Promises: every entry that cannot stand is named at once, with what is expected.
 */
import type { FieldFailure } from '../../api/refusal'
import { nameFailures } from '../accounts/account-details'

export const USERNAME = /^[a-z0-9._-]{3,64}$/
/** A group stands in a header and in tokens: printable ASCII, with single spaces inside. */
const GROUP_NAME = /^[!-~]+( [!-~]+)*$/
const LONGEST_GROUP_NAME = 64
const LONGEST_DESCRIPTION = 500
/** Characters of what was written that a refusal repeats. */
const LONGEST_TOLD = 100

export function usernameFailures(username: string): FieldFailure[] {
  if (USERNAME.test(username)) return []
  const expected = '3 to 64 of the characters a to z, 0 to 9, dot, hyphen and underscore'
  return [{ field: 'username', expected, received: told(username) }]
}

export function groupNameFailures(name: string): FieldFailure[] {
  if (name.length <= LONGEST_GROUP_NAME && GROUP_NAME.test(name)) return []
  const expected = `1 to ${LONGEST_GROUP_NAME} letters, digits and signs of ASCII, with single spaces between words`
  return [{ field: 'name', expected, received: told(name) }]
}

export function descriptionFailures(description: string): FieldFailure[] {
  const length = [...description].length
  if (length > LONGEST_DESCRIPTION)
    return [
      { field: 'description', expected: `at most ${LONGEST_DESCRIPTION} characters`, received: `${length} characters` },
    ]
  return /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.test(description)
    ? [{ field: 'description', expected: 'text on one line', received: 'a character that cannot be printed' }]
    : []
}

export function secretFailures(label: string, expiresAt: Date | null, now: Date): FieldFailure[] {
  const failures = nameFailures('label', label, 'words by which people know the secret')
  if (expiresAt !== null && expiresAt <= now)
    failures.push({ field: 'expiresAt', expected: 'a moment in the future', received: expiresAt.toISOString() })
  return failures
}

function told(text: string): string {
  if (text === '') return 'nothing'
  const length = [...text].length
  return length > LONGEST_TOLD ? `${length} characters` : `the string ${JSON.stringify(text)}`
}
