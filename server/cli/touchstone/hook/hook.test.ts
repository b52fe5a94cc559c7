/** The hook of a coding agent: the real command against a real server, and events that no agent should send. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmGuard, type PeopleServer, sharedPeopleServer, signRuleset } from '../../../testing/people-server'
import { bundledFile } from '../../bundle-server.mjs'

const PROGRAM = bundledFile(path.resolve(import.meta.dirname, '../../../..'), 'touchstone')
const RULES = `version 1.4;
declare amount as numeric;
declare planned as boolean;
// @cite small refunds 2.1
// A refund is at most 50.
assert small { amount <= 50 };
// Nobody refunds without a plan.
assert is_planned { planned };
`
const MAP = {
  claims: {
    amount: { from: 'argument', path: '$.amount' },
    planned: { from: 'session', path: '$.permission_mode', values: { plan: true } },
  },
}

let server: PeopleServer
let credential = ''
beforeAll(async () => {
  server = await sharedPeopleServer()
  const issuing = { label: 'hook', tier: 'standard', expiresAt: null }
  const issued = await server.call(server.administrator, 'credentials.issue', issuing)
  credential = (issued as { readonly token: string }).token
  const response = await fetch(`${server.url}/v1/rulesets`, {
    method: 'POST',
    headers: { 'x-service-credential': credential, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'refunds', source: RULES }),
  })
  const { ruleset_hash } = (await response.json()) as { readonly ruleset_hash: string }
  await signRuleset(server, ruleset_hash)
  const guard = { name: 'refund', server: 'shop', tool: 'refund', ruleset_hash, unknown: 'ask', map: MAP }
  const { id } = (await server.call(server.administrator, 'calls.addGuard', guard)) as { readonly id: string }
  await confirmGuard(server, id)
})
afterAll(() => {
  expect(server.log()).toBe('')
})

interface Given {
  readonly address?: string
  readonly options?: readonly string[]
  readonly credential?: string
  /** Standard input stays open. */
  readonly isOpen?: boolean
}

async function run(input: string | Uint8Array, given: Given = {}) {
  const args = ['hook', given.address ?? server.url, ...(given.options ?? [])]
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'test' as const,
    TOUCHSTONE_CREDENTIAL: given.credential ?? credential,
  }
  const child = spawn(process.execPath, [PROGRAM, ...args], { env })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  // The command may end before it has read everything.
  child.stdin.on('error', () => undefined)
  if (given.isOpen === true) child.stdin.write(input)
  else child.stdin.end(input)
  const [status] = await once(child, 'close')
  expect(stdout).toBe('')
  expect(stderr).not.toContain(credential)
  return { status, stderr }
}

const refund = (amount: unknown, more: object = { permission_mode: 'plan' }) => ({
  ...{ session_id: 's', cwd: '/work', hook_event_name: 'PreToolUse', tool_name: 'refund', tool_input: { amount } },
  ...more,
})
const hook = (event: object, given: Given = {}) => run(JSON.stringify(event), given)
const escapeForRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
const NAMED = ['--guard', 'mcp__shop__refund=refund']
const PASSES = { status: 0, stderr: '' }
const blocked = (...words: readonly string[]) => ({
  status: 2,
  stderr: expect.stringMatching(new RegExp(words.map(escapeForRegExp).join('[^]*'))),
})

describe('a call of a guarded tool', () => {
  it('passes silently, so that the permissions of the agent still apply', async () => {
    expect(await hook(refund(20))).toEqual(PASSES)
    expect(await hook({ ...refund(20), tool_name: 'mcp__shop__refund' }, { options: NAMED })).toEqual(PASSES)
  })

  it('is blocked with the rule, its clause and the nearest arguments', async () => {
    expect(await hook(refund(90))).toEqual(
      blocked(
        'refused and not made. A refund is at most 50. (refunds 2.1)',
        'nearest arguments that pass: {"amount":50}',
      ),
    )
    expect(await hook(refund('many'))).toEqual(blocked('refused and not made', 'amount: expected '))
  })

  it('is decided with every digit of its numbers', async () => {
    const event = JSON.stringify(refund(0)).replace('"amount":0', '"amount":50.00000000000000000001')
    expect(await run(event)).toEqual(blocked('A refund is at most 50.'))
  })

  it('is read from the events of other agents', async () => {
    expect(await hook({ ...refund(20), hook_event_name: 'BeforeTool' })).toEqual(PASSES)
    const { hook_event_name: hookEventName, session_id: sessionId, ...others } = refund(90)
    expect(await hook({ ...others, hookEventName, sessionId })).toEqual(blocked('A refund is at most 50.'))
  })
})

