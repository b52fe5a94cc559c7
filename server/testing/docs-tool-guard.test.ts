/** The commands of the page on tool guards work word for word, with the signature that the page asks for between them. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledFile } from '../cli/bundle-server.mjs'
import { usage } from '../cli/touchstone/arguments'
import { docsBlocks, docsText, shownAnswer } from './docs-blocks'
import { type GuardrailAccount, makeGuardrailAccount } from './guardrail-account'
import { confirmGuard, type PeopleServer, signRuleset, startPeopleServer } from './people-server'
import { runShell } from './run-shell'

const ROOT = path.resolve(import.meta.dirname, '../..')
const PAGE = docsText('tool-guard.md')
const blocks = docsBlocks(PAGE)
/** The first block only shows what an administrator gives. */
const [, ...commands] = blocks.filter(({ kind }) => kind === 'sh')
const BETWEEN = '----- next command -----'

let server: PeopleServer
let account: GuardrailAccount
let folder: string
let outputs: readonly string[] = []

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-tool-guard-'))
  const [variable = '', value = ''] = blocks
    .find(({ text }) => text.startsWith('LOOKUP_CONNECTIONS='))!
    .text.split(/=(.*)/s)
  server = await startPeopleServer((url) => ({ [variable]: value.replace('http://localhost:3000', url) }))
  account = await makeGuardrailAccount(server)
  const [save, ...others] = commands.map(({ text }) => text)
  const saved = await shell(account, [save!])
  const [, hash = ''] = /approve\/([0-9a-f]{64})/.exec(saved) ?? []
  await signRuleset(server, hash)
  const [make, ...calls] = others
  const made = await shell(account, [make!], `HASH=${hash}\n`)
  const [, id = ''] = /"id":"([0-9a-f-]{36})"/.exec(made) ?? []
  await confirmGuard(server, id)
  outputs = [saved, made, ...(await shell(account, calls)).split(BETWEEN)]
}, 300_000)

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  expect(server.log()).toBe('')
})

/** Runs all texts in one shell, because later lines use stored values of earlier ones. */
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

interface HookSettings {
  readonly hooks: {
    readonly PreToolUse: readonly {
      readonly matcher: string
      readonly hooks: readonly { readonly command: string; readonly timeout: number }[]
    }[]
  }
}

describe('the hook of the page', () => {
  const textWith = (words: string) => blocks.find(({ text }) => text.includes(words))!.text
  const settings = JSON.parse(textWith('"PreToolUse": [')) as HookSettings
  const event = JSON.parse(textWith('"hook_event_name"')) as { readonly tool_name: string; readonly tool_input: object }
  const [{ matcher, hooks }] = settings.hooks.PreToolUse as [HookSettings['hooks']['PreToolUse'][number]]
  const [{ command, timeout }] = hooks as [(typeof hooks)[number]]

  /** Runs the hook as the agent does, with the program where `npm install` puts it. */
  function runHook(input: object, isInstalled = true) {
    const project = mkdtempSync(path.join(folder, 'project-'))
    const program = path.join(project, 'node_modules/.bin/touchstone')
    mkdirSync(path.dirname(program), { recursive: true })
    if (isInstalled) {
      writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${bundledFile(ROOT, 'touchstone')}' "$@"\n`)
      chmodSync(program, 0o755)
    }
    const env = { PATH: process.env.PATH, CLAUDE_PROJECT_DIR: project, TOUCHSTONE_CREDENTIAL: account.credential }
    const line = command.replace('http://localhost:3000', server.url)
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
      ...{ cwd: project, input: JSON.stringify(input), encoding: 'utf8' },
      env: { ...env, NODE_ENV: 'test' },
    })
    expect(stdout).toBe('')
    return { status, stderr }
  }

  it('blocks the call that the page shows, with the words of the page', () => {
    expect(matcher).toBe(event.tool_name)
    const shown = blocks[blocks.findIndex(({ text }) => text.includes('"hook_event_name"')) + 1]!.text
    expect(runHook(event)).toEqual({ status: 2, stderr: `${shown}\n` })
  })

  it('lets a call pass, and blocks it if the command is missing', () => {
    const insured = { ...event, tool_input: { reservation_id: 'BK7WNE', reason: 'health' } }
    expect(runHook(insured)).toEqual({ status: 0, stderr: '' })
    expect(runHook(insured, false)).toMatchObject({ status: 2 })
  })

  it('has less time than the agent waits, and the page explains every option', () => {
    expect(timeout).toBeGreaterThan(Number(/--timeout seconds \((\d+)\)/.exec(usage('hook'))?.[1]))
    const options = [...new Set(usage('hook').match(/--[a-z-]+/g))]
    expect(options.length).toBeGreaterThan(3)
    expect(options.filter((option) => !PAGE.includes(`\`${option}`))).toEqual([])
  })
})
