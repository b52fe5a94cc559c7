/** The language server over its protocol, as a child process with a public client. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type CodeAction,
  CodeActionRequest,
  CompletionRequest,
  DefinitionRequest,
  type Diagnostic,
  DocumentFormattingRequest,
  DocumentHighlightRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  LSPErrorCodes,
  Message,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  SemanticTokensRequest,
  SignatureHelpRequest,
  StreamMessageReader,
  type TextDocumentEdit,
  type TextEdit,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { applyFix } from '../../../language/messages/diagnostic'
import { analyseRuleset } from '../../../language/semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../../../language/text/limits'
import { builtInLibrary } from '../../../language/units/unit-library'
import { repetitions } from '../../../testing/repetitions'
import { bundledFile } from '../../bundle-server.mjs'
import { EditorClient } from './testing/editor-client'

const root = path.resolve(import.meta.dirname, '../../../..')
const PROGRAM = [process.execPath, bundledFile(root, 'touchstone'), 'language-server', '--stdio'] as const
const TRAVEL = `version 1.4;
// @unit amount USD
// @ask receipt Is there a receipt?
declare amount as numeric;
declare receipt as boolean;
let large = amount > 75 "USD";
assert receipt_held { Implies(large, receipt) };
`

let folder = ''
let editor: EditorClient
let lastUri = 0
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-editor-'))
  editor = await EditorClient.start(PROGRAM, { folder: pathToFileURL(folder).href })
})
afterAll(async () => {
  expect(await editor.stop()).toBe(0)
  rmSync(folder, { recursive: true, force: true })
})
afterEach(() => {
  editor.published.length = 0
})

const uriOf = (file: string) => pathToFileURL(path.join(folder, file)).href
const newUri = () => uriOf(`policies/text-${++lastUri}.tsr`)

async function opened(text: string) {
  const uri = newUri()
  await editor.open(uri, text)
  const document = TextDocument.create(uri, 'ruleset', 1, text)
  const at = (word: string, from = 0) => {
    const position = document.positionAt(text.indexOf(word, from))
    return { textDocument: { uri }, position }
  }
  const last = (word: string) => at(word, text.lastIndexOf(word))
  const apply = (edits: TextEdit[]) => TextDocument.applyEdits(document, edits)
  return { uri, document, at, last, apply }
}

/** Problems other than findings about the meaning. */
const problems = (all: readonly Diagnostic[]) => all.filter(({ source }) => source === 'touchstone')
const judged = async (uri: string, version = 1) =>
  (await editor.diagnostics((each) => each.uri === uri && each.version === version)).diagnostics

