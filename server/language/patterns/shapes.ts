/** Shapes: a pattern and a check of a fixed list. A check reads digits and letters and refuses all else. */
import { type CharSet, single } from './char-set'
import { bothMachines, type Machine, patternMachine, type Work } from './machine'
import { parsePattern } from './pattern'

export const CHECKS = ['mod97', 'luhn', 'isin'] as const
export type Check = (typeof CHECKS)[number]

export function isCheck(name: string): name is Check {
  return CHECKS.some((check) => check === name)
}

/** A shape that rules ask about. */
export interface AskedShape {
  /** Null for the question whether the text is given. */
  readonly name: string | null
  readonly pattern: string
  readonly check: Check | null
}

/**
 * @throws TooManyStatesError
 * @throws PatternError
 */
export function shapeMachine({ pattern, check }: AskedShape, ignoringCase: boolean, work?: Work): Machine {
  const machine = patternMachine(parsePattern(pattern), ignoringCase, work)
  return check === null ? machine : bothMachines(machine, checkMachine(check))
}

/** Any text with a character that is not white space. */
export const GIVEN: AskedShape = {
  name: null,
  pattern: '.*[^\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000].*',
  check: null,
}

/** For people. */
export const CHECK_WORDS: Readonly<Record<Check, string>> = {
  mod97: 'the check digits of ISO 7064 MOD 97-10',
  luhn: 'the Luhn check digit of ISO/IEC 7812-1',
  isin: 'the check digit of an ISIN, ISO 6166',
}

const REFUSED = -1

/** A letter is 10 to 35, in either case. */
function digitOf(point: number): number {
  if (point >= 0x30 && point <= 0x39) return point - 0x30
  const letter = point | 0x20
  return point < 0x80 && letter >= 0x61 && letter <= 0x7a ? letter - 0x57 : REFUSED
}

const DIGITS: readonly CharSet[] = Array.from({ length: 10 }, (_, digit) => single(0x30 + digit))
const LETTERS: readonly CharSet[] = Array.from({ length: 26 }, (_, letter) => [
  [0x41 + letter, 0x41 + letter],
  [0x61 + letter, 0x61 + letter],
])

export function checkMachine(check: Check): Machine {
  return check === 'mod97' ? MOD97 : check === 'luhn' ? LUHN : ISIN
}

/** The whole text is a number with the remainder 1, as in a universal loan identifier and a legal entity identifier. */
const MOD97: Machine = {
  start: 0,
  sets: [...DIGITS, ...LETTERS],
  step(state, point) {
    const value = digitOf(point)
    if (state === REFUSED || value === REFUSED) return REFUSED
    return (state * (value < 10 ? 10 : 100) + value) % 97
  },
  accepts: (state) => state === 1,
  isHopeless: (state) => state === REFUSED,
}

/**
 * Every second digit from the right counts double. The end is not known in advance, so a state has two sums: with the
 * latest digit as the last one, and with it as the one before the last.
 */
const LUHN: Machine = {
  start: 0,
  sets: DIGITS,
  step(state, point) {
    const value = digitOf(point)
    return state === REFUSED || value === REFUSED || value > 9 ? REFUSED : luhnStep(state, value)
  },
  accepts: isLuhnEnd,
  isHopeless: (state) => state === REFUSED,
}

/** Letters are two digits. */
const ISIN: Machine = {
  start: 0,
  sets: [...DIGITS, ...LETTERS],
  step(state, point) {
    const value = digitOf(point)
    if (state === REFUSED || value === REFUSED) return REFUSED
    return value < 10 ? luhnStep(state, value) : luhnStep(luhnStep(state, Math.floor(value / 10)), value % 10)
  },
  accepts: isLuhnEnd,
  isHopeless: (state) => state === REFUSED,
}

/** 0 is the empty text, so that it is not accepted. */
function luhnStep(state: number, digit: number): number {
  const sums = Math.max(0, state - 1)
  const [plain, doubled] = [sums % 10, Math.floor(sums / 10)]
  const twice = digit < 5 ? 2 * digit : 2 * digit - 9
  return 1 + ((doubled + digit) % 10) + 10 * ((plain + twice) % 10)
}

function isLuhnEnd(state: number): boolean {
  return state > 0 && (state - 1) % 10 === 0
}
