import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PLATFORM_OPERATIONS, type PlatformOperation } from '../api/platform-operations'
import { PROBLEMS, problemOf } from '../api/terms/problems'
import { docsBlocks, docsText, shownAnswer } from './docs-blocks'
import { type PeopleServer, startPeopleServer } from './people-server'
import { runShell } from './run-shell'

const text = docsText('api-v1.md')
const blocks = docsBlocks(text)
/** The first block only shows what an administrator gives. */
const [, ...commands] = blocks.filter((block) => block.kind === 'sh')
const BETWEEN = '----- next command -----'

let server: PeopleServer
let outputs: readonly string[] = []

beforeAll(async () => {
  server = await startPeopleServer()
  const as = server.administrator
  await server.call(as, 'serviceAccounts.renameGroup', { name: 'claims' })
  const input = { username: 'claims-bot', description: '' }
  const { id } = (await server.call(as, 'serviceAccounts.add', input)) as { id: string }
  const key = { accountId: id, kind: 'api_key', label: 'guide', expiresAt: null }
  const { secret } = (await server.call(as, 'serviceAccounts.issueSecret', key)) as { secret: string }
  const given = `SERVICE_USERNAME=claims-bot\nAPI_KEY=${secret}\n`
  const script = given + commands.map((command) => command.text).join(`\necho; echo '${BETWEEN}'\n`)
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-api-v1-'))
  try {
    // One shell, because later lines use stored values of earlier ones.
    outputs = (await runShell(script.replaceAll('http://localhost:3000', server.url), folder)).split(BETWEEN)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

afterAll(async () => {
  await server.stop()
  expect(server.log()).toBe('')
})

describe('the guide to the main REST API', () => {
  for (const [index, command] of commands.entries())
    it(`line ${command.line}`, () => {
      const shown = blocks[blocks.indexOf(command) + 1]
      if (shown?.kind !== 'json') throw new Error('no answer is shown')
      const answer: unknown = JSON.parse(outputs[index]?.trim() ?? '')
      expect(answer).toMatchObject(
        shownAnswer(JSON.parse(shown.text.replaceAll('http://localhost:3000', server.url))) as object,
      )
    })

  it('has a paragraph for every problem, at the address in problems', () => {
    // Makes fragments of headings like the pages.
    const headings = [...text.matchAll(/^### (.+)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    )
    const problems = Object.keys(PROBLEMS).map((status) => problemOf(Number(status)).anchor)
    expect(headings).toEqual(problems)
    for (const [status, { title }] of Object.entries(PROBLEMS)) expect(text).toContain(`### ${title}\n\n${status}. `)
  })

  it('lists every path with its methods', () => {
    const methods = new Map<string, string[]>()
    for (const operation of Object.values<PlatformOperation>(PLATFORM_OPERATIONS))
      methods.set(operation.path, [...(methods.get(operation.path) ?? []), operation.method])
    const rows = text
      .split('\n')
      .flatMap((row) => /^\| `(\/api\/v1\S*)` \| (.*) \|$/.exec(row)?.slice(1, 3).join(' ') ?? [])
    expect(rows.toSorted()).toEqual([...methods].map(([at, all]) => `${at} ${all.join(', ')}`).toSorted())
  })
})
