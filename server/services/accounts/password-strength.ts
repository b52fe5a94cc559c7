/** The dictionaries load on first use, only on the server. */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Must not make up a password. */
export interface PersonalWords {
  readonly name: string
  readonly email: string
}

const MAX_ESTIMATED_CHARS = 40
/** At least 10^8 guesses in zxcvbn. */
const MIN_ZXCVBN_SCORE = 3
const PRODUCT = 'touchstone'
/** Shorter words occur in too many others. */
const MIN_WORD_CHARS = 3
/** Bounds the work of reading 4 as a. */
const MAX_SUBSTITUTIONS = 12

let estimator: Promise<ZxcvbnFactory> | null = null

/** Returns the end of "received …", or null. */
export async function findPasswordProblem(password: string, { name, email }: PersonalWords): Promise<string | null> {
  estimator ??= loadEstimator()
  const estimate = await estimator
  const words = personalWords(name, email)
  const looked = [...password].slice(0, MAX_ESTIMATED_CHARS).join('')
  const { score, sequence, feedback } = estimate.check(looked, [name, email, ...words])
  if (score < MIN_ZXCVBN_SCORE) {
    const isPersonal = sequence.some((part) => 'dictionaryName' in part && part.dictionaryName === 'userInputs')
    return isPersonal ? PERSONAL : (PROBLEMS.get(feedback.warning ?? '') ?? 'one that is easy to guess')
  }
  const rest = withoutWords(looked, words)
  if (rest === looked) return null
  return rest.length === 0 || estimate.check(rest, words).score < MIN_ZXCVBN_SCORE ? PERSONAL : null
}

const PERSONAL = 'your name, your e-mail address or the name of this product, with little else'

function personalWords(name: string, email: string): string[] {
  const words = [...name.split(/[^\p{L}\p{N}]+/u), ...email.split(/[^\p{L}\p{N}]+/u), PRODUCT]
  return [...new Set(words.map((word) => word.toLowerCase()))]
    .filter((word) => [...word].length >= MIN_WORD_CHARS)
    .sort((a, b) => b.length - a.length)
}

function withoutWords(password: string, words: readonly string[]): string {
  let rest = password.toLowerCase()
  for (const word of words) rest = rest.replaceAll(word, '')
  return rest === password.toLowerCase() ? password : rest
}

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [core, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: MAX_ESTIMATED_CHARS,
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  })
}

const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['topTen', 'one of the ten most common passwords'],
  ['topHundred', 'one of the hundred most common passwords'],
  ['common', 'a common password'],
  ['similarToCommon', 'one that is close to a common password'],
  ['wordByItself', 'a single word'],
  ['namesByThemselves', 'a name'],
  ['commonNames', 'a common name'],
  ['straightRow', 'a row of keys'],
  ['keyPattern', 'a short pattern of keys'],
  ['simpleRepeat', 'the same character again and again'],
  ['extendedRepeat', 'the same few characters again and again'],
  ['sequences', 'a sequence such as abc or 6543'],
  ['recentYears', 'a recent year'],
  ['dates', 'a date'],
])
