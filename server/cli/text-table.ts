/** Rows of text as columns of one width each, for a terminal; two spaces between them. */
export function textTable(head: readonly string[] | null, rows: readonly (readonly string[])[]): string {
  const all = head === null ? rows : [head, ...rows]
  const widths = all.map((row) => row.map(widthOf))
  const columns = widths.reduce<number[]>((most, row) => row.map((width, i) => Math.max(width, most[i] ?? 0)), [])
  const line = (row: readonly string[], place: number) =>
    row.map((cell, i) => cell + ' '.repeat((columns[i] ?? 0) - (widths[place]?.[i] ?? 0)))
  return all.map((row, place) => line(row, place).join('  ').trimEnd()).join('\n')
}

const segmenter = new Intl.Segmenter()

/** In characters as people count them, to which most terminals come close. */
function widthOf(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : [...segmenter.segment(text)].length
}
