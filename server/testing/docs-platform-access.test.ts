/** The commands of the page on access work word for word, for a service account. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docsBlocks, docsText } from './docs-blocks'
import { type PeopleServer, startPeopleServer } from './people-server'
import { runShell } from './run-shell'

const text = docsText('platform-access.md')
const blocks = docsBlocks(text)
const commands = blocks.filter((block) => block.kind === 'sh')
const BETWEEN = '----- next command -----'

let server: PeopleServer
let outputs: readonly string[]

beforeAll(async () => {
  server = await startPeopleServer()
  const call = (procedure: string, input: unknown) => server.call(server.administrator, procedure, input)
  await call('serviceAccounts.renameGroup', { name: 'claims' })
  const { id } = (await call('serviceAccounts.add', { username: 'claims-bot', description: '' })) as { id: string }
  const secret = async (kind: string) => {
    const input = { accountId: id, kind, label: 'of the page', expiresAt: null }
    return ((await call('serviceAccounts.issueSecret', input)) as { secret: string }).secret
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-access-'))
  try {
    const script = commands.map((command) => command.text).join(`\necho; echo '${BETWEEN}'\n`)
    const mine = script
      .replaceAll('http://localhost:3000', server.url)
      .replace('tst_service_of_your_account', await secret('service_token'))
      .replace('tst_apikey_of_your_account', await secret('api_key'))
    outputs = (await runShell(mine, folder)).split(BETWEEN)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
afterAll(async () => {
  await server.stop()
  expect(server.log()).toBe('')
})

/** The page writes "..." for a token. */
function expected(shown: unknown): unknown {
  if (shown === '...') return expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown)) return shown
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, expected(value)]))
}

describe('the commands of the page on access', { tags: ['nightly'] }, () => {
  for (const [index, command] of commands.entries())
    it(`line ${command.line}`, () => {
      const shown = blocks[blocks.indexOf(command) + 1]
      const output = outputs[index]?.trim() ?? ''
      if (shown?.kind === 'json')
        expect(JSON.parse(output)).toEqual(
          expected(JSON.parse(shown.text.replaceAll('http://localhost:3000', server.url))),
        )
      else expect(output).toBe('')
    })
})