describe('diagnostics', () => {
  it('follow the text, and are gone after it is closed', async () => {
    const { uri } = await opened('declare x as boolean;\nassert a { y };\n')
    expect((await judged(uri)).filter(({ severity }) => severity === 1)).toMatchObject([
      {
        severity: 1,
        source: 'touchstone',
        range: { start: { line: 1, character: 11 }, end: { line: 1, character: 12 } },
      },
    ])
    const range = { start: { line: 1, character: 11 }, end: { line: 1, character: 12 } }
    await editor.change(uri, 2, [{ range, text: 'x' }])
    expect(await judged(uri, 2)).toEqual([])
    editor.published.length = 0
    await editor.close(uri)
    expect((await editor.diagnostics((each) => each.uri === uri)).diagnostics).toEqual([])
  })

  it('count UTF-16 units, and lines of every ending', async () => {
    const { uri } = await opened('// 🧳🧳\r\nassert a { "🧳" == y };\rassert b { z };\n')
    const errors = (await judged(uri)).filter(({ severity }) => severity === 1)
    expect(errors.map(({ range }) => range.start)).toEqual([
      { line: 1, character: 19 },
      { line: 2, character: 11 },
    ])
  })

  it('include what is found about the meaning', async () => {
    const { uri } = await opened('declare x as boolean;\nassert a { Or(x, Not(x)) };\n')
    const { diagnostics } = await editor.diagnostics(
      (each) => each.uri === uri && each.diagnostics.some(({ source }) => source === 'touchstone meaning'),
    )
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toContainEqual(['never_false', 3])
  })

  it('judge the last of rapid edits, without a turn for each', async () => {
    const { uri } = await opened('')
    const text = TRAVEL.repeat(1)
    for (const [index, character] of [...text].entries()) {
      const position = TextDocument.create(uri, '', 1, text.slice(0, index)).positionAt(index)
      void editor.change(uri, index + 2, [{ range: { start: position, end: position }, text: character }])
    }
    expect(await judged(uri, text.length + 1)).toEqual([])
    const versions = editor.published.filter((each) => each.uri === uri).map(({ version = 0 }) => version)
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
    expect(new Set(versions).size).toBeLessThan(text.length / 2)
  })

  it('equal those of the text for random edits', { tags: ['repeated'] }, async () => {
    const pieces = [
      'declare ',
      'x',
      ' as boolean;\n',
      'assert a { x };\r\n',
      '🧳',
      '"',
      '/*',
      '\ud800',
      '\u0000',
      '}',
      '',
    ]
    const edit = fc.record({ from: fc.nat(), length: fc.nat(12), text: fc.constantFrom(...pieces) })
    const property = fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 12 }), async (edits) => {
      let { uri, document } = await opened(TRAVEL)
      for (const { from, length, text } of edits) {
        const start = from % (document.getText().length + 1)
        const range = { start: document.positionAt(start), end: document.positionAt(start + length) }
        const version = document.version + 1
        await editor.change(uri, version, [{ range, text }])
        document = TextDocument.update(document, [{ range, text }], version)
      }
      const found = problems(await judged(uri, document.version))
      const { diagnostics } = analyseRuleset(document.getText(), builtInLibrary(), DEFAULT_LANGUAGE_LIMITS)
      expect(found.map(({ message }) => message)).toEqual(diagnostics.map(({ message }) => message))
      await editor.close(uri)
    })
    await fc.assert(property, { numRuns: repetitions(200) })
  })

  it('say that a text is too large, and answer about it', async () => {
    const { uri, at } = await opened(`// ${'x'.repeat(300_000)}\n${TRAVEL}`)
    expect(await judged(uri)).toMatchObject([{ code: 'limit-exceeded' }])
    expect(await editor.connection.sendRequest(HoverRequest.type, at('large'))).toBeNull()
  })
})

describe('answers about a place', () => {
  it('hover', async () => {
    const { last } = await opened(TRAVEL)
    const hover = await editor.connection.sendRequest(HoverRequest.type, last('receipt'))
    expect(hover?.contents).toEqual({
      kind: 'markdown',
      value: '```ruleset\nreceipt: boolean (claim)\n```\n\nIs there a receipt\\?',
    })
  })

  it('completion', async () => {
    const { uri, last, at } = await opened(TRAVEL.replace(', receipt', ', rec'))
    const { position } = last('rec)')
    const params = { textDocument: { uri }, position: { ...position, character: position.character + 3 } }
    const items = await editor.connection.sendRequest(CompletionRequest.type, params)
    const [first] = items as { label: string; textEdit: { range: object; newText: string } }[]
    expect(items).toContainEqual(expect.objectContaining({ label: 'receipt', kind: 5, detail: 'boolean' }))
    expect(first?.textEdit.range).toEqual({ start: position, end: params.position })
    const context = { triggerKind: 2, triggerCharacter: ' ' } as const
    expect(await editor.connection.sendRequest(CompletionRequest.type, { ...at('amount as'), context })).toBeNull()
  })

  it('signature', async () => {
    const { last } = await opened(TRAVEL)
    expect(await editor.connection.sendRequest(SignatureHelpRequest.type, last('receipt)'))).toMatchObject({
      ...{
        activeParameter: 1,
        signatures: [{ label: 'Implies(a, b)', parameters: [{ label: [8, 9] }, { label: [11, 12] }] }],
      },
    })
  })

  it('definition, references and highlights', async () => {
    const { uri, at, last } = await opened(TRAVEL)
    const declared = { start: { line: 5, character: 4 }, end: { line: 5, character: 9 } }
    const used = { start: { line: 6, character: 30 }, end: { line: 6, character: 35 } }
    expect(await editor.connection.sendRequest(DefinitionRequest.type, last('large'))).toEqual([
      { uri, range: declared },
    ])
    const references = (includeDeclaration: boolean) =>
      editor.connection.sendRequest(ReferencesRequest.type, { ...at('large'), context: { includeDeclaration } })
    expect(await references(false)).toEqual([{ uri, range: used }])
    expect(await references(true)).toHaveLength(2)
    expect(await editor.connection.sendRequest(DocumentHighlightRequest.type, at('large'))).toEqual([
      { range: declared, kind: 3 },
      { range: used, kind: 2 },
    ])
  })

  it('rename, or the reason against it', async () => {
    const { uri, at, last, apply } = await opened(TRAVEL)
    const rename = (newName: string) => editor.connection.sendRequest(RenameRequest.type, { ...at('large'), newName })
    expect(await editor.connection.sendRequest(PrepareRenameRequest.type, last('large'))).toMatchObject({
      placeholder: 'large',
    })
    await expect(editor.connection.sendRequest(PrepareRenameRequest.type, at('version'))).rejects.toMatchObject({
      code: LSPErrorCodes.RequestFailed,
      message: 'Only claims, definitions and assertions can be renamed.',
    })
    const edit = await rename('is_large')
    const [change] = edit!.documentChanges as [{ textDocument: object; edits: TextEdit[] }]
    expect(change.textDocument).toEqual({ uri, version: 1 })
    expect(apply(change.edits)).toBe(TRAVEL.replaceAll('large', 'is_large'))
    await expect(rename('amount')).rejects.toMatchObject({ code: LSPErrorCodes.RequestFailed })
  })
})

