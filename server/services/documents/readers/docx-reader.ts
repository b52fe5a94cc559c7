/** Reads the words of a Word document with the numbers that Word counts. No macro, link or embedded part is opened. */
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import yauzl from 'yauzl'
import { NumberedParagraphs } from './docx-numbering'
import { FILE_PROBLEMS, FileProblemError, MAX_UNPACKED_BYTES } from './file-problem'
import { markdownRow } from './plain-structure'

const PARTS = ['word/document.xml', 'word/numbering.xml', 'word/styles.xml'] as const

export async function readDocx(bytes: Uint8Array): Promise<string> {
  const pieces = await unpack(bytes)
  const body = pieces.get('word/document.xml')
  if (body === undefined) throw new FileProblemError(FILE_PROBLEMS.notWord)
  const numbering = new NumberedParagraphs(pieces.get('word/numbering.xml') ?? '', pieces.get('word/styles.xml') ?? '')
  return readBody(body, numbering)
}

/** The needed parts as text. Sizes are counted while they are unpacked, because an archive can lie about them. */
function unpack(bytes: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  let left = MAX_UNPACKED_BYTES
  return new Promise((resolve, reject) => {
    const fail = () => reject(new FileProblemError(FILE_PROBLEMS.damagedArchive))
    yauzl.fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (failure, archive) => {
      if (failure) return fail()
      archive.on('error', fail)
      archive.on('end', () => resolve(found))
      archive.on('entry', (entry: yauzl.Entry) => {
        if (!PARTS.some((part) => part === entry.fileName)) return archive.readEntry()
        if (entry.isEncrypted()) return reject(new FileProblemError(FILE_PROBLEMS.encryptedWord))
        archive.openReadStream(entry, (problem, stream) => {
          if (problem) return fail()
          const chunks: Buffer[] = []
          stream.on('error', fail)
          stream.on('data', (chunk: Buffer) => {
            left -= chunk.length
            if (left < 0) {
              stream.destroy()
              reject(new FileProblemError(FILE_PROBLEMS.largeArchive))
            } else chunks.push(chunk)
          })
          stream.on('end', () => {
            found.set(entry.fileName, Buffer.concat(chunks).toString('utf8'))
            archive.readEntry()
          })
        })
      })
      archive.readEntry()
    })
  })
}

interface OpenParagraph {
  text: string
  style: string | null
  numId: string | null
  level: number | null
}

/** Deleted text, moved text at its old place, and the copy of a picture's text for older readers. */
const LEFT_OUT = new Set(['w:del', 'w:moveFrom', 'mc:Fallback', 'w:instrText'])

function readBody(xml: string, numbering: NumberedParagraphs): string {
  const blocks: string[] = []
  const paragraphs: OpenParagraph[] = []
  let [skipped, tables] = [0, 0]
  let row: string[] = []
  let cell: string[] = []
  let isWord = false
  const endParagraph = ({ text, style, numId, level }: OpenParagraph) => {
    const written = numbering.write(text.replaceAll(/[^\S\n]+/g, ' ').trim(), style, numId, level)
    if (written === '') return
    if (tables > 0) cell.push(written)
    else blocks.push(written, '')
  }
  const parser = new SaxesParser()
  parser.on('error', () => {
    throw new FileProblemError(FILE_PROBLEMS.damagedWord)
  })
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    if (skipped > 0 || LEFT_OUT.has(name)) skipped++
    if (skipped > 0) return
    const open = paragraphs.at(-1)
    const value = attributes['w:val'] ?? null
    if (name === 'w:p') paragraphs.push({ text: '', style: null, numId: null, level: null })
    else if (name === 'w:tbl') tables++
    else if (open !== undefined) {
      if (name === 'w:pStyle') open.style = value
      else if (name === 'w:numId') open.numId = value
      else if (name === 'w:ilvl') open.level = Number(value)
      else if (name === 'w:tab') open.text += ' '
      else if (name === 'w:br' || name === 'w:cr') open.text += '\n'
      else if (name === 'w:noBreakHyphen') open.text += '-'
      isWord = name === 'w:t'
    }
  })
  parser.on('text', (text) => {
    const open = paragraphs.at(-1)
    if (isWord && skipped === 0 && open !== undefined) open.text += text
  })
  parser.on('closetag', ({ name }) => {
    isWord = false
    if (skipped > 0) {
      skipped--
      return
    }
    if (name === 'w:p') {
      const ended = paragraphs.pop()
      if (ended !== undefined) endParagraph(ended)
    } else if (name === 'w:tc' && tables === 1) {
      row.push(cell.join(' '))
      cell = []
    } else if (name === 'w:tr' && tables === 1) {
      blocks.push(markdownRow(row))
      row = []
    } else if (name === 'w:tbl') {
      tables--
      if (tables === 0) blocks.push('')
    }
  })
  parser.write(xml).close()
  return blocks.join('\n')
}
