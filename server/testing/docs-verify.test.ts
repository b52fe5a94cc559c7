/**
 * The documentation's verification works word for word, with its tools, on a receipt of a real server, and fails after
 * tampering.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundledFile } from '../cli/bundle-server.mjs'
import type { SheetMeaning } from '../services/signing/read-meaning'
import type { Receipt } from '../services/signing/read-receipt'
import type { Sheet } from '../services/signing/read-sheet'
import { docsBlocks, docsText } from './docs-blocks'
import { PageClient } from './page-client'
import { runShell } from './run-shell'
import { type RunningServer, startServer } from './running-server'

const SOURCE = 'declare paid as boolean;\nassert is_paid { paid };\n'
const PASSWORD = 'a long enough password'
const blocks = docsBlocks(docsText('verify.md'))
const root = path.resolve(import.meta.dirname, '../..')

/** Milliseconds to start a server and to sign on a busy machine. */
const START = 300_000

let server: RunningServer
let client: PageClient
let folder: string
let receipt: Receipt

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-verify-'))
  server = await startServer()
  const who = { name: 'Zoë Ångström', email: 'zoe@example.org', password: PASSWORD, namespaceName: 'Verified' }
  client = await PageClient.setUp(server, who)
  const request = JSON.stringify({ name: 'policy', source: SOURCE })
  const saved = (await client.change('operations.run', { operation: 'saveRuleset', request })) as { body: string }
  receipt = await sign((JSON.parse(saved.body) as { ruleset_hash: string }).ruleset_hash)
  writeFileSync(path.join(folder, 'receipt.json'), receipt.bundle.text)
}, START)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  expect(server.log()).toBe('')
})

async function sign(hash: string): Promise<Receipt> {
  const sheet = (await client.ask('signing.sheet', { hash })) as Sheet
  const { reviewDigest, unitLibraryHash, engineVersion } = sheet
  const { comparison } = (await client.ask('signing.meaning', { hash })) as SheetMeaning
  const shown = { reviewDigest, unitLibraryHash, engineVersion, comparisonDigest: comparison?.sha256 ?? null }
  const what = { hash, meaning: 'approved', note: 'Read it all: “paid” — ✓.', expiresAt: null, withdraws: null }
  const { ceremonyId } = (await client.change('signing.prepare', { ...what, ...shown })) as { ceremonyId: string }
  const proof = { kind: 'password', password: PASSWORD }
  const { recordId } = (await client.change('signing.sign', { ceremonyId, proof })) as { recordId: string }
  return (await client.ask('signing.receipt', { recordId })) as Receipt
}

const shell = (script: string) => runShell(script.replaceAll('http://localhost:3000', server.url), folder)

it('the machine has the tools that the page names', { tags: ['nightly'] }, async () => {
  const missing: string[] = []
  for (const tool of ['curl', 'jq', 'base64', 'openssl', 'diff'])
    await shell(`command -v ${tool}`).catch(() => missing.push(tool))
  expect(missing, 'install these to run the commands of public/docs/verify.md').toEqual([])
})

it('verifies a receipt with standard tools, word for word', { tags: ['nightly'] }, async () => {
  const commands = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => text)
  const shown = blocks.filter(({ kind }, i) => kind === 'text' && blocks[i - 1]?.kind === 'sh').map(({ text }) => text)
  expect((await shell(commands.join('\n'))).trim()).toBe(shown.join('\n'))
  const signed = readFileSync(path.join(folder, 'signed.bin'))
  signed[signed.length - 2]! ^= 1
  writeFileSync(path.join(folder, 'signed.bin'), signed)
  const verify = commands
    .find((text) => text.includes('openssl pkeyutl'))!
    .split('\n')
    .at(-1)!
  await expect(shell(verify)).rejects.toThrow('Signature Verification Failure')
})

/** Runs a command next to the running server. */
function command(name: 'verify' | 'keys', args: readonly string[]) {
  const env = { ...process.env, DATA_DIR: server.dataDir }
  const line = [bundledFile(root, name), ...args]
  return promisify(execFile)(process.execPath, line, { env, cwd: root })
}