describe('answers about a text', () => {
  it('format', async () => {
    const { uri, apply } = await opened(TRAVEL.replace('let large =', 'let   large='))
    const options = { tabSize: 8, insertSpaces: false }
    const edits = await editor.connection.sendRequest(DocumentFormattingRequest.type, {
      ...{ textDocument: { uri }, options },
    })
    expect(apply(edits!)).toBe(TRAVEL)
    const formatted = await opened(TRAVEL)
    const again = { textDocument: { uri: formatted.uri }, options }
    expect(await editor.connection.sendRequest(DocumentFormattingRequest.type, again)).toEqual([])
  })

  it('one-click fixes', async () => {
    const text = 'declare has_paid as boolean;\nassert a { has_payd && True };\n'
    const { uri, document, apply } = await opened(text)
    const { diagnostics } = analyseRuleset(text, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS)
    const offered = diagnostics.flatMap(({ fixes }) => fixes)
    expect(offered.length).toBeGreaterThan(0)
    const range = { start: document.positionAt(0), end: document.positionAt(text.length) }
    const ask = (only?: string[]) =>
      editor.connection.sendRequest(CodeActionRequest.type, {
        textDocument: { uri },
        range,
        context: { diagnostics: [], ...(only === undefined ? {} : { only }) },
      })
    const actions = (await ask()) as CodeAction[]
    const editsOf = ({ edit }: CodeAction) => (edit!.documentChanges as TextDocumentEdit[])[0]!.edits as TextEdit[]
    expect(actions.map((action) => [action.title, apply(editsOf(action))])).toEqual(
      offered.map((fix) => [fix.title, applyFix(text, fix)]),
    )
    expect(await ask(['source.organizeImports'])).toEqual([])
  })

  it('symbols, folds and colours', async () => {
    const { uri } = await opened(TRAVEL)
    const params = { textDocument: { uri } }
    const symbols = await editor.connection.sendRequest(DocumentSymbolRequest.type, params)
    expect(symbols?.map(({ name }) => name)).toEqual(['amount', 'receipt', 'large', 'receipt_held'])
    expect(await editor.connection.sendRequest(FoldingRangeRequest.type, params)).toEqual([
      { startLine: 1, endLine: 2, kind: 'comment' },
    ])
    const colours = await editor.connection.sendRequest(SemanticTokensRequest.type, params)
    expect(colours!.data.slice(10, 15)).toEqual([1, 8, 6, 0, 2])
  })
})

it('a client with few abilities gets plain text', async () => {
  const plain = await EditorClient.start(PROGRAM, { capabilities: {} })
  const uri = 'untitled:Untitled-1'
  await plain.open(uri, TRAVEL)
  const textDocument = { uri }
  const hover = await plain.connection.sendRequest(HoverRequest.type, {
    textDocument,
    position: { line: 4, character: 9 },
  })
  expect(hover?.contents).toEqual({ kind: 'plaintext', value: 'receipt: boolean (claim)\n\nIs there a receipt?' })
  const start = { textDocument, position: { line: 7, character: 0 } }
  const items = (await plain.connection.sendRequest(CompletionRequest.type, start)) as { textEdit: TextEdit }[]
  expect(items.length).toBeGreaterThan(5)
  expect(items.map(({ textEdit }) => textEdit.newText).join()).not.toContain('$')
  const edit = await plain.connection.sendRequest(RenameRequest.type, {
    ...{ textDocument, position: { line: 5, character: 4 }, newName: 'big' },
  })
  expect(edit?.changes?.[uri]).toHaveLength(2)
  expect(await plain.stop()).toBe(0)
})

