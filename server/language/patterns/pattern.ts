/**
 * Reads the pattern of a shape: literals, classes, ranges, `.`, groups, alternation, `?`, `*`, `+` and `{n,m}`. A
 * pattern is about the entire text. It has no backreferences and no lookaround, so matching takes linear time.
 */
import { ANY, type CharSet, complement, single, union } from './char-set'

export type Pattern =
  | { readonly kind: 'set'; readonly set: CharSet; readonly negated: boolean }
  | { readonly kind: 'sequence'; readonly inner: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly inner: readonly Pattern[] }
  /** `most` is null without an upper bound. */
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly least: number; readonly most: number | null }

export const PATTERN_PROBLEMS = [
  'anchor',
  'group-open',
  'group-close',
  'group-kind',
  'class-open',
  'class-empty',
  'class-range',
  'nothing-repeated',
  'repeated-twice',
  'count',
  'count-order',
  'count-size',
  'escape',
  'stray',
] as const
export type PatternProblem = (typeof PATTERN_PROBLEMS)[number]

export class PatternError extends Error {
  constructor(
    readonly problem: PatternProblem,
    /** The wrong part, as written. */
    readonly written: string,
  ) {
    super(problem)
  }
}

export const MAX_REPETITIONS = 1_000

/** @throws PatternError */
export function parsePattern(text: string): Pattern {
  const reader = new PatternReader([...text])
  const pattern = reader.choice()
  if (!reader.isAtEnd) throw new PatternError('group-close', ')')
  return pattern
}

class PatternReader {
  private at = 0
  private depth = 0

  constructor(private readonly points: readonly string[]) {}

  get isAtEnd(): boolean {
    return this.at >= this.points.length
  }

  private get next(): string {
    return this.points[this.at] ?? ''
  }

  choice(): Pattern {
    const inner = [this.sequence()]
    while (this.accept('|')) inner.push(this.sequence())
    return inner.length === 1 ? inner[0]! : { kind: 'choice', inner }
  }

  private accept(point: string): boolean {
    if (this.next !== point || this.isAtEnd) return false
    this.at++
    return true
  }

  private sequence(): Pattern {
    const inner: Pattern[] = []
    while (!this.isAtEnd && this.next !== '|' && this.next !== ')') inner.push(this.repeated())
    return inner.length === 1 ? inner[0]! : { kind: 'sequence', inner }
  }

  private repeated(): Pattern {
    const part = this.atom()
    const count = this.count()
    if (count === null) return part
    const again = this.next
    if (this.count() !== null) throw new PatternError('repeated-twice', again)
    return { kind: 'repeat', part, ...count }
  }

  private count(): { readonly least: number; readonly most: number | null } | null {
    if (this.accept('?')) return { least: 0, most: 1 }
    if (this.accept('*')) return { least: 0, most: null }
    if (this.accept('+')) return { least: 1, most: null }
    if (this.next !== '{') return null
    const written = this.through('}')
    const match = /^\{(\d{1,9})(?:(,)(\d{1,9})?)?\}$/.exec(written)
    if (match === null) throw new PatternError('count', written)
    const least = Number(match[1])
    const most = match[2] === undefined ? least : match[3] === undefined ? null : Number(match[3])
    if (most !== null && most < least) throw new PatternError('count-order', written)
    if (Math.max(least, most ?? 0) > MAX_REPETITIONS) throw new PatternError('count-size', written)
    return { least, most }
  }

  private atom(): Pattern {
    const point = this.next
    this.at++
    switch (point) {
      case '(':
        return this.group()
      case '[':
        return this.characterClass()
      case '.':
        return { kind: 'set', set: ANY, negated: false }
      case '^':
      case '$':
        throw new PatternError('anchor', point)
      case '?':
      case '*':
      case '+':
        throw new PatternError('nothing-repeated', point)
      case '{':
        this.at--
        throw new PatternError('nothing-repeated', this.through('}'))
      case ']':
      case '}':
        throw new PatternError('stray', point)
      case '\\':
        return literal(this.escaped())
      default:
        return literal(point)
    }
  }

  private group(): Pattern {
    if (this.next === '?') throw new PatternError('group-kind', `(?${this.points[this.at + 1] ?? ''}`)
    if (++this.depth > MAX_DEPTH) throw new PatternError('group-open', '(')
    const inner = this.choice()
    if (!this.accept(')')) throw new PatternError('group-open', '(')
    this.depth--
    return inner
  }

  private characterClass(): Pattern {
    const start = this.at - 1
    const negated = this.accept('^')
    const sets: CharSet[] = []
    while (!this.accept(']')) {
      if (this.isAtEnd) throw new PatternError('class-open', this.points.slice(start).join(''))
      sets.push(this.classPart())
    }
    if (sets.length === 0) throw new PatternError('class-empty', negated ? '[^]' : '[]')
    return { kind: 'set', set: union(sets), negated }
  }

  private classPart(): CharSet {
    const first = this.classPoint()
    const isRange = this.next === '-' && this.points[this.at + 1] !== ']' && this.at + 1 < this.points.length
    if (!isRange) return single(first.codePointAt(0)!)
    this.at++
    const last = this.classPoint()
    const [low, high] = [first.codePointAt(0)!, last.codePointAt(0)!]
    if (high < low) throw new PatternError('class-range', `${first}-${last}`)
    return [[low, high]]
  }

  private classPoint(): string {
    const point = this.next
    this.at++
    return point === '\\' ? this.escaped() : point
  }

  /** Reads an escape. Only characters that have a meaning in patterns are escaped. */
  private escaped(): string {
    const point = this.next
    this.at++
    if (!/^[\\^$.*+?()[\]{}|/-]$/.test(point)) throw new PatternError('escape', `\\${point}`)
    return point
  }

  private through(close: string): string {
    const end = this.points.indexOf(close, this.at)
    const written = this.points.slice(this.at, end === -1 ? undefined : end + 1).join('')
    this.at += [...written].length
    return written
  }
}

const MAX_DEPTH = 100

function literal(point: string): Pattern {
  return { kind: 'set', set: single(point.codePointAt(0)!), negated: false }
}

/** @param close the letters that a set also means */
export function setOf({ set, negated }: Extract<Pattern, { kind: 'set' }>, close: (set: CharSet) => CharSet): CharSet {
  const closed = close(set)
  return negated ? complement(closed) : closed
}
