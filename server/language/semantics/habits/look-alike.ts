/** Cyrillic and Greek letters that look like Latin ones. */
const DRAWN_LIKE: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  һ: 'h',
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
  І: 'I',
  Ј: 'J',
  Ѕ: 'S',
  ο: 'o',
  ν: 'v',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
}

/** Texts with the same result look the same. */
export function lookOf(text: string): string {
  return [...text.normalize('NFKC')]
    .map((character) => DRAWN_LIKE[character] ?? character)
    .join('')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Names what is invisible in a text, such as `ends with a blank`; null if there is nothing. */
export function describeOddity(text: string): string | null {
  if (/^\s/.test(text)) return 'begins with a blank'
  if (/\s$/.test(text)) return 'ends with a blank'
  if (/[^\S ]/.test(text)) return 'has a blank that is not an ordinary space'
  if (/ {2}/.test(text)) return 'has two blanks together'
  const word = text
    .split(/[^\p{L}]+/u)
    .find((letters) => /\p{Script=Latin}/u.test(letters) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(letters))
  return word === undefined ? null : `has letters of two scripts in "${word}"`
}

const SCRIPTS = [
  { name: 'Cyrillic', letters: /\p{Script=Cyrillic}/u },
  { name: 'Greek', letters: /\p{Script=Greek}/u },
] as const

/** The difference of two similar texts, as the end of a sentence. */
export function differenceOf(one: string, other: string): string {
  for (const text of [one, other]) {
    const odd = describeOddity(text)
    if (odd !== null) return `${JSON.stringify(text)} ${odd}`
  }
  const script = SCRIPTS.find(({ letters }) => letters.test(one) !== letters.test(other))
  return script === undefined ? 'they have different characters' : `one has ${script.name} letters`
}
