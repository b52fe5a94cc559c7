import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../calls/caller'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import type { Workbench } from '../workbench'
import { docxFile, paragraph } from './testing/docx-file'
import { encryptedPdf } from './testing/pdf-file'

let tested: ServicesUnderTest
let workbench: Workbench
let author: Caller
beforeAll(async () => {
  tested = await startServices(1)
  workbench = tested.workbenches[0]!
  author = await tested.personCaller(['author'])
})
afterAll(() => tested.stop())

const POLICY =
  '1. Meals cost at most USD 60 a day.\n2. A claim must be filed within thirty days.\n3. Guests are welcome.\n'
const RULES = `version 1.4;
// @unit cost USD
declare cost as numeric;
// @unit elapsed d
declare elapsed as numeric;
// @cite meal TE-07 1 the daily limit
assert meal { cost <= 60 "USD" };
// @cite late TE-07 2
assert late { elapsed <= 31 "d" };
// @cite other TE-07 9
assert other { cost > 0 "USD" };
`
const text = (policy: string) => ({ kind: 'text', text: policy, format: 'text' }) as const

async function refusal(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  )
}

async function saveRules(name: string, source: string): Promise<void> {
  tested.pass(1_000)
  const bound = await workbench.revisions.open(author, name).catch(() => null)
  const answer = await workbench.revisions.save(author, {
    ...{ namespaceId: author.namespaceId!, name, source, message: null },
    base: bound?.hash ?? null,
  })
  expect(answer.kind).toBe('saved')
}

describe('a document', () => {
  it('is added, listed and opened with its clauses', async () => {
    await workbench.documents.add(author, { label: 'TE-07', title: 'Travel', content: text(POLICY) })
    expect(await workbench.documents.list(author)).toMatchObject([{ label: 'TE-07', title: 'Travel', revision: 1 }])
    const opened = await workbench.documents.open(author, { label: 'TE-07', revision: null })
    expect(opened.clauses.map(({ label, change }) => [label, change])).toEqual([
      ['1', null],
      ['2', null],
      ['3', null],
    ])
    expect(opened.clauses.map(({ start, end }) => opened.text.slice(start, end)).join('')).toBe(opened.text)
    expect(opened.revision.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is compared with a ruleset: coverage, unknown clauses and missing numbers', async () => {
    await saveRules('travel', RULES)
    const report = await workbench.documents.coverage(author, { label: 'TE-07', revision: null }, { name: 'travel' })
    expect(report).toMatchObject({
      summary: '2 of 3 clauses covered, 1 open',
      missing: [{ rule: 'late', number: '31 d', clauses: ['2'] }],
      unknown: [{ rule: 'other', clause: '9' }],
      outdated: [],
    })
    const { start } = (await workbench.documents.open(author, { label: 'TE-07', revision: null })).clauses[2]!
    const mark = { kind: 'not_checkable', reason: 'Nobody counts guests.' } as const
    await workbench.documents.edit(author, {
      ...{ label: 'TE-07', revision: 1, seen: 0 },
      edit: { kind: 'mark', start, mark },
    })
    const marked = await workbench.documents.coverage(author, { label: 'TE-07', revision: null }, { source: RULES })
    expect(marked.summary).toBe('2 of 3 clauses covered, 1 not checkable')
  })

  it('shows what a revision changed, takes marks over, and flags the rules that cite changed clauses', async () => {
    tested.pass(1_000)
    const revised = POLICY.replace('60', '75')
    await workbench.documents.revise(author, { label: 'TE-07', base: 1, content: text(revised) })
    const opened = await workbench.documents.open(author, { label: 'TE-07', revision: null })
    expect(opened.clauses[0]?.change).toBe('changed')
    expect(opened.clauses.find(({ mark }) => mark !== null)).toMatchObject({ mark: { kind: 'not_checkable' } })
    const coverage = () => workbench.documents.coverage(author, { label: 'TE-07', revision: null }, { name: 'travel' })
    expect((await coverage()).outdated).toContainEqual({ rule: 'meal', clause: '1', change: 'changed' })
    await saveRules('travel', RULES.replaceAll('60', '75'))
    expect((await coverage()).outdated).toEqual([])
    const first = await workbench.documents.open(author, { label: 'TE-07', revision: 1 })
    expect(first.text).toBe(POLICY)
  })

  it('gives the words of cited clauses, as of the save of a ruleset or as of now', async () => {
    const clauses = ['1', '1', '9'].map((clause) => ({ document: 'TE-07', clause }))
    const hash = createHash('sha256').update(RULES).digest('hex')
    const read = (of: string | null, by = author) => workbench.documents.clauses(by, { hash: of, clauses })
    expect(await read(hash)).toEqual([
      { document: 'TE-07', clause: '1', text: '1. Meals cost at most USD 60 a day.', isOutdated: true },
      { document: 'TE-07', clause: '9', text: null, isOutdated: true },
    ])
    expect((await read(null))[0]).toMatchObject({ text: '1. Meals cost at most USD 75 a day.', isOutdated: false })
    // A hash that nobody saved gives nothing away.
    expect(await read('0'.repeat(64))).toEqual(await read(null))
    expect((await read(null, await tested.personCaller(['author'])))[0]?.text).toBeNull()
    expect(await workbench.documents.clauses(author, { hash: null, clauses: [] })).toEqual([])
  })

  it('is read from a Word file in a thread, and keeps the file', async () => {
    const bytes = new Uint8Array(docxFile(paragraph('1. One must pay.') + paragraph('2. Two.')))
    await workbench.documents.add(author, {
      ...{ label: 'W-1', title: 'Word' },
      content: { kind: 'file', name: 'policy.docx', bytes },
    })
    const opened = await workbench.documents.open(author, { label: 'W-1', revision: null })
    expect(opened.text).toBe('1. One must pay.\n\n2. Two.\n')
    expect(opened.revision).toMatchObject({ format: 'docx', fileName: 'policy.docx' })
    const source = await workbench.documents.source(author, { label: 'W-1', revision: null })
    expect([...source.bytes]).toEqual([...bytes])
  }, 120_000)

  it('writes what happened to the log, without its text', async () => {
    const entries = await tested.query<{ kind: string; body: Buffer }>(
      `SELECT kind, body FROM log_entry WHERE namespace_id = '${author.namespaceId}'`,
    )
    expect(entries.some(({ body }) => body.includes('Guests'))).toBe(false)
    expect(entries.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['document_added', 'document_revised', 'clause_marked']),
    )
  })
})