describe('a call that waits for a person', () => {
  const answer = (stderr: string, isGranted: boolean) => {
    const [, id = ''] = /\/calls\/([0-9a-f-]{36}) until /.exec(stderr) ?? []
    const given = { id, isGranted, reason: 'As agreed.', minutes: 5 }
    return server.call(server.administrator, 'calls.answer', given)
  }

  it('is blocked with the page of the reviewer, and passes once after the grant', async () => {
    const event = refund(21, {})
    const waiting = await hook(event)
    expect(waiting).toEqual(
      blocked('waits for a person', 'without a plan', 'planned is not known: ', `A reviewer decides at ${server.url}`),
    )
    await answer(waiting.stderr, true)
    expect(await hook(event)).toEqual(PASSES)
    expect(await hook(event)).toEqual(blocked('waits for a person'))
  })

  it('passes if it is granted while the hook waits, and says who refused it', async () => {
    const event = refund(22, {})
    const { stderr } = await hook(event)
    const waiting = hook(event, { options: ['--wait', '30'] })
    await sleep(1_000)
    await answer(stderr, true)
    expect(await waiting).toEqual(PASSES)
    const other = refund(23, {})
    await answer((await hook(other)).stderr, false)
    expect(await hook(other)).toEqual(blocked('refused this call: “As agreed.”'))
  })

  it('is blocked when the wait is over', async () => {
    const started = Date.now()
    expect(await hook(refund(24, {}), { options: ['--wait', '2'] })).toEqual(blocked('waits for a person'))
    expect(Date.now() - started).toBeGreaterThanOrEqual(2_000)
  })
})

describe('a tool without a guard', () => {
  const event = { ...refund(1), tool_name: 'Bash' }
  const PASS = ['--without-guard', 'pass']

  it('is blocked with advice, unless the option says otherwise', async () => {
    expect(await hook(event)).toEqual(blocked('The tool Bash has no guard at ', '--guard Bash=<guard>'))
    expect(await hook(event, { options: PASS })).toEqual(PASSES)
    expect(await hook(refund(90), { options: PASS })).toEqual(blocked('A refund is at most 50.'))
  })

  it('is blocked if an option names a guard that does not exist', async () => {
    const options = ['--guard', 'Bash=shell', ...PASS]
    expect(await hook(event, { options })).toEqual(blocked('has no tool guard “shell”, which --guard names for Bash'))
  })

  it('is not mistaken for a wrong address', async () => {
    expect(await hook(event, { address: `${server.url}/elsewhere`, options: PASS })).toMatchObject({ status: 2 })
  })
})

describe('a call is blocked', () => {
  const answering = async (listener: RequestListener, use: (address: string) => Promise<void>) => {
    const other = createServer(listener)
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    await use(`http://127.0.0.1:${(other.address() as AddressInfo).port}`)
    other.closeAllConnections()
    other.close()
  }
  const options = ['--without-guard', 'pass', '--timeout', '2']

  it.each([
    ['http://127.0.0.1:1', '127.0.0.1:1 does not answer: '],
    ['rules.example.org', 'is not an address'],
    ['http://ada:secret@127.0.0.1:1', 'without a user name and a password'],
  ])('if the address is %s', async (address, message) => {
    const { status, stderr } = await hook(refund(20), { address, options })
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(stderr).toContain('This call was not made, because no guard could decide it.')
    expect(stderr).not.toContain('secret')
  })

  it.each<[string, RequestListener]>([
    ['a page', (_, response) => response.end('<html>')],
    ['another 404', (_, response) => response.writeHead(404).end('{"error":{"code":"BAD_REQUEST","message":"no"}}')],
    ['another decision', (_, response) => response.end('{"decision":"allow"}')],
    ['a decision to ask without a call', (_, response) => response.end('{"decision":"ask","grant":null}')],
    ['nothing', (_, response) => response.destroy()],
  ])('if the address answers with %s', async (_, listener) => {
    await answering(listener, async (address) => {
      expect(await hook(refund(20), { address, options })).toEqual(blocked('no guard could decide it'))
    })
  })

  it('if the deployment takes too long', async () => {
    await answering(
      () => undefined,
      async (address) => {
        const started = Date.now()
        expect(await hook(refund(20), { address, options })).toEqual(blocked('does not answer: it takes too long.'))
        expect(Date.now() - started).toBeLessThan(30_000)
      },
    )
  })

  it('instead of sending the credential on to another host', async () => {
    let received = 0
    await answering(
      (_, response) => {
        received++
        response.end('{"decision":"pass"}')
      },
      (target) =>
        answering(
          (_, response) => response.writeHead(307, { location: `${target}/v1/tool-calls` }).end(),
          async (address) => {
            expect(await hook(refund(20), { address, options })).toEqual(blocked('redirects to another address'))
          },
        ),
    )
    expect(received).toBe(0)
  })

  it.each([
    ['no credential', '', 'Set TOUCHSTONE_CREDENTIAL'],
    ['an unknown credential', 'ts_nobody', 'refuses POST /v1/tool-calls'],
    ['a credential with a line break', 'ts_first\nsecond', 'is not a credential'],
  ])('with %s', async (_, given, message) => {
    const { status, stderr } = await run(JSON.stringify(refund(20)), { credential: given, options })
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(stderr).not.toContain('second')
  })
})

