/**
 * The commands and the client of the page on guardrails work word for word, for an administrator's account. `websocat`
 * is the installed program, or a stand-in with the same options, because Debian has no package of it.
 */
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docsBlocks, docsText } from './docs-blocks'
import { asOwnLines, type GuardrailAccount, makeGuardrailAccount } from './guardrail-account'
import { type PeopleServer, startPeopleServer } from './people-server'
import { runShell, withWebsocat } from './run-shell'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const blocks = docsBlocks(docsText('guardrails.md'))
const commands = blocks.filter(({ kind }) => kind === 'sh')
const BETWEEN = '----- next command -----'

let server: PeopleServer
let account: GuardrailAccount
let outputs: readonly string[]
let target: string
let folder: string

beforeAll(async () => {
  // Inside the project, so that programs here find its packages.
  mkdirSync(path.join(root, '.data'), { recursive: true })
  folder = mkdtempSync(path.join(root, '.data/guardrails-'))
  server = await startPeopleServer()
  account = await makeGuardrailAccount(server)
  const script = [...commands.map(({ text }) => text), 'echo $TARGET'].join(`\necho; echo '${BETWEEN}'\n`)
  const output = await runShell(withWebsocat(asOwnLines(script, server, account), folder), folder)
  outputs = output.split(BETWEEN)
  target = outputs.at(-1)?.trim() ?? ''
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  expect(server.log()).toBe('')
})

/** The page shows a part of each answer, and "..." for an arbitrary text. */
function expected(shown: unknown): unknown {
  if (shown === '...') return expect.stringMatching(/./)
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown)) return shown
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, expected(value)]))
}

describe('the commands of the page on guardrails', { tags: ['nightly'] }, () => {
  for (const [index, command] of commands.entries())
    it(`line ${command.line}`, () => {
      const shown = blocks[blocks.indexOf(command) + 1]
      const output = outputs[index]?.trim() ?? ''
      if (shown?.kind === 'json') expect(JSON.parse(output)).toMatchObject(expected(JSON.parse(shown.text)) as object)
      else expect(output).toBe(shown?.kind === 'text' ? shown.text : '')
    })
})

describe('the client of the page', { tags: ['nightly'] }, () => {
  const environment = () => ({
    ...process.env,
    SERVICE_USERNAME: account.username,
    SERVICE_TOKEN: account.serviceToken,
    TARGET: target,
  })

  it('type-checks without other files and is used as the page says', async () => {
    copyFileSync(path.join(root, 'public/clients/guardrail-client.ts'), path.join(folder, 'guardrail-client.ts'))
    const program = blocks.find(({ kind }) => kind === 'ts')?.text ?? ''
    const file = path.join(folder, 'program.ts')
    writeFileSync(file, asOwnLines(program, server, account))
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
    const options = ['--strict', '--noEmit', '--ignoreConfig', '--target', 'es2022', '--module', 'esnext']
    const types = ['--moduleResolution', 'bundler', '--types', 'node', '--skipLibCheck']
    await run(process.execPath, [compiler, ...options, ...types, file]).catch((error: { stdout?: string }) => {
      throw new Error(error.stdout)
    })
    const { stdout } = await run(process.execPath, ['--import', 'tsx', file], { cwd: root, env: environment() })
    expect(stdout.trim()).toBe('NO 1')
  })

  it('is also a command', async () => {
    const file = path.join(root, 'public/clients/guardrail-client.ts')
    const answer = '{"amount": "20 USD", "has_receipt": "unknown"}'
    const { stdout } = await run(process.execPath, ['--import', 'tsx', file, server.url, target, answer], {
      cwd: root,
      env: environment(),
    })
    expect(stdout.trim()).toBe('YES (confidence 1)\n  receipt_attached: TRUE')
  })
})
