/** Runs the Python of the documentation unchanged, or says that Python is missing. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { docsBlocks, docsText } from './docs-blocks'
import { startServer } from './running-server'

const run = promisify(execFile)
const blocks = docsBlocks(docsText('python.md'))
const textOf = (kind: string) => blocks.find((block) => block.kind === kind)?.text ?? ''

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'])
    return true
  } catch {
    return false
  }
}

it('the Python of the page imports only the package and prints what the TypeScript client prints', () => {
  const imports = [...textOf('python').matchAll(/^import ([\w.]+)$/gm)].map(([, name]) => name)
  expect(imports).toEqual(['sys'])
  expect(textOf('text')).toBe(docsBlocks(docsText('client.md')).find(({ kind }) => kind === 'text')?.text)
})

it.skipIf(!hasPython())(
  'the Python client runs, and prints what the page says',
  { tags: ['nightly'], timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-python-'))
    const server = await startServer()
    try {
      const file = path.join(folder, 'client.py')
      writeFileSync(file, textOf('python'))
      const env = { ...process.env, PYTHONPATH: path.resolve(import.meta.dirname, '../../public/clients/python') }
      const { stdout } = await run('python3', ['-B', '-X', 'utf8', file, server.url], { env })
      expect(stdout.trim()).toBe(textOf('text'))
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
    expect(server.log()).toBe('')
  },
)
