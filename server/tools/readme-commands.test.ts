import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { docsBlocks } from './docs-blocks'
import { runShell } from './run-shell'
import { type RunningServer, startServer } from './running-server'

const readme = readFileSync(path.resolve(import.meta.dirname, '../../README.md'), 'utf8')
const blocks = docsBlocks(readme)
let server: RunningServer

beforeAll(async () => {
  server = await startServer()
})

afterAll(() => server?.stop())

it('the README’s lines, word for word, give the output that it shows', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-readme-'))
  const commands = blocks.filter((block) => block.kind === 'sh')
  const separator = '----- next -----'
  const script = commands.map(({ text }) => text).join(`\necho; echo '${separator}'\n`)
  const outputs = (await runShell(script.replaceAll('http://localhost:3000', server.url), folder)).split(separator)
  rmSync(folder, { recursive: true, force: true })
  expect(outputs).toHaveLength(2)
  const [compiled, checked] = commands.map((command) => blocks[blocks.indexOf(command) + 1]!.text)
  expect(outputs[0]!.trim()).toBe(compiled)
  expect(JSON.parse(outputs[1]!)).toEqual(JSON.parse(checked!))
})