describe('what is refused', () => {
  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'a label that is taken',
      () => workbench.documents.add(author, { label: 'TE-07', title: 'x', content: text('a') }),
      /Another document/,
    ],
    ['no words', () => workbench.documents.add(author, { label: 'E', title: 'x', content: text(' \n') }), /no words/],
    [
      'too many words',
      () => workbench.documents.add(author, { label: 'E', title: 'x', content: text('a '.repeat(2_400_000)) }),
      /too long/,
    ],
    [
      'too many lines',
      () => workbench.documents.add(author, { label: 'E', title: 'x', content: text('(a)\n'.repeat(500_000)) }),
      /too long/,
    ],
    [
      'HTML with an entity and many open elements',
      () =>
        workbench.documents.add(author, {
          ...{ label: 'E', title: 'x' },
          content: {
            kind: 'text',
            text: `<!DOCTYPE a [<!ENTITY b "cc">]><p>${'<b>'.repeat(60_000)}`,
            format: 'html',
          },
        }),
      /nested too deeply/,
    ],
    [
      'an encrypted PDF',
      () =>
        workbench.documents.add(author, {
          ...{ label: 'E', title: 'x' },
          content: { kind: 'file', name: 'a.pdf', bytes: new Uint8Array(encryptedPdf()) },
        }),
      /encrypted/,
    ],
    [
      'too many bytes',
      () => workbench.documents.add(author, { label: 'E', title: 'x', content: text('a'.repeat(5_000_001)) }),
      /at most 5 MB/,
    ],
    ['an unknown label', () => workbench.documents.open(author, { label: 'no', revision: null }), /No document/],
    ['an unknown revision', () => workbench.documents.open(author, { label: 'TE-07', revision: 9 }), /no revision 9/],
    [
      'the same text again',
      () => workbench.documents.revise(author, { label: 'TE-07', base: 2, content: text(POLICY) }),
      /revision 1/,
    ],
    [
      'an older base',
      () => workbench.documents.revise(author, { label: 'TE-07', base: 1, content: text('new') }),
      /somebody else/,
    ],
    [
      'an edit of older clauses',
      () =>
        workbench.documents.edit(author, { label: 'TE-07', revision: 2, seen: 99, edit: { kind: 'join', start: 36 } }),
      /somebody else|No clause/,
    ],
    [
      'a damaged file',
      () =>
        workbench.documents.add(author, {
          label: 'E',
          title: 'x',
          content: { kind: 'file', name: 'a.pdf', bytes: new TextEncoder().encode('%PDF-1.7') },
        }),
      /damaged/,
    ],
  ])(
    '%s',
    async (_, call, sentence) => {
      expect(await refusal(call())).toMatch(sentence)
    },
    120_000,
  )

  it('two writers: one revision is saved, and the other one is a conflict', async () => {
    await workbench.documents.add(author, { label: 'RACE', title: 'x', content: text('1. A.\n2. B.') })
    const tries = ['C', 'D', 'E'].map((end) =>
      refusal(workbench.documents.revise(author, { label: 'RACE', base: 1, content: text(`1. A.\n2. ${end}.`) })),
    )
    const answers = await Promise.all(tries)
    expect(answers.filter((answer) => answer === 'no refusal')).toHaveLength(1)
  })
})

