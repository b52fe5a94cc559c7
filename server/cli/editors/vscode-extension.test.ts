/** The extension for VS Code as it is released, with the real language server as its child process. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bundledFile } from '../bundle-server.mjs'
import { CancellationToken, type OpenDocument } from './testing/open-document'
import type { CompletionItem, WorkspaceEdit } from './testing/vscode-values'
import { CancellationError, type CodeAction, Position, Range, type TextEdit, Uri } from './testing/vscode-values'
import { type Extension, loadExtension, type Options, VscodeWindow } from './testing/vscode-window'

const root = path.resolve(import.meta.dirname, '../../..')
const MAIN = path.join(root, 'public/editors/vscode/extension.js')
const COMMAND = [process.execPath, bundledFile(root, 'touchstone')]
const TRAVEL = `version 1.4;
// @unit amount USD
// @ask receipt Is there a receipt?
declare amount as numeric;
declare receipt as boolean;
let large = amount > 75 "USD";
assert receipt_held { Implies(large, receipt) };
`

interface Running {
  readonly window: VscodeWindow
  readonly extension: Extension
}

let folder = ''
let shared: Running
const running: Running[] = []
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-vscode-'))
  shared = startExtension()
  await shared.window.until(() => shared.window.status.text === 'Touchstone: running')
})
afterAll(async () => {
  await endExtension(shared)
  rmSync(folder, { recursive: true, force: true })
})
afterEach(async () => {
  for (const each of running.splice(0)) await endExtension(each)
})

function startExtension(options: Partial<Options> = {}): Running {
  const window = new VscodeWindow({ folder, command: COMMAND, ...options })
  const extension = loadExtension(MAIN, window.api())
  extension.activate(window)
  return { window, extension }
}

/** Nothing may remain of an extension that was ended. */
async function endExtension({ window, extension }: Running): Promise<void> {
  await extension.deactivate()
  expect([...window.providers.keys(), ...window.watchers.keys(), ...window.problems.keys()]).toEqual([])
  expect(window.events.edited.count).toBe(0)
}

/** A window of one test. */
function startWindow(options: Partial<Options> = {}): VscodeWindow {
  const started = startExtension(options)
  running.push(started)
  return started.window
}

async function startRunning(options: Partial<Options> = {}): Promise<VscodeWindow> {
  const window = startWindow(options)
  await window.until(() => window.status.text === 'Touchstone: running')
  return window
}

let lastFile = 0
const newUri = () => Uri.file(path.join(folder, `policies/text-${++lastFile}.tsr`))
const problemsOf = (window: VscodeWindow, { uri }: OpenDocument) => window.problems.get(String(uri))

describe('a text', () => {
  it('has problems that follow what is typed, and has none after it is closed', async () => {
    const { window } = shared
    const document = window.open(newUri(), 'declare x as boolean;\nassert a { y };\n')
    await window.until(() => problemsOf(window, document)?.length === 2)
    const errors = problemsOf(window, document)?.filter(({ severity }) => severity === 0)
    expect(errors).toMatchObject([{ source: 'touchstone', range: { start: { line: 1, character: 11 } } }])
    window.edit(document, new Range(1, 11, 1, 12), 'x')
    await window.until(() => problemsOf(window, document)?.length === 0)
    window.edit(document, new Range(0, 0, 1, 0), '')
    await window.until(() => problemsOf(window, document)?.length !== 0)
    window.close(document)
    await window.until(() => problemsOf(window, document)?.length === 0)
  })

  it('may be open before the server runs, or have no file; other languages are not its concern', async () => {
    const window = startWindow()
    const early = window.open(Uri.parse('untitled:Untitled-1'), 'assert a { y };\n')
    const other = window.open(Uri.file(path.join(folder, 'notes.md')), 'assert a { y };\n', 'markdown')
    const shown = window.open(Uri.parse('git:/policies/a.tsr'), 'assert a { y };\n')
    await window.until(() => problemsOf(window, early) !== undefined)
    expect([problemsOf(window, other), problemsOf(window, shown)]).toEqual([undefined, undefined])
  })

  it('is judged again if touchstone.json has changed', async () => {
    const { window } = shared
    await window.until(() => window.watchers.size === 1)
    const document = window.open(
      Uri.file(path.join(folder, 'europe/a.tsr')),
      'declare a as boolean;\nassert b { a };\n',
    )
    await window.until(() => problemsOf(window, document)?.length === 0)
    mkdirSync(path.join(folder, 'europe'))
    const configuration = path.join(folder, 'europe/touchstone.json')
    writeFileSync(configuration, JSON.stringify({ unit_library: { path: 'units.txt', sha256: '0'.repeat(64) } }))
    window.watchers.get('**/touchstone.json')?.fire(Uri.file(configuration))
    await window.until(() => problemsOf(window, document)?.length === 1)
    expect(problemsOf(window, document)?.[0]?.message).toContain('units.txt')
  })
})

