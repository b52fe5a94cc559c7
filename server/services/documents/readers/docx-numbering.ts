/** The numbers that Word counts: a paragraph names a list and a level, and the list says how its levels are written. */
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { countedNumber } from './plain-structure'

interface Level {
  start: number
  format: string
  /** As in `%1.%2`. */
  text: string
}

interface Style {
  name: string
  basedOn: string | null
  numId: string | null
  level: number | null
  /** 0 for a heading of the first level; null for other paragraphs. */
  outline: number | null
}

/** Styles can be based on one another in a circle. */
const MAX_STYLE_DEPTH = 20

export class NumberedParagraphs {
  readonly #levels = new Map<string, Map<number, Level>>()
  /** The definition of each list, and where its levels begin again. */
  readonly #lists = new Map<string, { definition: string; starts: Map<number, number> }>()
  readonly #styles = new Map<string, Style>()
  readonly #counters = new Map<string, Map<number, number>>()

  constructor(numbering: string, styles: string) {
    if (numbering !== '') this.#readNumbering(numbering)
    if (styles !== '') this.#readStyles(styles)
  }

  /** The text with its number, and with `#` if it is a heading. */
  write(text: string, styleId: string | null, ownList: string | null, ownLevel: number | null): string {
    if (text === '') return ''
    const style = this.#styleOf(styleId)
    const numId = ownList ?? style.numId
    const number = numId === null || numId === '0' ? '' : this.#count(numId, ownLevel ?? style.level ?? 0)
    const heading =
      style.outline !== null && style.outline < 6 && !text.includes('\n') ? '#'.repeat(style.outline + 1) : ''
    return [heading, number, text].filter((part) => part !== '').join(' ')
  }

  #count(numId: string, level: number): string {
    const list = this.#lists.get(numId)
    const levels = this.#levels.get(list?.definition ?? '')
    const format = levels?.get(level)
    if (list === undefined || levels === undefined || format === undefined) return ''
    if (format.format === 'bullet') return '-'
    if (format.format === 'none') return ''
    const counters = this.#counters.get(list.definition) ?? new Map<number, number>()
    this.#counters.set(list.definition, counters)
    const first = (each: number) => list.starts.get(each) ?? levels.get(each)?.start ?? 1
    const before = counters.get(level)
    counters.set(level, before === undefined ? first(level) : before + 1)
    for (const deeper of counters.keys()) if (deeper > level) counters.delete(deeper)
    return format.text.replaceAll(/%(\d)/g, (_, digit: string) => {
      const each = Number(digit) - 1
      return countedNumber(counters.get(each) ?? first(each), levels.get(each)?.format ?? 'decimal')
    })
  }

  #styleOf(id: string | null): Pick<Style, 'numId' | 'level' | 'outline'> {
    const found: { numId: string | null; level: number | null; outline: number | null } = {
      ...{ numId: null, level: null, outline: null },
    }
    let next = id
    for (let depth = 0; next !== null && depth < MAX_STYLE_DEPTH; depth++) {
      const style = this.#styles.get(next)
      if (style === undefined) break
      const heading = /^heading (\d)$/i.exec(style.name)
      found.numId ??= style.numId
      found.level ??= style.level
      found.outline ??= style.outline ?? (heading === null ? null : Number(heading[1]) - 1)
      if (style.name.toLowerCase() === 'title') found.outline ??= 0
      next = style.basedOn
    }
    return found
  }

  #readNumbering(xml: string): void {
    let definition = ''
    let level: Level | null = null
    let list: { definition: string; starts: Map<number, number> } | null = null
    let override = 0
    parseTags(xml, (name, value, attributes) => {
      if (name === 'w:abstractNum') {
        definition = attributes['w:abstractNumId'] ?? ''
        this.#levels.set(definition, new Map())
      } else if (name === 'w:lvl') {
        level = { start: 1, format: 'decimal', text: '' }
        // A list that replaces the whole level is rare; its definition counts.
        if (list === null) this.#levels.get(definition)?.set(Number(attributes['w:ilvl']), level)
      } else if (name === 'w:num') {
        list = { definition: '', starts: new Map() }
        this.#lists.set(attributes['w:numId'] ?? '', list)
      } else if (name === 'w:abstractNumId' && list !== null) list.definition = value
      else if (name === 'w:lvlOverride') override = Number(attributes['w:ilvl'])
      else if (name === 'w:startOverride' && list !== null) list.starts.set(override, Number(value))
      else if (level !== null) {
        if (name === 'w:start') level.start = Number(value)
        else if (name === 'w:numFmt') level.format = value
        else if (name === 'w:lvlText') level.text = value
      }
    })
  }

  #readStyles(xml: string): void {
    let style: Style | null = null
    parseTags(xml, (name, value, attributes) => {
      if (name === 'w:style') {
        style = { name: '', basedOn: null, numId: null, level: null, outline: null }
        this.#styles.set(attributes['w:styleId'] ?? '', style)
      } else if (style === null) return
      else if (name === 'w:name') style.name = value
      else if (name === 'w:basedOn') style.basedOn = value
      else if (name === 'w:numId') style.numId = value
      else if (name === 'w:ilvl') style.level = Number(value)
      else if (name === 'w:outlineLvl') style.outline = Number(value)
    })
  }
}

type TagListener = (name: string, value: string, attributes: Readonly<Record<string, string>>) => void

function parseTags(xml: string, listener: TagListener): void {
  const parser = new SaxesParser()
  // Without its lists, the document still has its words.
  parser.on('error', () => undefined)
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => listener(name, attributes['w:val'] ?? '', attributes))
  parser.write(xml).close()
}
