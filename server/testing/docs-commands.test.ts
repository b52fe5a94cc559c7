import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERRORS, type ErrorCode } from '../api/errors'
import { type Block, docsBlocks, docsText, shownAnswer } from './docs-blocks'
import { runShell } from './run-shell'
import { type RunningServer, startServer } from './running-server'

const text = docsText('api.md')
const blocks = docsBlocks(text)
const commands = blocks.filter((block) => block.kind === 'sh')
const BETWEEN = '----- next command -----'

let server: RunningServer
let outputs: readonly string[]

beforeAll(async () => {
  server = await startServer()
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-commands-'))
  try {
    // One shell for all, since later lines use what earlier ones stored.
    const script = commands.map(({ text }) => text).join(`\necho; echo '${BETWEEN}'\n`)
    outputs = (await runShell(script.replaceAll('http://localhost:3000', server.url), folder)).split(BETWEEN)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

afterAll(async () => {
  await server.stop()
  expect(server.log()).toBe('')
})

function answerShown(command: Block): Block {
  const next = blocks[blocks.indexOf(command) + 1]
  if (next === undefined) throw new Error('no answer is shown')
  return next
}

describe('the commands of the API guide', () => {
  for (const [index, command] of commands.entries())
    it(`line ${command.line}`, () => {
      const shown = answerShown(command)
      const output = outputs[index]!.trim()
      if (shown.kind === 'text') expect(output).toBe(shown.text)
      else expect(JSON.parse(output)).toMatchObject(shownAnswer(JSON.parse(addressed(shown.text))) as object)
    })
})

/** Links in answers name the address that the server calls its own, which is not the one the test reaches it by. */
function addressed(shown: string): string {
  return shown.replaceAll(/"http:\/\/localhost:3000[^"]*"/g, '"..."')
}

describe('the tables of the API guide', () => {
  const rows = text.split('\n').filter((line) => line.startsWith('| '))

  it('give every code with its statuses', () => {
    const documented = rows.flatMap(
      (row) => /^\| \[([A-Z_]+)\]\([^)]*\) \| ([\d, ]+) \|/.exec(row)?.slice(1, 3).join(' ') ?? [],
    )
    const known = (Object.keys(ERRORS) as ErrorCode[]).map((code) => `${code} ${ERRORS[code].statuses.join(', ')}`)
    expect(documented.toSorted()).toEqual(known.toSorted())
  })
})