describe('answers', () => {
  let document: OpenDocument
  const token = new CancellationToken()
  const at = (word: string) => document.positionOf(word)
  const ask = (question: string, ...args: unknown[]) => shared.window.ask(question, document, ...args)
  const optionsOf = (kind: string) => shared.window.providers.get(kind)?.options
  const openText = (text: string) => {
    document = shared.window.open(newUri(), text)
  }

  it('about a place: hover, signature, definition, references and highlights', async () => {
    openText(TRAVEL)
    expect(await ask('Hover.provideHover', at('receipt'), token)).toMatchObject({
      contents: { value: expect.stringContaining('receipt: boolean (claim)') },
      range: { start: { line: 6, character: 37 } },
    })
    expect(await ask('Hover.provideHover', new Position(7, 0), token)).toBeUndefined()
    expect(await ask('SignatureHelp.provideSignatureHelp', at('receipt)'), token)).toMatchObject({
      ...{ activeSignature: 0, activeParameter: 1 },
      signatures: [{ label: 'Implies(a, b)', parameters: [{ label: [8, 9] }, { label: [11, 12] }] }],
    })
    expect(optionsOf('SignatureHelp')).toEqual([{ triggerCharacters: ['(', ','], retriggerCharacters: [')'] }])
    const declared = { range: { start: { line: 5, character: 4 }, end: { line: 5, character: 9 } } }
    const used = { range: { start: { line: 6, character: 30 }, end: { line: 6, character: 35 } } }
    expect(await ask('Definition.provideDefinition', at('large'), token)).toMatchObject([
      { ...declared, uri: document.uri },
    ])
    const references = (includeDeclaration: boolean) =>
      ask('Reference.provideReferences', at('large'), { includeDeclaration }, token)
    expect(await references(false)).toMatchObject([used])
    expect(await references(true)).toMatchObject([declared, used])
    expect(await ask('DocumentHighlight.provideDocumentHighlights', at('large'), token)).toMatchObject([
      { ...declared, kind: 2 },
      { ...used, kind: 1 },
    ])
  })

  it('about what can be written: words, and snippets with placeholders', async () => {
    openText(TRAVEL.replace(', receipt', ', rec'))
    const complete = async (position: Position, triggerCharacter?: string) => {
      const context = { triggerKind: triggerCharacter === undefined ? 0 : 1, triggerCharacter }
      return (await ask('CompletionItem.provideCompletionItems', position, token, context)) as
        | CompletionItem[]
        | undefined
    }
    const { line, character } = at('rec)')
    const items = await complete(new Position(line, character + 3))
    expect(items).toContainEqual(
      expect.objectContaining({ label: 'receipt', kind: 4, insertText: 'receipt', filterText: 'receipt' }),
    )
    expect(items?.[0]?.range).toMatchObject({ start: { line, character }, end: { line, character: character + 3 } })
    expect(await complete(at('amount as'), ' ')).toBeUndefined()
    const statements = await complete(new Position(7, 0))
    const snippet = { label: 'assert', insertText: { value: expect.stringContaining('${1:') } }
    expect(statements).toContainEqual(expect.objectContaining(snippet))
    expect(optionsOf('CompletionItem')).toEqual(['"', '@', ' '])
  })

  it('rename, or the reason against it', async () => {
    openText(TRAVEL)
    expect(await ask('Rename.prepareRename', at('large'), token)).toMatchObject({ placeholder: 'large' })
    await expect(ask('Rename.prepareRename', at('version'), token)).rejects.toThrow(
      'Only claims, definitions and assertions can be renamed.',
    )
    const edit = (await ask('Rename.provideRenameEdits', at('large'), 'is_large', token)) as WorkspaceEdit
    expect(document.textAfter(edit.get(document.uri))).toBe(TRAVEL.replaceAll('large', 'is_large'))
    await expect(ask('Rename.provideRenameEdits', at('large'), 'amount', token)).rejects.toThrow('amount')
  })

  it('format', async () => {
    openText(TRAVEL.replace('let large =', 'let   large='))
    const question = 'DocumentFormattingEdit.provideDocumentFormattingEdits'
    const edits = (await ask(question, { tabSize: 2, insertSpaces: true }, token)) as TextEdit[]
    expect(document.textAfter(edits)).toBe(TRAVEL)
  })

  it('one-click fixes', async () => {
    openText('declare has_paid as boolean;\nassert a { has_payd };\n')
    const fixes = async (only?: string) => {
      const context = { diagnostics: [], only: only === undefined ? undefined : { value: only } }
      const range = new Range(1, 12, 1, 12)
      return (await ask('CodeActions.provideCodeActions', range, context, token)) as CodeAction[]
    }
    const [fix] = await fixes()
    expect(fix).toMatchObject({ kind: { value: 'quickfix' }, diagnostics: [{ range: { start: { line: 1 } } }] })
    expect(document.textAfter(fix!.edit!.get(document.uri))).toContain('{ has_paid }')
    expect(await fixes('quickfix')).toEqual(await fixes())
    expect(await fixes('source.fixAll')).toEqual([])
  })

  it('symbols, folds and colours', async () => {
    openText(TRAVEL)
    const symbols = await ask('DocumentSymbol.provideDocumentSymbols', token)
    expect(symbols).toMatchObject(
      ['amount', 'receipt', 'large', 'receipt_held'].map((name) => ({ name, kind: expect.any(Number) })),
    )
    expect(await ask('FoldingRange.provideFoldingRanges', {}, token)).toEqual([{ start: 1, end: 2, kind: 1 }])
    const colours = (await ask('DocumentSemanticTokens.provideDocumentSemanticTokens', token)) as { data: Uint32Array }
    expect([...colours.data.slice(10, 15)]).toEqual([1, 8, 6, 0, 2])
  })

  it('are dropped if the question is cancelled or the text has changed, and colours are asked for again', async () => {
    openText(TRAVEL)
    const cancelling = new CancellationToken()
    const hovered = ask('Hover.provideHover', at('receipt'), cancelling)
    cancelling.cancel()
    expect(await hovered).toBeUndefined()
    const outdated = ask('Hover.provideHover', at('receipt'), token)
    const colours = ask('DocumentSemanticTokens.provideDocumentSemanticTokens', token)
    shared.window.edit(document, new Range(0, 0, 0, 0), ' ')
    expect(await outdated).toBeUndefined()
    await expect(colours).rejects.toThrow(CancellationError)
  })
})