async function verify(...args: string[]): Promise<{ status: number; output: string }> {
  return command('verify', args).then(
    ({ stdout }) => ({ status: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      status: error.code,
      output: error.stdout + error.stderr,
    }),
  )
}

const file = (name: string) => path.join(folder, name)

it('verifies a receipt with the command, without the server’s database', { tags: ['nightly'] }, async () => {
  await shell(`curl -s http://localhost:3000/.well-known/touchstone-keys.json > keys.json`)
  const good = await verify('receipt', file('receipt.json'), '--keys', file('keys.json'))
  expect(good.output).toContain('Zoë Ångström <zoe@example.org> signed "approved"')
  expect(good.status).toBe(0)
  expect(good.output).not.toMatch(/FAILS|not checked/)
  expect((await verify('receipt', file('receipt.json'))).output).toMatch(/^not checked the keys are those/m)
  writeFileSync(file('changed.json'), receipt.bundle.text.replace('"approved"', '"reviewed"'))
  const bad = await verify('receipt', file('changed.json'), '--keys', file('keys.json'))
  expect(bad).toMatchObject({ status: 1, output: expect.stringMatching(/^FAILS {7}the statement to be read/m) })
  for (const wrong of [
    [],
    ['receipt'],
    ['something', 'x'],
    ['receipt', 'a', 'b'],
    ['log', 'x'],
    ['export', 'x', '--no'],
  ])
    expect((await verify(...wrong)).status, wrong.join(' ')).toBe(2)
  expect((await verify('receipt', file('nowhere.json'))).status).toBe(1)
})

it('verifies the log next to the running server, and an export of it', { tags: ['nightly'] }, async () => {
  const { namespace } = receipt
  const good = await verify('log', '--checkpoint', file('receipt.json'))
  expect(good).toMatchObject({ status: 0, output: expect.stringContaining(`ok    ${namespace.id}: `) })
  const piece = (await client.change('audit.export', {})) as { text: string; next: string | null }
  expect(piece.next).toBeNull()
  writeFileSync(file('log.jsonl'), piece.text)
  expect(await verify('export', file('log.jsonl'), '--keys', file('keys.json'))).toMatchObject({ status: 0 })
  writeFileSync(file('log.jsonl'), piece.text.slice(piece.text.indexOf('\n') + 1))
  expect(await verify('export', file('log.jsonl'), '--keys', file('keys.json'))).toMatchObject({ status: 1 })
  const elsewhere = receipt.log.checkpoint.replaceAll(namespace.id, '00000000-0000-4000-8000-00000000abcd')
  writeFileSync(file('checkpoint'), elsewhere)
  expect(await verify('log', '--checkpoint', file('checkpoint'))).toMatchObject({ status: 1 })
})

it('a rotated key signs at once, while the server runs, and what the old one signed still verifies', {
  tags: ['nightly'],
}, async () => {
  const before = receipt.keyId
  expect((await command('keys', ['rotate', 'statement'])).stdout).toContain(`${before} is retired`)
  const after = await sign(receipt.record.rulesetHash)
  expect(after.keyId).not.toBe(before)
  const listed = (await command('keys', ['list'])).stdout.split('\n')
  expect(listed.find((line) => line.startsWith(before))).toMatch(/statement .*Z +\d{4}.*Z/)
  expect(listed.find((line) => line.startsWith(after.keyId))).toMatch(/statement .*Z +-/)
  await shell(`curl -s http://localhost:3000/.well-known/touchstone-keys.json > keys.json`)
  writeFileSync(file('after.json'), after.bundle.text)
  for (const each of ['receipt.json', 'after.json'])
    expect(await verify('receipt', file(each), '--keys', file('keys.json'))).toMatchObject({ status: 0 })
  const log = (await client.change('audit.export', {})) as { text: string }
  const published = `"key_id":"${after.keyId}","purpose":"statement"},"index":"\\d+","kind":"signing_key_published"`
  expect(log.text).toMatch(new RegExp(published))
  expect(await verify('log', '--checkpoint', file('receipt.json'))).toMatchObject({ status: 0 })
})
