/**
 * Two members with one name in an object of JSON. Programs disagree about which of them counts (RFC 8259, 4), so a
 * person may read another value than the one that was verified. Files that people verify are refused with one.
 */

interface OpenValue {
  /** Names that an object had so far; null for a list. */
  readonly names: Set<string> | null
  /** Whether the next text is a name. */
  expectsName: boolean
  /** The member or entry that is being read. */
  at: string | number
}

const MAX_SHOWN_PATH = 200

/** @returns the path of the first repeated member, such as `log.index`; null if no member repeats or the text is not JSON */
export function findRepeatedMember(text: string): string | null {
  return isJson(text) ? firstRepeated(text) : null
}

/** Says so as the reason why a file is refused. */
export function repeatedProblem(text: string): string | null {
  const path = findRepeatedMember(text)
  return path === null
    ? null
    : `it has the member ${path} twice, and programs disagree about which one counts; no file that was issued has such a member`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Works without recursion, because a hostile file may be nested deeply. @param text is JSON */
function firstRepeated(text: string): string | null {
  const open: OpenValue[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    const inner = open.at(-1)
    if (character === '"') {
      const end = endOfText(text, at)
      if (inner?.names != null && inner.expectsName) {
        // An escape may spell the same name in another way.
        inner.at = JSON.parse(text.slice(at, end + 1)) as string
        inner.expectsName = false
        if (inner.names.has(inner.at)) return pathTo(open)
        inner.names.add(inner.at)
      }
      at = end
    } else if (character === '{') open.push({ names: new Set(), expectsName: true, at: '' })
    else if (character === '[') open.push({ names: null, expectsName: false, at: 0 })
    else if (character === '}' || character === ']') open.pop()
    else if (character === ',' && inner !== undefined) {
      if (typeof inner.at === 'number') inner.at++
      else inner.expectsName = true
    }
  }
  return null
}

/** @param start of the first quote @returns the place of the last one */
function endOfText(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function pathTo(open: readonly OpenValue[]): string {
  let path = ''
  for (const { at } of open) {
    path += typeof at === 'number' ? `[${at}]` : `${path === '' ? '' : '.'}${at}`
    if (path.length > MAX_SHOWN_PATH) return `${path.slice(0, MAX_SHOWN_PATH)}…`
  }
  return path
}
