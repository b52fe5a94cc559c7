/** Reads CSV files and cells pasted from a spreadsheet as rows of text. */

/** The character that separates the cells of the first line most often. */
function separatorOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1)
  const plain = line.replaceAll(/"[^"]*"/g, '')
  const counts = ['\t', ';', ',', '|'].map((sign) => ({ sign, count: plain.split(sign).length - 1 }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).sign
}

/** Trimmed cells; empty lines are left out, and every row has as many cells as the longest. */
export function readSheet(text: string): readonly (readonly string[])[] {
  const separator = separatorOf(text)
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell.trim())
    cell = ''
  }
  for (let i = 0; i < text.length; i++) {
    const sign = text.charAt(i)
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text.charAt(i + 1) === '"') cell += text.charAt(++i)
      else isQuoted = false
    } else if (sign === '"' && cell.trim() === '' && closesCell(text, i, separator)) {
      cell = ''
      isQuoted = true
    } else if (sign === separator) endCell()
    else if (sign === '\n') {
      endCell()
      rows.push([])
    } else if (sign !== '\r') cell += sign
  }
  endCell()
  const filled = rows.filter((row) => row.some((each) => each !== ''))
  const width = Math.max(0, ...filled.map(({ length }) => length))
  return filled.map((row) => [...row, ...Array<string>(width - row.length).fill('')])
}

/** `"a, b"` is one quoted cell, and `"a", "b"` a cell that lists two texts. */
function closesCell(text: string, at: number, separator: string): boolean {
  let i = at + 1
  while (i < text.length && (text.charAt(i) !== '"' || text.charAt(i + 1) === '"')) i += text.charAt(i) === '"' ? 2 : 1
  const next = text.charAt(i + 1)
  return next === '' || next === '\n' || next === '\r' || next === separator
}
