/** Makes Word documents for tests: a ZIP archive with the pieces that a word processor writes. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ArchivePart {
  readonly name: string
  readonly content: string | Buffer
  /** The unpacked size that the archive states, if it is false. */
  readonly claimedBytes?: number
  readonly isEncrypted?: boolean
}

export function zipArchive(pieces: readonly ArchivePart[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claimedBytes, isEncrypted = false } of pieces) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(isEncrypted ? 1 : 0, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(checksum(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claimedBytes ?? bytes.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, Buffer.from(name), packed])
    const central = Buffer.alloc(46)
    central.write('PK\u0001\u0002', 0, 'latin1')
    central.writeUInt16LE(20, 4)
    fields.copy(central, 6)
    central.writeUInt32LE(offset, 42)
    directory.push(central, Buffer.from(name))
    files.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(pieces.length, 8)
  end.writeUInt16LE(pieces.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, central, end])
}

function checksum(bytes: Buffer): number {
  return crc32(bytes)
}

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'

/** @param body paragraphs and tables, as XML */
export function docxFile(body: string, numbering = ''): Buffer {
  const pieces = [
    {
      name: 'word/document.xml',
      content: `<?xml version="1.0"?><w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    },
    ...(numbering === ''
      ? []
      : [{ name: 'word/numbering.xml', content: `<w:numbering ${NAMESPACES}>${numbering}</w:numbering>` }]),
  ]
  return zipArchive(pieces)
}

export function paragraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`
}

export function wordTable(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
