/** The policies of policies.ts in each format that a document can be uploaded in. */
import { docxFile, escapeXml, paragraph, wordTable } from './docx-file'
import { printPolicy } from './pdf-file'

export const FORMATS: Readonly<Record<string, (text: string) => { readonly name: string; readonly bytes: Buffer }>> = {
  text: (text) => ({ name: 'policy.txt', bytes: Buffer.from(text) }),
  markdown: (text) => ({ name: 'policy.md', bytes: Buffer.from(markdown(text)) }),
  html: (text) => ({ name: 'policy.html', bytes: Buffer.from(html(text)) }),
  'html lines': (text) => ({ name: 'policy.html', bytes: Buffer.from(htmlLines(text)) }),
  docx: (text) => ({ name: 'policy.docx', bytes: docx(text) }),
  pdf: (text) => ({ name: 'policy.pdf', bytes: printPolicy(text, 'Internal use. Page') }),
}

const HEADING = /^(\d+\. [A-Z][a-z ]+|[A-Z]\. [A-Z][a-z ]+|Section \d+\. .+|Article \d+)$/

function blocks(text: string): readonly string[] {
  return text.trim().split(/\n\n+/)
}

function rowsOf(block: string): readonly (readonly string[])[] {
  return block.split('\n').map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

function markdown(text: string): string {
  return blocks(text)
    .map((block, i) => (i === 0 ? `# ${block}` : HEADING.test(block) ? `## ${block}` : block))
    .join('\n\n')
}

function html(text: string): string {
  const body = blocks(text).map((block, i) => {
    if (block.startsWith('|')) {
      const rows = rowsOf(block).map((row) => `<tr>${row.map((cell) => `<td>${escapeXml(cell)}</td>`).join('')}</tr>`)
      return `<table><tbody>${rows.join('')}</tbody></table>`
    }
    const tag = i === 0 ? 'h1' : HEADING.test(block) ? 'h2' : 'p'
    return `<${tag} onclick="alert(1)">${escapeXml(block)}</${tag}>`
  })
  return `<!doctype html><html><head><title>Not the text</title><script>document.write('1. no')</script></head><body>${body.join('\n')}</body></html>`
}

/** Lines as word processors put them on the clipboard: every line ends with a break. */
function htmlLines(text: string): string {
  return `<html><body><div>${blocks(text)
    .map((block) => escapeXml(block).replaceAll('\n', '<br>'))
    .join('<br><br>')}</div></body></html>`
}

const LEVELS = [
  { number: /^\d+\. (?=[A-Z][a-z]+$)/, format: 'decimal', text: '%1.' },
  { number: /^\d+\.\d+ /, format: 'decimal', text: '%1.%2' },
  { number: /^\([a-h]\) /, format: 'lowerLetter', text: '(%3)' },
  { number: /^\([ivx]+\) /, format: 'lowerRoman', text: '(%4)' },
]

/** Word counts the numbers of a policy like 1, 1.1, (a), (i) itself; others are typed. */
function docx(text: string): Buffer {
  const isCounted = /^1\.1 /m.test(text)
  const body = blocks(text).map((block) => {
    if (block.startsWith('|')) return wordTable(rowsOf(block))
    const level = isCounted ? LEVELS.findIndex(({ number }) => number.test(block)) : -1
    if (level < 0) return paragraph(block)
    const list = `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="7"/></w:numPr>`
    return paragraph(block.replace(LEVELS[level]?.number ?? '', ''), list)
  })
  const levels = LEVELS.map(
    ({ format, text: shown }, i) =>
      `<w:lvl w:ilvl="${i}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${shown}"/></w:lvl>`,
  )
  return docxFile(
    body.join(''),
    `<w:abstractNum w:abstractNumId="3">${levels.join('')}</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="3"/></w:num>`,
  )
}
