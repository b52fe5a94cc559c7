/** Faults in one token: operators, numerals, quotes, words and brackets from other languages, and typing errors. */
import type { Random } from '../../engine/testing/random-rules'
import { Report } from '../../language/messages/report'
import { lexText } from '../../language/syntax/lexer'
import * as T from '../../language/syntax/token'
import { type Fault, pick, spliced } from './statement-faults'

interface Token {
  readonly kind: number
  readonly written: string
  readonly start: number
  readonly end: number
  /** Kinds of the neighbouring tokens. */
  readonly before: number
  readonly next: number
}

function tokensOf(text: string): readonly Token[] {
  const { kinds, starts, ends, count } = lexText(text, new Report())
  return Array.from({ length: count }, (_, i) => {
    const [start, end] = [starts[i]!, ends[i]!]
    const [before, next] = [kinds[i - 1] ?? T.END, kinds[i + 1] ?? T.END]
    return { kind: kinds[i]!, written: text.slice(start, end), start, end, before, next }
  })
}

/** Makes a fault that changes one token; `write` returns null for a token that it does not change. */
function tokenFault(
  name: string,
  restores: boolean,
  write: (token: Token, random: Random, text: string) => string | null | undefined,
): Fault {
  return {
    name,
    restores,
    make(text, random) {
      const choices = tokensOf(text).flatMap((token) => {
        const written = write(token, random, text)
        return written === null || written === undefined || written === token.written ? [] : [{ token, written }]
      })
      const choice = pick(random, choices)
      if (choice === undefined) return null
      return { good: text, bad: spliced(text, choice.token.start, choice.token.end, choice.written) }
    },
  }
}

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '==': ['=', '==='],
  '!=': ['<>', '!=='],
  '<=': ['=<', '≤'],
  '>=': ['≥'],
  '*': ['×'],
  '/': ['÷'],
  '-': ['−', '–'],
}

const QUOTES = ["'x'", '`x`', '“x”', '„x“', '‘x’', '«x»'] as const
const STRUCTURE = /^(IF|THEN|ELSE|END|CASE|OF|DEFAULT)$/
const FUNCTIONS =
  /^(And|Or|Not|Xor|Implies|If|IsMember|IsSubset|Union|Intersect|Difference|Members|ForAll|Exists|AtLeast|AtMost|ExactlyOne|CountWhere)$/

function slip(word: string, random: Random): string {
  const at = Math.floor(random() * word.length)
  const doubled = word.slice(0, at) + word.charAt(at) + word.slice(at)
  const dropped = word.slice(0, at) + word.slice(at + 1)
  const swapped = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
  return pick(random, [doubled, dropped.length > 1 ? dropped : doubled, swapped]) ?? word
}

function numeral(written: string, random: Random): string | null {
  const whole = /^\d+$/.test(written)
  const forms = [/^[1-9]/.test(written) ? `0${written}` : null, `+${written}`]
  if (whole) forms.push(`${written}.`)
  if (/^0\.\d/.test(written)) forms.push(written.slice(1))
  if (whole && written.length > 1) forms.push(`${written.slice(0, -1)}_${written.slice(-1)}`)
  if (/^[1-9]\d{3,}$/.test(written)) forms.push(`${written.slice(0, -3)},${written.slice(-3)}`)
  return pick(
    random,
    forms.filter((form) => form !== null),
  )!
}

/** Returns whether the token is the unit of a number. */
function isUnit({ start }: Token, text: string): boolean {
  return /\d\s*$/.test(text.slice(Math.max(0, start - 8), start))
}

