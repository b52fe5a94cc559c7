import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { analysisResult } from '../api/schemas/analysis'
import { VERDICTS } from '../api/schemas/comparison'
import { openQuestion } from '../api/schemas/meaning'
import { ERRORS, type ErrorCode } from '../api/terms/errors'
import { CHANGE_KINDS, type ChangeKind, sentenceOf } from '../meaning/comparison/change-kinds'
import { type Block, docsBlocks, docsText, shownAnswer } from './docs-blocks'
import { runShell } from './run-shell'
import { type RunningServer, startServer } from './running-server'

/** Guides whose commands need no account. */
const GUIDES = ['api.md', 'meaning.md']
const BETWEEN = '----- next command -----'

let server: RunningServer

beforeAll(async () => {
  server = await startServer()
})

afterAll(async () => {
  await server.stop()
  expect(server.log()).toBe('')
})

describe.each(GUIDES)('the commands of %s', (page) => {
  const blocks = docsBlocks(docsText(page))
  const commands = blocks.filter((block) => block.kind === 'sh')
  let outputs: readonly string[]

  beforeAll(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-commands-'))
    try {
      // One shell, because later lines use stored values of earlier ones.
      const script = commands.map(({ text }) => text).join(`\necho; echo '${BETWEEN}'\n`)
      outputs = (await runShell(script.replaceAll('http://localhost:3000', server.url), folder)).split(BETWEEN)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  for (const [index, command] of commands.entries())
    it(`line ${command.line}`, () => {
      const shown = answerShown(blocks, command)
      const output = outputs[index]!.trim()
      if (shown.kind === 'text') expect(output).toBe(shown.text)
      else expect(JSON.parse(output)).toMatchObject(shownAnswer(JSON.parse(addressed(shown.text))) as object)
    })
})

function answerShown(blocks: readonly Block[], command: Block): Block {
  const next = blocks[blocks.indexOf(command) + 1]
  if (next === undefined) throw new Error('no answer is shown')
  return next
}

/** Links in answers contain the server's public address, which differs from the test's. */
function addressed(shown: string): string {
  return shown.replaceAll(/"http:\/\/localhost:3000[^"]*"/g, '"..."')
}

describe('the tables of the API guide', () => {
  const rows = docsText('api.md')
    .split('\n')
    .filter((line) => line.startsWith('| '))

  it('list every code with its statuses', () => {
    const documented = rows.flatMap(
      (row) => /^\| \[([A-Z_]+)\]\([^)]*\) \| ([\d, ]+) \|/.exec(row)?.slice(1, 3).join(' ') ?? [],
    )
    const known = (Object.keys(ERRORS) as ErrorCode[]).map((code) => `${code} ${ERRORS[code].statuses.join(', ')}`)
    expect(documented.toSorted()).toEqual(known.toSorted())
  })
})

describe('the tables of the guide to meaning', () => {
  const rows = docsText('meaning.md').split('\n')

  it('list every kind of change with its sentence', () => {
    const facts = { name: '*name*', was: '*before*', now: '*now*', list: '*list*' }
    const kinds = (Object.keys(CHANGE_KINDS) as ChangeKind[]).filter((kind) => !IN_VERDICTS.has(kind))
    const expected = kinds.map((kind) => {
      const told = WITH_OTHERWISE.has(kind) ? { ...facts, was: '', now: '' } : facts
      return `| \`${kind.replaceAll('-', '_')}\` | ${sentenceOf(kind, told)} |`
    })
    expect(expected.filter((row) => !rows.includes(row))).toEqual([])
  })

  it('have a row for every verdict, every kind of finding and every reason for an open question', () => {
    const words = [
      ...VERDICTS,
      ...analysisResult.shape.findings.element.shape.kind.options,
      ...openQuestion.shape.budget.options,
    ]
    const firstCells = rows.flatMap((row) => /^\| ([^|]*) \|/.exec(row)?.[1] ?? [])
    expect(words.filter((word) => !firstCells.some((cell) => cell.includes(`\`${word}\``)))).toEqual([])
  })
})

/** Their sentence says more about a claim with `else`, which the text below the table explains. */
const WITH_OTHERWISE: ReadonlySet<string> = new Set(['member-added', 'member-removed', 'whole-added', 'whole-removed'])

/** Kinds that the verdict of an assertion, or an open question, reports. */
const IN_VERDICTS: ReadonlySet<string> = new Set([
  ...['stricter', 'looser', 'both', 'differs', 'gains-value', 'loses-value', 'outside-ranges', 'irrational'],
  ...['not-comparable', 'not-decided', 'partly-not-decided', 'assertion-added', 'assertion-removed'],
])