describe('the language server', () => {
  /** A command that writes the id of its process first. */
  function recorded(name: string): { readonly command: string[]; pid(): number } {
    const file = path.join(folder, name)
    const command = ['sh', '-c', `echo $$ > '${file}'; exec "$0" "$@"`, ...COMMAND]
    return { command, pid: () => Number(readFileSync(file, 'utf8')) }
  }

  it('is started again if it ends, but not for ever', async () => {
    const { command, pid } = recorded('pid')
    const window = await startRunning({ command })
    const document = window.open(newUri(), 'assert a { y };\n')
    for (let ends = 1; ends <= 4; ends++) {
      await window.until(
        () => window.status.text === 'Touchstone: running' && problemsOf(window, document) !== undefined,
      )
      process.kill(pid(), 'SIGKILL')
      await window.until(() => window.status.text !== 'Touchstone: running')
    }
    expect(window.status).toMatchObject({ text: 'Touchstone: not running', severity: 2 })
    expect(window.messages.map(({ text }) => text)).toEqual([
      'The language server of Touchstone ended 4 times: it ended with SIGKILL.',
    ])
    window.commands.get('touchstone.restart')?.()
    await window.until(() => window.status.text === 'Touchstone: running' && problemsOf(window, document) !== undefined)
  })

  it('ends with the extension', async () => {
    const { command, pid } = recorded('last-pid')
    await startRunning({ command })
    await running.pop()?.extension.deactivate()
    expect(() => process.kill(pid(), 0)).toThrow('ESRCH')
  })

  it.each([
    [['no-such-command'], 'there is no command "no-such-command"'],
    [['node', '-e', 'console.log("hello")', '--'], 'it does not write messages of the Language Server Protocol'],
    [['node', '-e', 'process.exit(3)', '--'], 'it ended with the exit code 3'],
    ['npx touchstone', 'the setting touchstone.command is not a list of words'],
  ])('that cannot be started as %j is reported with the reason', async (command, reason) => {
    const window = startWindow({ command })
    await window.until(() => window.messages.length > 0)
    const [message] = window.messages
    expect(message?.text).toBe(
      `Touchstone cannot start its language server: ${reason}. Install the command touchstone in this workspace, or name it in the setting touchstone.command.`,
    )
    expect(window.status).toMatchObject({ text: 'Touchstone: not running', detail: message?.text, busy: false })
    expect(window.output).toContain(reason)
    message?.choose('Open Settings')
    await Promise.resolve()
    expect(window.executed).toEqual([['workbench.action.openSettings', 'touchstone.command']])
    window.configure(COMMAND)
    await window.until(() => window.status.text === 'Touchstone: running')
    expect(window.status.detail).toMatch(/^touchstone \d/)
  })

  it('that never answers can be replaced', async () => {
    const window = startWindow({ command: ['node', '-e', 'setInterval(() => {}, 1000)', '--'] })
    await window.until(() => window.output.includes('Starting'))
    window.configure(COMMAND)
    await window.until(() => window.status.text === 'Touchstone: running')
    expect(window.messages).toEqual([])
  })

  it('waits until the workspace is trusted', async () => {
    const window = startWindow({ isTrusted: false })
    await window.until(() => window.status.text === 'Touchstone: not started')
    expect(window.output).toBe('')
    window.trust()
    await window.until(() => window.status.text === 'Touchstone: running')
  })

  it('is taken from node_modules at or above the workspace, or else from PATH', async () => {
    const installed = path.join(folder, 'node_modules/touchstone')
    mkdirSync(installed, { recursive: true })
    writeFileSync(path.join(installed, 'package.json'), '{"name":"touchstone","type":"module"}')
    writeFileSync(path.join(installed, 'touchstone.js'), `import '${pathToFileURL(COMMAND[1] ?? '').href}'\n`)
    const below = path.join(folder, 'team/policies')
    mkdirSync(below, { recursive: true })
    const window = await startRunning({ command: [], folder: below })
    expect(window.output).toContain(`Starting node ${path.join(installed, 'touchstone.js')} language-server --stdio`)
    rmSync(installed, { recursive: true })
    const programs = path.join(folder, 'programs')
    mkdirSync(programs)
    writeFileSync(path.join(programs, 'touchstone'), `#!/bin/sh\nexec '${COMMAND.join("' '")}' "$@"\n`)
    chmodSync(path.join(programs, 'touchstone'), 0o755)
    const before = process.env.PATH
    try {
      process.env.PATH = `${programs}${path.delimiter}${before}`
      const other = await startRunning({ command: [] })
      expect(other.output).toContain('Starting touchstone language-server --stdio')
    } finally {
      process.env.PATH = before
    }
  })
})
