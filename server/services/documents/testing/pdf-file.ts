/** Prints lines of text as a PDF for tests, with one font and no compression. */

export interface PrintedText {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size?: number
}

export function pdfFile(pages: readonly (readonly PrintedText[])[]): Buffer {
  const objects: string[] = []
  const add = (content: string): number => objects.push(content)
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add('')
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  const kids = pages.map((texts) => {
    const stream = texts.map(printText).join('\n')
    const content = add(`<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`)
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    )
  })
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`
  let file = '%PDF-1.4\n'
  const offsets = objects.map((content, i) => {
    const offset = Buffer.byteLength(file, 'latin1')
    file += `${i + 1} 0 obj\n${content}\nendobj\n`
    return offset
  })
  const start = Buffer.byteLength(file, 'latin1')
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** Needs a password, which nobody knows. */
export function encryptedPdf(): Buffer {
  const key = `<${'00'.repeat(32)}>`
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O ${key} /U ${key} >> /ID [<00> <00>]`
  const plain = pdfFile([[{ text: 'secret', x: 1, y: 1 }]]).toString('latin1')
  return Buffer.from(plain.replace('/Root 1 0 R', `/Root 1 0 R ${encrypt}`), 'latin1')
}

function printText({ text, x, y, size = 11 }: PrintedText): string {
  const escaped = text.replaceAll(/[\\()]/g, (character) => `\\${character}`)
  return `BT /F1 ${size} Tf ${x} ${y} Td (${escaped}) Tj ET`
}

const LINE = 14
const LINES_PER_PAGE = 48
const CHARACTERS_PER_LINE = 80

/**
 * Sets the paragraphs of a text with blank lines between them, and rows of tables in columns.
 * @param footer printed on each page in front of its number
 */
export function printPolicy(text: string, footer: string): Buffer {
  const lines = text.split('\n').flatMap((line) => (line.startsWith('|') ? [line] : wrapLine(line)))
  const pages: PrintedText[][] = []
  for (let from = 0; from < lines.length; from += LINES_PER_PAGE) {
    const page = lines.slice(from, from + LINES_PER_PAGE).flatMap((line, i): PrintedText[] => {
      const y = 780 - i * LINE
      if (line === '') return []
      if (!line.startsWith('|')) return [{ text: line, x: 60, y }]
      const cells = line.slice(1, -1).split('|')
      return cells.map((cell, column) => ({ text: cell.trim(), x: 60 + column * 150, y }))
    })
    pages.push([...page, { text: `${footer} ${pages.length + 1}`, x: 60, y: 40, size: 8 }])
  }
  return pdfFile(pages)
}

function wrapLine(line: string): readonly string[] {
  const wrapped: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    if (current.length + word.length + 1 > CHARACTERS_PER_LINE) {
      wrapped.push(current)
      current = word
    } else current = current === '' ? word : `${current} ${word}`
  }
  return [...wrapped, current]
}
