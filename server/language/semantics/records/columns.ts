/** `@column` names the column of a claim in a file. Two claims never share one. */
import { replaceFix } from '../../messages/report'
import type { Annotation } from '../../syntax/annotation'
import { quoteText, readString } from '../../syntax/string-literal'
import { isPart } from '../checked-input'
import type { Checking, InputDraft } from '../checking'

/** Stands for the number of an entry in the name of a column. */
export const ENTRY_MARK = '[]'

const QUOTED = /^"(?:[^"\\]|\\.)*"$/

/** Reads the name. Reports it if it has no quotes, or does not say where the number of an entry goes. */
export function readColumn(c: Checking, input: InputDraft, { text, textSpan }: Annotation): void {
  if (!QUOTED.test(text) || text.slice(1, -1).trim() === '') {
    const plain = text.trim()
    const fixes = plain.includes('"') ? [] : [replaceFix(`Write ${quoteText(plain)}`, textSpan, quoteText(plain))]
    c.report.add('column-form', textSpan, [], fixes)
    return
  }
  const name = readString(c.text, textSpan.start, textSpan.end, c.report)
  const entries = input.declared.name.split('[').length - 1
  if (entries > 0 && name.value.split(ENTRY_MARK).length - 1 !== entries) {
    const marks = Array.from({ length: entries }, () => ENTRY_MARK).join(' ')
    const bare = name.value.replaceAll(ENTRY_MARK, '').trim()
    c.report.add('column-entry', textSpan, [withoutEntries(input.declared.name), `${bare} ${marks}`])
    return
  }
  input.column = { ...name, value: name.value.trim() }
}

/** Reports a column that is also that of another claim, by its annotation or by the name of the claim. */
export function checkColumns(c: Checking): void {
  if (c.inputs.every(({ column }) => column === null)) return
  const taken = new Map<string, InputDraft>()
  for (const input of c.inputs) if (isAsked(input) && input.column === null) taken.set(input.declared.name, input)
  for (const input of c.inputs) {
    const { column, declared } = input
    if (column === null || !isAsked(input)) continue
    const name = columnOf(column.value, declared.name)
    const other = taken.get(name)
    if (other === undefined) taken.set(name, input)
    else if (!/\[(?!1\])/.test(declared.name))
      c.report.add('column-taken', column, [
        name,
        withoutEntries(other.declared.name),
        c.lines.line(other.statement.start),
      ])
  }
}

/** The column of one claim: `Age []` is `Age 2` for `driver[2].age`. */
export function columnOf(pattern: string, name: string): string {
  const entries = [...name.matchAll(/\[(\d+)\]/g)].map(([, entry = '']) => entry)
  let next = 0
  return entries.length === 0 ? pattern : pattern.replaceAll(ENTRY_MARK, () => entries[next++] ?? ENTRY_MARK)
}

function isAsked({ kind, form }: InputDraft): boolean {
  return kind === 'claim' && !isPart({ form })
}

function withoutEntries(name: string): string {
  return name.replace(/\[\d+\]/g, '')
}
