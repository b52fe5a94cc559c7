import { describe, expect, it } from 'vitest'
import { wordsOf } from '../../../documents/clause'
import { splitClauses } from '../../../documents/split-clauses'
import { normalizeText } from '../../../documents/text-lines'
import { docxFile, paragraph, zipArchive } from '../testing/docx-file'
import { pdfFile } from '../testing/pdf-file'
import { POLICIES } from '../testing/policies'
import { FORMATS } from '../testing/policy-formats'
import { formatOf, readFile } from './read-file'

async function read(name: string, bytes: Uint8Array): Promise<string> {
  return normalizeText(await readFile(new Uint8Array(bytes), formatOf(bytes, name)))
}

/** Label and words of each clause, without the marks of tables and headings. */
function clausesOf(text: string): ReadonlyMap<string, string> {
  const plain = (words: string) => words.replaceAll(/[|#\s]+/g, ' ').trim()
  return new Map(splitClauses(text).map((clause) => [clause.label, plain(wordsOf(text, clause))]))
}

describe('five policies in each format', () => {
  it.each(POLICIES)('$kind: a person finds these clauses', ({ text, labels }) => {
    expect([...clausesOf(normalizeText(text)).keys()]).toEqual(labels)
  })

  it.each(Object.entries(FORMATS))(
    '%s: at least 95 of 100 clauses have the right label and words',
    async (_, write) => {
      let [right, all] = [0, 0]
      const wrong: string[] = []
      for (const { kind, text } of POLICIES) {
        const { name, bytes } = write(text)
        const found = clausesOf(await read(name, bytes))
        for (const [label, words] of clausesOf(normalizeText(text))) {
          all++
          const same = found.get(label === 'preamble' && !found.has(label) ? 'title' : label)
          if (same === words) right++
          else wrong.push(`${kind} ${label}: ${same}`)
        }
      }
      expect([right / all >= 0.95, wrong]).toEqual([true, wrong])
    },
  )
})

describe('what Word counts and hides', () => {
  it('has headings, lists that begin again, and no deleted words', async () => {
    const levels =
      '<w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1."/></w:lvl>'
    const numbering = `<w:abstractNum w:abstractNumId="0">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`
    const list = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
    const deleted =
      '<w:p><w:r><w:t>Kept</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom></w:p>'
    const body = paragraph('One', list) + paragraph('Two', list) + deleted
    expect(await read('a.docx', docxFile(body, numbering))).toBe('IV. One\n\nV. Two\n\nKept\n')
  })
})

describe('HTML', () => {
  it('has the numbers that a browser shows, and nothing that it hides', async () => {
    const html = `<html><body><style>p{}</style><script>alert("x")</script><ol start="3"><li>Three</li><li>Four<ol type="a"><li>Inner</li></ol></li></ol>
      <img src="https://example.com/x.png"><iframe src="https://example.com"></iframe><template>no</template><p>A &amp; B</p></body></html>`
    expect(await read('a.html', Buffer.from(html))).toBe('3. Three\n4. Four\n\na. Inner\n\nA & B\n')
  })
})

describe('a file that cannot become a document', () => {
  const big = Buffer.alloc(60_000_000, 'a')

  it.each<[string, string, Uint8Array, RegExp]>([
    ['bytes', 'a.txt', Buffer.from([1, 0, 2, 0]), /not a text/],
    ['an old Word document', 'a.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /Save it as \.docx/],
    ['an archive without a document', 'a.docx', zipArchive([{ name: 'x', content: 'y' }]), /not a Word document/],
    ['a damaged archive', 'a.docx', Buffer.from('PK\u0003\u0004 nothing'), /damaged/],
    [
      'an encrypted archive',
      'a.docx',
      zipArchive([{ name: 'word/document.xml', content: 'x', isEncrypted: true }]),
      /encrypted/,
    ],
    [
      'an archive that unpacks to 60 MB',
      'a.docx',
      zipArchive([{ name: 'word/document.xml', content: big }]),
      /more than 50 MB/,
    ],
    [
      'an archive that lies about its size',
      'a.docx',
      zipArchive([{ name: 'word/document.xml', content: big, claimedBytes: 10 }]),
      /damaged/,
    ],
    [
      'entities that grow',
      'a.docx',
      zipArchive([{ name: 'word/document.xml', content: '<!DOCTYPE a [<!ENTITY b "cc">]><a>&b;</a>' }]),
      /damaged/,
    ],
    ['no PDF', 'a.pdf', Buffer.from('%PDF-1.4 nothing'), /damaged/],
    ['pictures of pages', 'a.pdf', pdfFile([[], []]), /no text/],
    ['too many pages', 'a.pdf', pdfFile(Array.from({ length: 501 }, () => [{ text: 'x', x: 1, y: 1 }])), /501 pages/],
  ])('is refused with a sentence: %s', async (_, name, bytes, sentence) => {
    const answer = await read(name, bytes).catch((error: unknown) => (error instanceof Error ? error.message : ''))
    expect(answer).toMatch(sentence)
    expect(answer).toMatch(/^[A-Z][^\n]+\.$/)
  })
})
