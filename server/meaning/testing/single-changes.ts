/** Changes one number, comparison or connective of a text. Comments, strings, annotations and the version stay. */
export interface SingleChange {
  readonly text: string
  /** Line and change, for messages. */
  readonly what: string
}

const TURNED: Readonly<Record<string, string>> = { '<=': '<', '>=': '>', '<': '<=', '>': '>=' }

export function singleChanges(text: string): readonly SingleChange[] {
  const blank = (match: string) => ' '.repeat(match.length)
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"[^"\n]*"/g, blank).replace(/version [0-9.]+;/, blank)
  const places = [
    ...findChanges(code, /(?<![\w.])\d+(\.\d+)?/g, (number) => String(Number(number) + 1)),
    ...findChanges(code, /<=|>=|<(?!=)|(?<![-=])>(?!=)/g, (operator) => TURNED[operator]!),
    ...findChanges(code, /\b(And|Or)(?=\()/g, (connective) => (connective === 'And' ? 'Or' : 'And')),
  ]
  return places.map(({ start, was, now }) => ({
    text: text.slice(0, start) + now + text.slice(start + was.length),
    what: `line ${text.slice(0, start).split('\n').length}: ${was} to ${now}`,
  }))
}

function findChanges(code: string, place: RegExp, change: (match: string) => string) {
  return [...code.matchAll(place)].map((match) => ({ start: match.index, was: match[0], now: change(match[0]) }))
}
