/** The language server says what the editor on the pages says (decisions/060), about the policies and every diagnostic. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CompletionRequest, HoverRequest } from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { LanguageSession } from '../../components/editor/language-session'
import type { FromWorker } from '../../components/editor/protocol'
import { bundledFile } from '../cli/bundle-server.mjs'
import { EditorClient } from '../cli/touchstone/language-server/testing/editor-client'
import type { Question } from '../language/service/answer-question'
import { hoverParagraphs } from '../language/service/hover-markdown'

const root = path.resolve(import.meta.dirname, '../..')
const DIAGNOSTICS = path.join(import.meta.dirname, 'golden/diagnostics')
const EXAMPLES = path.join(root, 'public/examples')

let editor: EditorClient
beforeAll(async () => {
  editor = await EditorClient.start([process.execPath, bundledFile(root, 'touchstone'), 'language-server'])
})
afterAll(async () => {
  expect(await editor.stop()).toBe(0)
})

const policies = readdirSync(EXAMPLES)
  .filter((file) => file !== 'index.json')
  .map((file) => [file, JSON.parse(readFileSync(path.join(EXAMPLES, file), 'utf8')).ruleset as string] as const)
const cases = readdirSync(DIAGNOSTICS).map(
  (name) => [name, readFileSync(path.join(DIAGNOSTICS, name, 'input.tsr'), 'utf8')] as const,
)

/** The editor's worker, without a clock and without a page. */
function editorSession(source: string) {
  const messages: FromWorker[] = []
  const later: (() => void)[] = []
  const session = new LanguageSession(
    (message) => messages.push(message),
    (call) => later.push(call),
    () => 0,
  )
  session.receive({ kind: 'text', revision: 1, source })
  later.shift()?.()
  const [analysed] = messages
  if (analysed?.kind !== 'analysed') throw new Error('the editor analysed nothing')
  const ask = (question: Question) => {
    session.receive({ kind: 'ask', id: 1, source, question })
    const last = messages.at(-1)
    if (last?.kind !== 'answer') throw new Error('the editor answered nothing')
    return last.answer
  }
  return { diagnostics: analysed.diagnostics, ask }
}

it.each([...policies, ...cases])('%s: the same diagnostics', async (name, source) => {
  const uri = `untitled:${name}`
  await editor.open(uri, source)
  const { diagnostics } = await editor.diagnostics((each) => each.uri === uri)
  const document = TextDocument.create(uri, 'ruleset', 1, source)
  const expected = editorSession(source).diagnostics.map(({ code, severity, message, start, end }) => ({
    ...{ code, message, source: 'touchstone', severity: severity === 'error' ? 1 : 2 },
    range: { start: document.positionAt(start), end: document.positionAt(end) },
  }))
  expect(diagnostics.filter((each) => each.source === 'touchstone')).toEqual(expected)
  await editor.close(uri)
})

/** Places in a text: the end of every 20th word. */
function placesIn(source: string): readonly number[] {
  return [...source.matchAll(/\w+/g)].flatMap(({ 0: word, index }, at) => (at % 20 === 0 ? [index + word.length] : []))
}

it.each(policies)('%s: the same completions and hovers', async (name, source) => {
  const uri = `untitled:at-${name}`
  await editor.open(uri, source)
  const document = TextDocument.create(uri, 'ruleset', 1, source)
  const { ask } = editorSession(source)
  for (const offset of placesIn(source)) {
    const place = { textDocument: { uri }, position: document.positionAt(offset) }
    const items = (await editor.connection.sendRequest(CompletionRequest.type, place)) as {
      label: string
      textEdit: { newText: string }
    }[]
    const completions = ask({ about: 'completions', offset })
    if (completions.about !== 'completions') throw new Error(completions.about)
    expect(items.map(({ label, textEdit }) => [label, textEdit.newText])).toEqual(
      completions.result.map(({ label, insert }) => [label, insert]),
    )
    const hover = await editor.connection.sendRequest(HoverRequest.type, place)
    const expected = ask({ about: 'hover', offset })
    if (expected.about !== 'hover') throw new Error(expected.about)
    const value = expected.result === null ? undefined : hoverParagraphs(expected.result).join('\n\n')
    expect(hover?.contents).toEqual(value === undefined ? undefined : { kind: 'markdown', value })
  }
  await editor.close(uri)
})
