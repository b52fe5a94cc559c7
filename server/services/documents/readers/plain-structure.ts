/** How a list number and a row of a table are written in the text of a document. */

/** @param format as Word names it; `decimal` for an unknown one */
export function countedNumber(value: number, format: string): string {
  if (format === 'lowerLetter') return letters(value)
  if (format === 'upperLetter') return letters(value).toUpperCase()
  if (format === 'lowerRoman') return roman(value)
  if (format === 'upperRoman') return roman(value).toUpperCase()
  return format === 'decimalZero' ? String(value).padStart(2, '0') : String(value)
}

/** Word counts a to z, then aa to zz. */
function letters(value: number): string {
  if (value < 1) return String(value)
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.min(10, Math.ceil(value / 26)))
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

function roman(value: number): string {
  if (value < 1 || value > 3_999) return String(value)
  let text = ''
  let rest = value
  for (const [number, digits] of ROMAN)
    while (rest >= number) {
      text += digits
      rest -= number
    }
  return text
}

/** A row of a table as in Markdown, on one line. */
export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '/').trim()).join(' | ')} |`
}
