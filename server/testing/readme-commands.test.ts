import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Block, docsBlocks } from './docs-blocks'
import { asOwnLines, makeGuardrailAccount, makeReceiptGuardrail } from './guardrail-account'
import { type PeopleServer, startPeopleServer } from './people-server'
import { runShell, withWebsocat } from './run-shell'

const root = path.resolve(import.meta.dirname, '../..')
const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
const blocks = docsBlocks(readme)
const commands = blocks.filter((block) => block.kind === 'sh')
const answerTo = (command: Block | undefined) =>
  command === undefined ? undefined : blocks[blocks.indexOf(command) + 1]?.text
let server: PeopleServer
let folder: string

beforeAll(async () => {
  // Not shared, because the README's account and group names are unique in a deployment.
  server = await startPeopleServer()
  // Inside the project, so that programs here find its packages.
  mkdirSync(path.join(root, '.data'), { recursive: true })
  folder = mkdtempSync(path.join(root, '.data/readme-'))
})

afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('the README’s commands, word for word, give the shown output', async () => {
  const separator = '----- next -----'
  const script = commands
    .slice(0, 3)
    .map(({ text }) => text)
    .join(`\necho; echo '${separator}'\n`)
  const outputs = (await runShell(script.replaceAll('http://localhost:3000', server.url), folder)).split(separator)
  expect(outputs).toHaveLength(3)
  expect(outputs[0]?.trim()).toBe(answerTo(commands[0]))
  expect(JSON.parse(outputs[1] ?? '')).toEqual(JSON.parse(answerTo(commands[1]) ?? ''))
  expect(outputs[2]?.trim()).toBe(answerTo(commands[2]))
})

it('its guardrail commands do too, for an account and a guardrail from the workbench', async () => {
  expect(commands).toHaveLength(4)
  const account = await makeGuardrailAccount(server)
  const targetId = await makeReceiptGuardrail(server, account)
  const lines = asOwnLines(commands[3]?.text ?? '', server, account).replace('id_of_your_guardrail', targetId)
  expect((await runShell(withWebsocat(lines, folder), folder)).trim()).toBe(answerTo(commands[3]))
})
