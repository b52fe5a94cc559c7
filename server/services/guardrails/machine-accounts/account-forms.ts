import type { FieldFailure } from '../../../api/refusal'
import { nameFailures } from '../../accounts/account-details'

export const USERNAME = /^[a-z0-9._-]{3,64}$/
/** A header and tokens contain this name: printable ASCII with single spaces inside. */
const GROUP_NAME = /^[!-~]+( [!-~]+)*$/
const MAX_GROUP_NAME_CHARACTERS = 64
const MAX_DESCRIPTION_CHARACTERS = 500
/** A refusal does not quote longer entries. */
const MAX_QUOTED_CHARACTERS = 100

export function usernameFailures(username: string): FieldFailure[] {
  if (USERNAME.test(username)) return []
  const expected = '3 to 64 of the characters a to z, 0 to 9, dot, hyphen and underscore'
  return [{ field: 'username', expected, received: quoteReceived(username) }]
}

export function groupNameFailures(name: string): FieldFailure[] {
  if (name.length <= MAX_GROUP_NAME_CHARACTERS && GROUP_NAME.test(name)) return []
  const expected = `1 to ${MAX_GROUP_NAME_CHARACTERS} letters, digits and signs of ASCII, with single spaces between words`
  return [{ field: 'name', expected, received: quoteReceived(name) }]
}

export function descriptionFailures(description: string): FieldFailure[] {
  const length = [...description].length
  if (length > MAX_DESCRIPTION_CHARACTERS)
    return [
      {
        field: 'description',
        expected: `at most ${MAX_DESCRIPTION_CHARACTERS} characters`,
        received: `${length} characters`,
      },
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

function quoteReceived(text: string): string {
  if (text === '') return 'nothing'
  const length = [...text].length
  return length > MAX_QUOTED_CHARACTERS ? `${length} characters` : `the string ${JSON.stringify(text)}`
}
