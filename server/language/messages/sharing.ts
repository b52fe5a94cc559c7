import { errorMessage } from './diagnostic'

const UNSHARED = {
  declare: 'a claim',
  'declare-group': 'a claim',
  let: 'a let',
  report: 'a reported value',
  assert: 'an assertion',
  'month-end': 'month_end',
} as const

/** Statements of a ruleset that no library can have. */
export type Unshared = keyof typeof UNSHARED

/** Messages about libraries of language 1.4. */
export const SHARING = {
  'library-name': errorMessage(
    () =>
      'The word use is followed by the name under which the library is saved, in quotation marks, as in use "house/people". A name has letters, digits, spaces, dots, hyphens, underscores and slashes.',
  ),
  'library-hash': errorMessage(
    (actual: string) =>
      `The name of a library is followed by the hash of its lines: sha256: and 64 characters from 0 to 9 and a to f. Found ${actual}. Insert the library from the page Libraries, which writes it.`,
  ),
  'expected-library': errorMessage((word: 'use' | 'library', actual: string) =>
    word === 'use'
      ? `Expected the lines of the library in braces, but found ${actual}. Insert the library from the page Libraries, which writes them.`
      : `Expected the shared statements in braces, as in library { condition is_large(x) = x > 75 "USD"; }; but found ${actual}.`,
  ),
  'nested-library': errorMessage(
    () => 'No library can hold another one. Write this outside the braces, in front of what needs it.',
  ),
  'empty-library': errorMessage(
    () =>
      'This library shares nothing. Write a statement between its braces, as in condition is_large(x) = x > 75 "USD";',
  ),
  'not-shared': errorMessage(
    (what: Unshared) =>
      `A library cannot share ${UNSHARED[what]}. Write it outside the braces, in front of the library.`,
  ),
  'library-annotation': errorMessage(
    (tag: string) => `@${tag} describes a claim, and a library has none. Write it outside the braces, above the claim.`,
  ),
  'repeated-library': errorMessage(
    (line: number) => `This text already has a library, on line ${line}. Move these statements into its braces.`,
  ),
  'repeated-use': errorMessage(
    (name: string, line: number) => `The library "${name}" is already used on line ${line}. Remove one of the two.`,
  ),
  'library-changed': errorMessage(
    (name: string) =>
      `These are not the lines of the library "${name}" with this hash: a character, a line or the hash was changed. Insert the library again, or make the statements the ruleset's own, without use … { and its }.`,
  ),
  'library-misfit': errorMessage(
    (name: string, reason: string) =>
      `The library "${name}" does not fit this ruleset. ${reason} The lines of a library stay as they are: change what stands outside them, or make them the ruleset's own, without use … { and its }.`,
  ),
} as const
