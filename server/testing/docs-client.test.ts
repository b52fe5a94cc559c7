import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { docsBlocks, docsText } from './docs-blocks'
import { startServer } from './running-server'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')

it('the client of the documentation type-checks, runs, and prints what the page says', {
  tags: ['nightly'],
  timeout: 60_000,
}, async () => {
  const blocks = docsBlocks(docsText('client.md'))
  const program = blocks.find(({ kind }) => kind === 'ts')!.text
  const shown = blocks.find(({ kind }) => kind === 'text')!.text
  // Inside the project, so that the compiler finds Node's types.
  mkdirSync(path.join(root, '.data'), { recursive: true })
  const folder = mkdtempSync(path.join(root, '.data/client-'))
  const server = await startServer()
  try {
    const file = path.join(folder, 'client.ts')
    writeFileSync(file, `${program}\nexport {}\n`)
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
    const options = ['--strict', '--noEmit', '--ignoreConfig', '--target', 'es2022', '--module', 'esnext']
    const types = ['--moduleResolution', 'bundler', '--types', 'node', '--skipLibCheck']
    await run(process.execPath, [compiler, ...options, ...types, file]).catch((error: { stdout?: string }) => {
      throw new Error(error.stdout)
    })
    const { stdout } = await run(process.execPath, ['--import', 'tsx', file, server.url], { cwd: root })
    expect(stdout.trim()).toBe(shown)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  expect(server.log()).toBe('')
})
