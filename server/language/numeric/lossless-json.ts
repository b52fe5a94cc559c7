/**
 * Reads JSON (RFC 8259) with the text of its numbers (`JsonNumber`). Duplicate keys, lone surrogates and nesting beyond
 * {@link MAX_DEPTH} are refused with their position (public/docs/api.md, "The same input, the same bytes" and
 * "Errors"). A hot path of /v1/check: no regular expressions, no intermediate tokens.
 */
import { LARGE, LargeObject } from './large-object'

/**
 * The number as written, so that `0.1` and `12345678901234567890.12` keep their meaning. Its grammar has been checked.
 */
export class JsonNumber {
  constructor(readonly text: string) {}
}

/** No request nests deeper than four; the limit protects the stack from hostile input. */
export const MAX_DEPTH = 64

/** `__proto__` is defined, not assigned, so objects keep their prototype. */
export type LosslessJson = null | boolean | string | JsonNumber | LosslessJson[] | LosslessObject
type LosslessObject = { readonly [key: string]: LosslessJson }

/** `offset` counts UTF-16 units from zero. */
interface JsonProblem {
  readonly message: string
  readonly offset: number
}

class MalformedJsonError extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message)
  }
}

/** Reads a complete document. */
export function readJson(text: string): { readonly value: LosslessJson } | { readonly problem: JsonProblem } {
  try {
    return { value: new Reader(text).document() }
  } catch (error) {
    if (error instanceof MalformedJsonError) return { problem: { message: error.message, offset: error.offset } }
    throw error
  }
}

const QUOTE = 34
const BACKSLASH = 92

class Reader {
  private at = 0
  private depth = 0
  constructor(private readonly text: string) {}

  document(): LosslessJson {
    const value = this.value()
    this.space()
    if (this.at < this.text.length) throw new MalformedJsonError('text follows the end of the JSON document', this.at)
    return value
  }

  private space(): void {
    for (;;) {
      const c = this.text.charCodeAt(this.at)
      if (c !== 32 && c !== 10 && c !== 13 && c !== 9) return
      this.at++
    }
  }

  private value(): LosslessJson {
    this.space()
    const c = this.text.charCodeAt(this.at)
    if (c === QUOTE) return this.string()
    if (c === 123) return this.object()
    if (c === 91) return this.array()
    if (c === 45 || (c >= 48 && c <= 57)) return this.number()
    if (c === 116) return this.word('true', true)
    if (c === 102) return this.word('false', false)
    if (c === 110) return this.word('null', null)
    if (this.at >= this.text.length) throw new MalformedJsonError('the JSON document ends too early', this.at)
    throw new MalformedJsonError('a JSON value was expected here', this.at)
  }