export const TOKEN_FAULTS: readonly Fault[] = [
  tokenFault('a foreign operator', true, ({ written }, random) => pick(random, OPERATORS[written] ?? [])),
  tokenFault('foreign quotes', true, ({ kind, written }, random) =>
    kind === T.STRING ? pick(random, QUOTES)!.replace('x', () => written.slice(1, -1)) : null,
  ),
  // The number of the version is not a numeral: no fix can know which one is meant.
  tokenFault('a numeral in another notation', true, ({ kind, start, written }, random, text) =>
    kind === T.NUMBER && text.slice(0, start) !== 'version ' ? numeral(written, random) : null,
  ),
  tokenFault('a truth value in small letters', true, ({ written }) =>
    written === 'True' || written === 'False' ? written.toLowerCase() : null,
  ),
  tokenFault('a truth value in capitals', true, ({ written }) =>
    written === 'True' || written === 'False' ? written.toUpperCase() : null,
  ),
  tokenFault('a word of the language in small letters', true, ({ written }) =>
    STRUCTURE.test(written) ? written.toLowerCase() : null,
  ),
  tokenFault('a function in capitals', true, ({ written, next }) =>
    FUNCTIONS.test(written) && next === T.OPEN_ROUND && written !== 'If' ? written.toUpperCase() : null,
  ),
  tokenFault('a name with a hyphen or a point', true, ({ kind, written, next }, random) =>
    kind === T.NAME && next !== T.OPEN_ROUND && written !== 'month_end' && /^[a-z]+_[a-z]+$/.test(written)
      ? written.replace('_', pick(random, ['-', '.'])!)
      : null,
  ),
  tokenFault('a misspelt function', false, ({ written, next }, random) =>
    FUNCTIONS.test(written) && next === T.OPEN_ROUND ? slip(written, random) : null,
  ),
  tokenFault('a misspelt name', false, ({ kind, written, next }, random) =>
    kind === T.NAME && next !== T.OPEN_ROUND && written.length > 3 ? slip(written, random) : null,
  ),
  tokenFault('a misspelt text', false, ({ kind, written }, random) =>
    kind === T.STRING && written.length > 4 ? `"${slip(written.slice(1, -1), random)}"` : null,
  ),
  tokenFault('a text without quotes', true, (token, _, text) =>
    token.kind === T.STRING && /^"[a-z]\w+"$/.test(token.written) && !isUnit(token, text)
      ? token.written.slice(1, -1)
      : null,
  ),
  tokenFault('a unit without quotes', true, (token, _, text) =>
    token.kind === T.STRING && isUnit(token, text) ? token.written.slice(1, -1) : null,
  ),
  tokenFault('a lost unit', false, (token, _, text) => (token.kind === T.STRING && isUnit(token, text) ? '' : null)),
  tokenFault('a lost bracket', false, ({ kind }) => (kind >= T.OPEN_ROUND && kind <= T.CLOSE_SQUARE ? '' : null)),
  tokenFault('a lost comma', false, ({ kind }) => (kind === T.COMMA ? '' : null)),
  tokenFault('a lost semicolon', true, ({ kind }) => (kind === T.SEMICOLON ? '' : null)),
  tokenFault('a lost END', false, ({ written }) => (written === 'END' ? '' : null)),
  tokenFault('a second comma', false, ({ kind }) => (kind === T.COMMA ? ',,' : null)),
  tokenFault('a comma behind the last', true, ({ written, before }) =>
    written === ']' && before === T.STRING ? ', ]' : null,
  ),
  tokenFault('a second semicolon', true, ({ kind }) => (kind === T.SEMICOLON ? ';;' : null)),
  tokenFault('a semicolon in the body', true, ({ kind, before, next }) =>
    kind === T.CLOSE_CURLY && next === T.SEMICOLON && before !== T.STRING ? '; }' : null,
  ),
  tokenFault('== in a let', true, ({ kind }) => (kind === T.ASSIGN ? '==' : null)),
  tokenFault('a lost as', true, ({ written }) => (written === 'as' ? '' : null)),
  tokenFault('a colon for as', true, ({ written }) => (written === 'as' ? ':' : null)),
  tokenFault('a type of another language', true, ({ written }) =>
    written === 'boolean' ? 'bool' : written === 'numeric' ? 'number' : null,
  ),
  tokenFault('a misspelt word of a statement', false, ({ written }, random) =>
    /^(declare|assert|boolean|numeric|enum|version|optimistic|pessimistic|neutral)$/.test(written)
      ? slip(written, random)
      : null,
  ),
  tokenFault('an invisible character', true, ({ written }, random) =>
    pick(random, [`\u200b${written}`, `${written}\u2060`, `${written}\u00a0`]),
  ),
  tokenFault('round brackets for a set', false, ({ kind }) => (kind === T.OPEN_CURLY ? '[' : null)),
]
