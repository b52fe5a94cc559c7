/** Finds the exact text of tool arguments, because parsing loses digits and duplicate members. Expects valid JSON. */

/** `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A duplicate member, which two readers could understand differently. */
export class DuplicateMemberError extends Error {
  constructor(readonly member: string) {
    super(`the member ${member} stands twice`)
  }
}

/** Returns the elements of the array at `at`. */
export function elementsOf(text: string, at: number): Span[] {
  const elements: Span[] = []
  let here = afterSpace(text, at + 1)
  while (text[here] !== ']') {
    const end = endOfValue(text, here)
    elements.push({ start: here, end })
    here = afterSpace(text, end)
    if (text[here] === ',') here = afterSpace(text, here + 1)
  }
  return elements
}

/**
 * Returns the members of the object at `at`.
 * @throws DuplicateMemberError
 */
export function membersOf(text: string, at: number): ReadonlyMap<string, Span> {
  const members = new Map<string, Span>()
  let here = afterSpace(text, at + 1)
  while (text[here] !== '}') {
    const endOfKey = endOfString(text, here)
    const key = JSON.parse(text.slice(here, endOfKey)) as string
    if (members.has(key)) throw new DuplicateMemberError(key)
    const start = afterSpace(text, afterSpace(text, endOfKey) + 1)
    const end = endOfValue(text, start)
    members.set(key, { start, end })
    here = afterSpace(text, end)
    if (text[here] === ',') here = afterSpace(text, here + 1)
  }
  return members
}

/** Returns the next position that is not white space. */
export function afterSpace(text: string, at: number): number {
  let here = at
  for (;;) {
    const c = text.charCodeAt(here)
    if (c !== 32 && c !== 10 && c !== 13 && c !== 9) return here
    here++
  }
}

function endOfValue(text: string, at: number): number {
  const first = text[at]
  if (first === '"') return endOfString(text, at)
  if (first === '{' || first === '[') return endOfNest(text, at)
  let here = at
  while (here < text.length && !',]} \n\r\t'.includes(text[here]!)) here++
  return here
}

function endOfNest(text: string, at: number): number {
  let depth = 0
  let here = at
  for (;;) {
    const c = text[here]
    if (c === '"') {
      here = endOfString(text, here)
      continue
    }
    if (c === '{' || c === '[') depth++
    else if ((c === '}' || c === ']') && --depth === 0) return here + 1
    here++
  }
}

function endOfString(text: string, at: number): number {
  let here = at + 1
  for (;;) {
    const c = text[here]
    if (c === '"') return here + 1
    here += c === '\\' ? 2 : 1
  }
}
