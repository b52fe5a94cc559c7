/** Uses real processes that only answer with their id. */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '../testing/until'
import { ConnectionDispatcher } from './hand-out-connections'
import { ServingProcess } from './serving-process'

/** With an argument, it never confirms a connection, like a process that computes forever. */
const SCRIPT = `
process.on('disconnect', () => process.exit())
process.on('SIGTERM', () => process.exit())
process.on('message', ({ id }, socket) => {
  if (process.argv[2] === 'stuck') return
  process.send({ kind: 'taken', id })
  socket.end(String(process.pid))
})
process.send({ kind: 'ready' })
`
let folder: string
let serving: ServingProcess[]
let dispatcher: ConnectionDispatcher
let stuck = false

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'serving-'))
  const script = join(folder, 'serve.cjs')
  writeFileSync(script, SCRIPT)
  serving = []
  dispatcher = new ConnectionDispatcher(() => serving)
  for (let i = 0; i < 2; i++)
    serving.push(
      new ServingProcess({
        start: () => fork(script, i === 0 && stuck ? ['stuck'] : [], { execArgv: [] }),
        log: pino({ level: 'silent' }),
        onReady: () => dispatcher.wake(),
        onMessage: () => {},
        onEnd: () => {},
        returnConnection: (socket) => dispatcher.dispatch(socket),
      }),
    )
  await Promise.all(serving.map(({ started }) => started))
  await new Promise<void>((resolve) => dispatcher.server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  stuck = false
  dispatcher.close()
  await Promise.all(serving.map((each) => each.stop()))
  rmSync(folder, { recursive: true })
})

/** Returns the id of the process that answers. */
function answerer(): Promise<number> {
  const { port } = dispatcher.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(Number(text)))
  })
}

it('gives connections to all processes', async () => {
  const pids = await Promise.all(Array.from({ length: 20 }, answerer))
  expect(new Set(pids)).toEqual(new Set(serving.map(({ pid }) => pid)))
})

it('replaces killed processes, and answers every connection meanwhile', async () => {
  for (let round = 0; round < 3; round++) {
    const before = serving.map(({ pid }) => pid!)
    const answers = Array.from({ length: 10 }, answerer)
    for (const pid of round === 2 ? before : before.slice(round, round + 1)) process.kill(pid, 'SIGKILL')
    answers.push(...Array.from({ length: 10 }, answerer))
    // A connection that was confirmed but not answered breaks: 0.
    const pids = await Promise.all(answers.map((each) => each.catch(() => 0)))
    expect(pids.slice(10).filter((pid) => pid > 0).length).toBeGreaterThan(0)
    await until(() => serving.every(({ isReady }) => isReady), 'all serve again')
    expect(await answerer()).toBeGreaterThan(0)
  }
})

it('sends few connections to a process that does not confirm them, and passes them on when it is killed', async () => {
  const [first] = serving
  await first!.stop()
  stuck = true
  const script = join(folder, 'serve.cjs')
  const slow = new ServingProcess({
    start: () => fork(script, stuck ? ['stuck'] : [], { execArgv: [] }),
    log: pino({ level: 'silent' }),
    onReady: () => dispatcher.wake(),
    onMessage: () => {},
    onEnd: () => {},
    returnConnection: (socket) => dispatcher.dispatch(socket),
  })
  serving[0] = slow
  await slow.started
  const answers = Array.from({ length: 12 }, answerer)
  await until(() => slow.backlog > 0, 'it has a connection that it does not confirm')
  // The other connections do not wait for it: only those that it holds are unanswered.
  expect(await Promise.any(answers)).toBe(serving[1]!.pid)
  stuck = false
  process.kill(slow.pid!, 'SIGKILL')
  const pids = await Promise.all(answers)
  expect(Math.min(...pids)).toBeGreaterThan(0)
})