describe('units of a folder', () => {
  const LIBRARY = 'unit library 1\nEUR = USD * 0.92 + 0\n'
  const HASH = '0de6e1d498337444e3d18be0d98867f49a55ecf671ac5b41cb21cb0829150c7b'
  const text = '// @unit a USD\ndeclare a as numeric;\nassert b { a > 5 "EUR" };\n'
  const configure = (sha256: string) =>
    writeFileSync(
      path.join(folder, 'europe/touchstone.json'),
      JSON.stringify({ unit_library: { path: 'u.txt', sha256 } }),
    )

  it('are those of the nearest touchstone.json, which may change', async () => {
    mkdirSync(path.join(folder, 'europe/policies'), { recursive: true })
    writeFileSync(path.join(folder, 'europe/u.txt'), LIBRARY)
    configure('0'.repeat(64))
    const [inside, outside] = [uriOf('europe/policies/a.tsr'), uriOf('policies/a.tsr')]
    await editor.open(inside, text)
    await editor.open(outside, text)
    const messages = async (uri: string) => problems(await judged(uri)).map(({ message }) => message)
    expect(await messages(inside)).toEqual([expect.stringContaining(`has the hash ${HASH}`)])
    expect(await messages(outside)).toEqual([expect.stringContaining('EUR')])
    configure(HASH)
    editor.published.length = 0
    await editor.save(inside)
    expect(await messages(inside)).toEqual([])
    expect(await messages(outside)).toEqual([expect.stringContaining('EUR')])
  })
})

/** Sends all at once, as a client does that changes its mind. @returns the answers by id */
async function sendTogether(messages: readonly object[]): Promise<ReadonlyMap<unknown, object>> {
  const child = spawn(PROGRAM[0], PROGRAM.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] })
  const frames = messages.map((message) => {
    const json = JSON.stringify({ jsonrpc: '2.0', ...message })
    return `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`
  })
  child.stdin.write(frames.join(''))
  const answers = new Map<unknown, object>()
  const requestCount = messages.filter((message) => 'id' in message).length
  const ended = once(child, 'close')
  const reader = new StreamMessageReader(child.stdout)
  reader.listen((message) => {
    if (!Message.isResponse(message)) return
    answers.set(message.id, message)
    if (answers.size === requestCount) child.stdin.end()
  })
  await ended
  return answers
}

it('a cancelled request is answered as cancelled, and one about a changed text as outdated', async () => {
  const textDocument = { uri: 'untitled:a', languageId: 'ruleset', version: 1, text: TRAVEL }
  const at = { textDocument: { uri: 'untitled:a' }, position: { line: 5, character: 4 } }
  const answers = await sendTogether([
    { id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } },
    { method: 'initialized', params: {} },
    { method: 'textDocument/didOpen', params: { textDocument } },
    { id: 2, method: 'textDocument/hover', params: at },
    { method: '$/cancelRequest', params: { id: 2 } },
    { id: 3, method: 'textDocument/hover', params: at },
    {
      method: 'textDocument/didChange',
      params: { textDocument: { uri: 'untitled:a', version: 2 }, contentChanges: [{ text: TRAVEL }] },
    },
    { id: 4, method: 'textDocument/hover', params: at },
  ])
  expect(answers.get(2)).toMatchObject({ error: { code: LSPErrorCodes.RequestCancelled } })
  expect(answers.get(3)).toMatchObject({ error: { code: LSPErrorCodes.ContentModified } })
  expect(answers.get(4)).toMatchObject({ result: { contents: { kind: 'plaintext' } } })
})

it('a request about a text that is not open is answered with nothing', async () => {
  const textDocument = { uri: uriOf('policies/closed.tsr') }
  const position = { line: 9, character: 9 }
  expect(await editor.connection.sendRequest(HoverRequest.type, { textDocument, position })).toBeNull()
  expect(await editor.connection.sendRequest(DocumentSymbolRequest.type, { textDocument })).toEqual([])
})

it('ends when its client is gone', async () => {
  const lost = await EditorClient.start(PROGRAM)
  await lost.open('untitled:a', TRAVEL)
  const ended = once(lost.child, 'exit')
  lost.connection.dispose()
  lost.child.stdin!.destroy()
  expect(await ended).toEqual([1, null])
})
