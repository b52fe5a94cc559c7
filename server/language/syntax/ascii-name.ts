/**
 * Suggests an ASCII name for a name with hyphens, blanks, points or letters of other scripts. German, Nordic, Cyrillic
 * and Greek letters are transcribed as usual in their languages; other marks are dropped. Other scripts have no
 * suggestion.
 */
import { wordsOf } from './words'

const LATIN: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'oe',
  å: 'aa',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

const CYRILLIC_FROM = 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ'
const CYRILLIC_TO = 'a b v g d e e zh z i i k l m n o p r s t u f kh ts ch sh shch  y  e yu ya i yi ye g'.split(' ')
const GREEK_FROM = 'αβγδεζηθικλμνξοπρσςτυφχψω'
const GREEK_TO = 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'.split(' ')

const LETTERS = new Map<string, string>(Object.entries(LATIN))
for (const [i, letter] of [...CYRILLIC_FROM].entries()) LETTERS.set(letter, CYRILLIC_TO[i] ?? '')
for (const [i, letter] of [...GREEK_FROM].entries()) LETTERS.set(letter, GREEK_TO[i] ?? '')

/** Returns null if there is no such name, or if it is a word of the language. */
export function asciiName(written: string): string | null {
  const letters = [...written.normalize('NFC')].map(asciiLetter).join('')
  const joined = letters.replace(/[^A-Za-z0-9_]+/g, '_').replace(/_+$/, '')
  const name = /^\d/.test(joined) ? `_${joined}` : joined
  if (!/[A-Za-z0-9]/.test(name) || wordsOf('1.4').reserved.has(name)) return null
  return hasUnknownLetter(written) ? null : name
}

function asciiLetter(letter: string): string {
  const small = letter.toLowerCase()
  const known = LETTERS.get(small) ?? LETTERS.get(withoutMarks(small))
  if (known === undefined) return withoutMarks(letter)
  return small === letter ? known : known.charAt(0).toUpperCase() + known.slice(1)
}

function withoutMarks(letter: string): string {
  return letter.normalize('NFKD').replace(/\p{M}/gu, '')
}

function hasUnknownLetter(written: string): boolean {
  return [...written.normalize('NFC')].some((letter) => {
    const plain = withoutMarks(letter.toLowerCase())
    return (
      /[\p{L}\p{N}]/u.test(letter) && !LETTERS.has(letter.toLowerCase()) && !LETTERS.has(plain) && !/^\w+$/.test(plain)
    )
  })
}
