/** Failures of a dictionary in words about the cells of a table. */

import { isInvisible } from '../../language/syntax/characters'
import type { Failure } from '../claims/binding'
import { quoteShort } from '../claims/received'
import type { RecordField } from './record-fields'

const TRUTH = /^(?:1|0|y|n|t|f|x|on|off|ja|nein|oui|non|si|s\u00ed|wahr|falsch)$/i

const TO_CELLS: readonly (readonly [from: string, to: string])[] = [
  ['a JSON boolean: true or false', 'yes or no'],
  ['a JSON string: ', ''],
  ['a JSON string of ', ''],
  ['; send true without quotes', ''],
  ['; send false without quotes', ''],
]

/** @param cell as in the file */
export function cellFailure({ field, expected }: Failure, of: RecordField, cell: string): Failure {
  let words = wordsOfGroup(of) ?? expected
  for (const [from, to] of TO_CELLS) words = words.replace(from, to)
  words = words
    .replace(
      /, or (?:null|"unknown") where it cannot be determined(?: \("unknown" is a member here\))?/,
      unknownEnding(of),
    )
    .replace('send "unknown" where the claim cannot be determined', unknownHint(of))
  return { field, expected: withHint(words, hintOf(of, cell)), received: quoteShort(cell) }
}

/** Describes the column of a list or a record that may be absent. */
function wordsOfGroup({ kind, upTo }: RecordField): string | null {
  if (kind === 'given') return 'yes or no, for whether there is one, or an empty cell where it cannot be determined'
  if (kind !== 'count' || upTo === null) return null
  return `the number of entries, from 0 to ${upTo}, or an empty cell where it cannot be determined`
}

/** An empty cell is unknown unless it has a code. */
function unknownEnding({ blank, texts }: RecordField): string {
  if (blank === null) return ', or an empty cell where it cannot be determined'
  return texts.includes('unknown') ? '' : ', or unknown where it cannot be determined'
}

function unknownHint({ blank }: RecordField): string {
  return blank === null
    ? 'leave the cell empty where the claim cannot be determined'
    : 'write unknown where the claim cannot be determined'
}

function hintOf({ kind }: RecordField, cell: string): string | null {
  const unseen = [...cell].find(isUnseen)
  if (unseen !== undefined) return `remove the character ${codeOf(unseen)}, which is not seen`
  if ((kind === 'boolean' || kind === 'given') && TRUTH.test(cell.trim())) return 'write yes or no in full'
  if (cell.startsWith('=')) return 'write the value of the formula'
  return null
}

/** Whether people cannot see the character: control characters, invisible ones, and blanks other than a space. */
function isUnseen(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return code < 32 || isInvisible(code) || (code !== 32 && /[\p{Zs}\u2028\u2029]/u.test(character))
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function withHint(words: string, hint: string | null): string {
  return hint === null ? words : `${words}; ${hint}`
}
