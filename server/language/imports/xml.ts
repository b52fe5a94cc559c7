/** A reader for the part of XML that DMN files use: elements, attributes, text, CDATA and the five entities. */

export interface XmlElement {
  /** Without its prefix. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  readonly text: string
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[]
  text: string
}

const PIECE =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<[?!][^>]*>|<\/([\w.:-]+)\s*>|<([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/y

/** Deeper files are refused, so that no file overflows the stack. */
const MAX_DEPTH = 100

/** The root element; null if the text is not a complete XML document. */
export function readXml(text: string): XmlElement | null {
  const root: OpenElement = { name: '', attributes: new Map(), children: [], text: '' }
  const open: OpenElement[] = [root]
  PIECE.lastIndex = 0
  const source = text.replace(/^\uFEFF/, '')
  while (PIECE.lastIndex < source.length) {
    const match = PIECE.exec(source)
    const inside = open.at(-1)
    if (match === null || inside === undefined) return null
    const [, data, closed, opened, attributes = '', empty, plain] = match
    if (data !== undefined) inside.text += data
    else if (plain !== undefined) inside.text += decode(plain)
    else if (opened !== undefined) {
      const element = { name: localName(opened), attributes: readAttributes(attributes), children: [], text: '' }
      inside.children.push(element)
      if (empty === '') open.push(element)
      if (open.length > MAX_DEPTH) return null
    } else if (closed !== undefined && (open.length < 2 || open.pop()?.name !== localName(closed))) return null
  }
  const [first] = root.children
  return open.length === 1 && root.children.length === 1 ? (first ?? null) : null
}

export function childrenNamed(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

/** Returns the text of the element and of everything inside, trimmed. */
export function textOf(element: XmlElement): string {
  return (element.text + element.children.map(textOf).join('')).trim()
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function readAttributes(text: string): ReadonlyMap<string, string> {
  const found = [...text.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
  return new Map(found.map(([, name = '', double, single]) => [localName(name), decode(double ?? single ?? '')]))
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decode(text: string): string {
  return text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