describe('an event that is none', () => {
  const { tool_input: _, ...withoutInput } = refund(1)
  it.each([
    ['nothing', '', 'cannot be read'],
    ['text', 'rm -rf /', 'cannot be read'],
    ['half an object', '{"hook_event_name": "PreTool', 'cannot be read'],
    ['a list', JSON.stringify([refund(1)]), 'must be one JSON object'],
    ['null', 'null', 'must be one JSON object'],
    ['two events', `${JSON.stringify(refund(1))}${JSON.stringify(refund(90))}`, 'cannot be read'],
    ['a member twice', JSON.stringify(refund(90)).replace('{', '{"tool_input":{"amount":1},'), 'stands twice'],
    ['an object without members', '{}', 'without a hook_event_name'],
    [
      'the event after a call',
      JSON.stringify({ ...refund(1), hook_event_name: 'PostToolUse' }),
      'put it under PreToolUse',
    ],
    ['no tool', JSON.stringify({ ...refund(1), tool_name: '' }), 'has no tool_name'],
    ['no arguments', JSON.stringify(withoutInput), 'must be an object'],
    ['a list of arguments', JSON.stringify({ ...refund(1), tool_input: [1] }), 'must be an object'],
    ['a text of arguments', JSON.stringify({ ...refund(1), tool_input: '{"amount": 1}' }), 'must be an object'],
    ['deep arguments', `{"tool_input":${'['.repeat(100_000)}`, 'nested deeper than'],
    ['a name with control signs', JSON.stringify({ ...refund(1), hook_event_name: '\u001b[2J' }), '\\u{1b}'],
  ])('is blocked: %s', async (_, input, message) => {
    const { status, stderr } = await run(input, { options: ['--without-guard', 'pass'] })
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(stderr).not.toContain('\u001b')
  })

  it('is blocked if it is too long, not UTF-8, or does not end', async () => {
    expect(await run(Buffer.alloc(20_000_000, 32))).toEqual(blocked('has more than 4194304 bytes'))
    expect(await run(Buffer.from([0x7b, 0xe4, 0x7d]))).toEqual(blocked('is not UTF-8'))
    const open = await run(JSON.stringify(refund(20)), { isOpen: true, options: ['--timeout', '2'] })
    expect(open).toEqual(blocked('did not end in time'))
    const { stderr } = await hook({ ...refund(1), tool_name: 'x'.repeat(1_000_000) })
    expect(stderr.length).toBeLessThan(20_000)
  })
})

describe('wrong use', () => {
  it.each([
    [['--without-guard', 'allow'], '--without-guard takes refuse or pass, not "allow".'],
    [['--wait', '61'], '--wait takes whole seconds from 0 to 60, not "61".'],
    [['--timeout', '0'], '--timeout takes whole seconds from 1 to 300, not "0".'],
    [['--guard', 'refund'], '--guard takes <tool>=<guard>, not "refund".'],
    [['--guard', 'a=b', '--guard', 'a=c'], '--guard names two guards for the tool a.'],
    [['--unreachable', 'pass'], 'hook takes no --unreachable.'],
  ])('%j is blocked', async (options, message) => {
    expect(await hook(refund(20), { options })).toEqual(blocked(message))
  })
})