describe('who may do what', () => {
  it('reviewers and administrators read, and only authors change', async () => {
    for (const role of ['reviewer', 'administrator'] as const) {
      const other = await tested.personCaller([role], author.namespaceId!)
      expect((await workbench.documents.open(other, { label: 'TE-07', revision: null })).label).toBe('TE-07')
      const changes = [
        workbench.documents.add(other, { label: 'N', title: 'x', content: text('a') }),
        workbench.documents.revise(other, { label: 'TE-07', base: 2, content: text('a') }),
        workbench.documents.edit(other, { label: 'TE-07', revision: 2, seen: 1, edit: { kind: 'split', at: 5 } }),
      ]
      for (const change of changes) expect(await refusal(change)).toMatch(/may not/i)
    }
  })

  it('two namespaces have documents with one label, and each sees its own', async () => {
    const stranger = await tested.personCaller(['author'])
    await workbench.documents.add(stranger, { label: 'TE-07', title: 'Theirs', content: text('1. Theirs.\n2. More.') })
    const opened = await workbench.documents.open(stranger, { label: 'TE-07', revision: null })
    expect([opened.title, opened.revisions.length]).toEqual(['Theirs', 1])
    expect((await workbench.documents.open(author, { label: 'TE-07', revision: null })).title).toBe('Travel')
  })

  it('two uploads with one label: one is stored, and the other one is refused', async () => {
    const uploads = ['A', 'B'].map((title) => {
      const content = { kind: 'file', name: 'a.docx', bytes: new Uint8Array(docxFile(paragraph(title))) } as const
      return refusal(workbench.documents.add(author, { label: 'TWICE', title, content }))
    })
    const answers = await Promise.all(uploads)
    expect(answers.toSorted()).toEqual([expect.stringMatching(/^Another document/), 'no refusal'])
  })

  it('another namespace sees nothing', async () => {
    const stranger = await tested.personCaller(['author'])
    expect(await workbench.documents.list(stranger)).toEqual([])
    const calls = [
      workbench.documents.open(stranger, { label: 'TE-07', revision: null }),
      workbench.documents.source(stranger, { label: 'TE-07', revision: null }),
      workbench.documents.revise(stranger, { label: 'TE-07', base: 2, content: text('a') }),
      workbench.documents.coverage(stranger, { label: 'TE-07', revision: null }, { source: RULES }),
    ]
    for (const call of calls) expect(await refusal(call)).toMatch(/No document/)
  })
})

describe('compile', () => {
  it('warns of a clause that the document does not have, and lists what assertions cite', async () => {
    const answer: unknown = JSON.parse(await callOperation(tested.services[0]!, 'compile', author, { source: RULES }))
    const citations = [{ document: 'TE-07', clause: '1', words: 'the daily limit' }]
    expect(answer).toMatchObject({
      diagnostics: [
        { severity: 'warning', line: 10, message: expect.stringMatching(/^The document "TE-07" has no clause 9\./) },
      ],
      manifest: { rules: [{ rule: 'meal', assertions: [{ name: 'meal', citations }] }, {}, {}] },
    })
    const claims = { cost: '70 USD', elapsed: '3 d' }
    const checked: unknown = JSON.parse(
      await callOperation(tested.services[0]!, 'check', author, { source: RULES, claims }),
    )
    expect(checked).toMatchObject({ rules: [{ assertions: [{ check: 'FALSE', citations }] }, {}, {}] })
  })
})
