/** 1: may start a name, 2: digit, 4: white space. Indexed by code units below 128. */
const CLASSES = new Uint8Array(128)
for (let c = 65; c <= 90; c++) {
  CLASSES[c] = 1
  CLASSES[c + 32] = 1
}
CLASSES[95] = 1
for (let c = 48; c <= 57; c++) CLASSES[c] = 2
for (const c of [9, 10, 13, 32]) CLASSES[c] = 4

export function startsName(c: number): boolean {
  return c < 128 && CLASSES[c] === 1
}

export function continuesName(c: number): boolean {
  return c < 128 && (CLASSES[c]! & 3) !== 0
}

export function isDigit(c: number): boolean {
  return c >= 48 && c <= 57
}

export function isSpace(c: number): boolean {
  return c < 128 && CLASSES[c] === 4
}

/** Whether the language does not accept the space, for example a no-break space from a web page. */
export function isForeignSpace(c: number): boolean {
  return c === 0xa0 || c === 0x1680 || (c >= 0x2000 && c <= 0x200a) || c === 0x202f || c === 0x205f || c === 0x3000
}

/**
 * True for characters that show nothing or change the writing direction: a person must see everything that is signed.
 */
export function isInvisible(c: number): boolean {
  if (c < 0x20) return c !== 9 && c !== 10 && c !== 13
  if (c < 0x7f) return false
  if (c < 0x300) return c <= 0x9f || c === 0xad
  if (c < 0x2000) {
    return (
      c === 0x34f ||
      c === 0x61c ||
      c === 0x115f ||
      c === 0x1160 ||
      c === 0x17b4 ||
      c === 0x17b5 ||
      (c >= 0x180b && c <= 0x180f)
    )
  }
  if (c < 0x2070) return (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) || c >= 0x2060
  if (c < 0xfe00) return c === 0x3164
  return (
    c <= 0xfe0f ||
    c === 0xfeff ||
    c === 0xffa0 ||
    (c >= 0xfff0 && c <= 0xfffb) ||
    (c >= 0xfffe && c <= 0xffff) ||
    (c >= 0xe0000 && c <= 0xe0fff) ||
    (c >= 0x1d173 && c <= 0x1d17a)
  )
}

export function isLineEnd(c: number): boolean {
  return c === 10 || c === 13
}

const LETTER = /^[\p{L}\p{M}\p{N}\p{Sc}°]/u

/**
 * Whether a letter of any script, a currency or a degree sign is at the offset; only for characters beyond ASCII and
 * `$`.
 */
export function isLetter(text: string, at: number): boolean {
  const c = text.charCodeAt(at)
  if (c < 128) return c === 36
  return LETTER.test(String.fromCodePoint(text.codePointAt(at)!))
}

/** Finds the first invisible character or lone surrogate. Returns -1 if there is none. */
export function firstInvisible(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c >= 0x20 && c < 0x7f) continue
    if (c >= 0xd800 && c <= 0xdfff) {
      const whole = text.codePointAt(i)!
      if (whole <= 0xffff || isInvisible(whole)) return i
      i++
    } else if (isInvisible(c)) return i
  }
  return -1
}

/** For example `U+200B`. */
export function codePointName(text: string, at: number): string {
  return `U+${text.codePointAt(at)!.toString(16).toUpperCase().padStart(4, '0')}`
}
