/** The commands of the page on tool guards work word for word, with the signature that the page asks for between them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docsBlocks, docsText, shownAnswer } from './docs-blocks'
import { type GuardrailAccount, makeGuardrailAccount } from './guardrail-account'
import { type PeopleServer, signRuleset, startPeopleServer } from './people-server'
import { runShell } from './run-shell'

const blocks = docsBlocks(docsText('tool-guard.md'))
/** The first block only shows what an administrator gives. */
const [, ...commands] = blocks.filter(({ kind }) => kind === 'sh')
const BETWEEN = '----- next command -----'

let server: PeopleServer
let folder: string
let outputs: readonly string[] = []

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-tool-guard-'))
  const [variable = '', value = ''] = blocks
    .find(({ text }) => text.startsWith('LOOKUP_CONNECTIONS='))!
    .text.split(/=(.*)/s)
  server = await startPeopleServer((url) => ({ [variable]: value.replace('http://localhost:3000', url) }))
  const account = await makeGuardrailAccount(server)
  const [save, ...others] = commands.map(({ text }) => text)
  const saved = await shell(account, [save!])
  const [, hash = ''] = /approve\/([0-9a-f]{64})/.exec(saved) ?? []
  await signRuleset(server, hash)
  outputs = [saved, ...(await shell(account, others, `HASH=${hash}\n`)).split(BETWEEN)]
}, 300_000)

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  expect(server.log()).toBe('')
})

/** In one shell, because later lines use stored values of earlier ones. */
function shell(
  { username, apiKey, credential }: GuardrailAccount,
  texts: readonly string[],
  given = '',
): Promise<string> {
  const own = `SERVICE_USERNAME=${username}\nAPI_KEY=${apiKey}\nCREDENTIAL=${credential}\n${given}`
  const script = own + texts.join(`\necho; echo '${BETWEEN}'\n`)
  return runShell(script.replaceAll('http://localhost:3000', server.url), folder)
}

describe('the commands of the page on tool guards', () => {
  for (const [index, command] of commands.entries())
    it(`line ${command.line}`, () => {
      const shown = blocks[blocks.indexOf(command) + 1]
      const output = outputs[index]?.trim() ?? ''
      if (shown?.kind === 'json')
        expect(JSON.parse(output)).toMatchObject(shownAnswer(JSON.parse(shown.text)) as object)
      else expect(output).toBe(`${server.url}/approve/${/[0-9a-f]{64}/.exec(output)?.[0]}`)
    })
})