  private word<T extends boolean | null>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw new MalformedJsonError('a JSON value was expected here', this.at)
    this.at += word.length
    return value
  }

  private enter(): void {
    if (++this.depth > MAX_DEPTH) throw new MalformedJsonError(`nested deeper than ${MAX_DEPTH} levels`, this.at)
    this.at++
    this.space()
  }

  private object(): LosslessObject {
    this.enter()
    const object: { [key: string]: LosslessJson } = {}
    if (this.text.charCodeAt(this.at) === 125) return this.leave(object)
    for (let members = 1; ; members++) {
      const start = this.key()
      const key = this.string()
      this.addMember(object, key, start)
      if (!this.hasNext()) return this.leave(object)
      if (members === LARGE) return this.largeObject(object)
    }
  }

  /** @param object with its first members */
  private largeObject(object: { [key: string]: LosslessJson }): LosslessObject {
    const large = new LargeObject(object)
    do {
      const start = this.key()
      const expected = large.expectedName(this.text, start + 1)
      if (expected === null) large.add(this.addMember(object, this.string(), start))
      else {
        this.at = start + expected.length + 2
        const value = this.member()
        object[expected] = value
        large.add(value)
      }
    } while (this.hasNext())
    large.finish()
    return this.leave(object)
  }

  /** @returns the position of its quote */
  private key(): number {
    this.space()
    const start = this.at
    if (this.text.charCodeAt(start) !== QUOTE)
      throw new MalformedJsonError('a key in double quotes was expected here', start)
    return start
  }

  private addMember(object: { [key: string]: LosslessJson }, key: string, start: number): LosslessJson {
    if (Object.hasOwn(object, key))
      throw new MalformedJsonError(`the key ${JSON.stringify(shortenText(key))} stands twice`, start)
    const value = this.member()
    if (key === '__proto__')
      Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
    else object[key] = value
    return value
  }

  /** Reads the value after the colon. */
  private member(): LosslessJson {
    this.space()
    if (this.text.charCodeAt(this.at) !== 58) throw new MalformedJsonError('":" was expected here', this.at)
    this.at++
    return this.value()
  }

  /** Whether another member follows. */
  private hasNext(): boolean {
    this.space()
    const c = this.text.charCodeAt(this.at)
    if (c !== 44 && c !== 125) throw new MalformedJsonError('"," or "}" was expected here', this.at)
    if (c === 125) return false
    this.at++
    return true
  }

  private array(): LosslessJson[] {
    this.enter()
    const array: LosslessJson[] = []
    if (this.text.charCodeAt(this.at) === 93) return this.leave(array)
    for (;;) {
      array.push(this.value())
      this.space()
      const c = this.text.charCodeAt(this.at)
      if (c === 93) return this.leave(array)
      if (c !== 44) throw new MalformedJsonError('"," or "]" was expected here', this.at)
      this.at++
    }
  }

  private leave<T>(value: T): T {
    this.at++
    this.depth--
    return value
  }

  private number(): JsonNumber {
    const start = this.at
    const text = this.text
    if (text.charCodeAt(this.at) === 45) this.at++
    if (text.charCodeAt(this.at) === 48) this.at++
    else this.digits()
    if (text.charCodeAt(this.at) === 46) {
      this.at++
      this.digits()
    }
    const c = text.charCodeAt(this.at)
    if (c === 101 || c === 69) {
      this.at++
      const sign = text.charCodeAt(this.at)
      if (sign === 43 || sign === 45) this.at++
      this.digits()
    }
    const next = text.charCodeAt(this.at)
    if (next >= 48 && next <= 57)
      throw new MalformedJsonError('a number may not begin with a zero before other digits', start)
    return new JsonNumber(text.slice(start, this.at))
  }

  private digits(): void {
    const start = this.at
    for (;;) {
      const c = this.text.charCodeAt(this.at)
      if (!(c >= 48 && c <= 57)) break
      this.at++
    }
    if (this.at === start) throw new MalformedJsonError('a digit was expected here', this.at)
  }

  private string(): string {
    const text = this.text
    const start = ++this.at
    for (;;) {
      const c = text.charCodeAt(this.at)
      if (c === QUOTE) return text.slice(start, this.at++)
      if (c === BACKSLASH) return this.escaped(start)
      if (c < 32) throw new MalformedJsonError('a control character must be written as an escape', this.at)
      if (c >= 0xd800 && c <= 0xdfff) {
        this.surrogates()
        continue
      }
      if (Number.isNaN(c)) throw new MalformedJsonError('the string is not closed', start - 1)
      this.at++
    }
  }

  /** Steps over a surrogate pair. */
  private surrogates(): void {
    const high = this.text.charCodeAt(this.at)
    const low = this.text.charCodeAt(this.at + 1)
    if (high > 0xdbff || !(low >= 0xdc00 && low <= 0xdfff))
      throw new MalformedJsonError('a lone surrogate is no character', this.at)
    this.at += 2
  }

  /** Reads a string with escapes, which may form lone surrogates. */
  private escaped(start: number): string {
    const text = this.text
    let result = ''
    let from = start
    for (;;) {
      const c = text.charCodeAt(this.at)
      if (c === BACKSLASH) {
        result += text.slice(from, this.at) + this.escape()
        from = this.at
        continue
      }
      if (c === QUOTE) {
        result += text.slice(from, this.at++)
        if (!result.isWellFormed()) throw new MalformedJsonError('a lone surrogate is no character', start)
        return result
      }
      if (Number.isNaN(c)) throw new MalformedJsonError('the string is not closed', start - 1)
      if (c < 32) throw new MalformedJsonError('a control character must be written as an escape', this.at)
      this.at++
    }
  }

  private escape(): string {
    const kind = this.text[this.at + 1]
    if (kind === 'u') {
      let code = 0
      for (let i = this.at + 2; i < this.at + 6; i++) {
        const digit = readHexDigit(this.text.charCodeAt(i))
        if (digit < 0) throw new MalformedJsonError('\\u takes four hexadecimal digits', this.at)
        code = code * 16 + digit
      }
      this.at += 6
      return String.fromCharCode(code)
    }
    const simple = kind === undefined ? undefined : ESCAPES.get(kind)
    if (simple === undefined) throw new MalformedJsonError('JSON has no such escape', this.at)
    this.at += 2
    return simple
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

function readHexDigit(c: number): number {
  if (c >= 48 && c <= 57) return c - 48
  if (c >= 97 && c <= 102) return c - 87
  if (c >= 65 && c <= 70) return c - 55
  return -1
}

function shortenText(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`
}

/** Numbers keep their text. */
export function writeJson(value: unknown): string {
  if (value instanceof JsonNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, member]) => `${JSON.stringify(key)}:${writeJson(member)}`)
      .join(',')}}`
  return JSON.stringify(value)
}

/** JSON with sorted members. Numbers keep their spelling, so `1` and `1.0` are different calls. */
export function canonicalText(value: LosslessJson): string {
  if (value instanceof JsonNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name] ?? null)}`)
  return `{${members.join(',')}}`
}
