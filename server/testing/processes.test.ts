/**
 * Several processes on one port, as a client meets them.
 */
import { execFileSync } from 'node:child_process'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningServer, startServer } from './running-server'
import { until } from './until'

/** Starts of processes on a busy machine take long. */
const TIMEOUT = 240_000
const NIGHTLY = { tags: ['nightly'], timeout: TIMEOUT }

let server: RunningServer
beforeAll(async () => {
  server = await startServer({ SERVER_PROCESSES: '2', ROLE: 'all', CREDENTIALS: 'none' })
}, TIMEOUT)
afterAll(() => server.stop())

/** Ids of the processes that serve. */
function servingPids(): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number)
    return parent === server.process.pid && line.includes('main.js') && pid !== undefined ? [pid] : []
  })
}

/** The status that one connection gets, which no other call uses; `reset` where it is closed without an answer. */
function statusOnOwnConnection(): Promise<string> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    socket.on('error', () => resolve('reset'))
    socket.on('close', () => resolve(text.split(' ')[1] ?? 'reset'))
  })
}

it('answers on every connection, and the primary serves none itself', NIGHTLY, async () => {
  expect(servingPids()).toHaveLength(2)
  const statuses = await Promise.all(Array.from({ length: 40 }, statusOnOwnConnection))
  expect(new Set(statuses)).toEqual(new Set(['200']))
})

it('replaces a process that was killed; meanwhile the others answer', NIGHTLY, async () => {
  const before = servingPids()
  process.kill(before[0]!, 'SIGKILL')
  await until(() => !servingPids().includes(before[0]!), 'it ends')
  // A connection that was on its way to it may be closed; one that is made afterwards is not.
  for (let i = 0; i < 20; i++) expect(await statusOnOwnConnection()).toBe('200')
  await until(() => servingPids().length === 2, 'another process starts', TIMEOUT)
  expect(servingPids()).toContain(before[1])
})

it('waits for a process where none is ready, and refuses no connection', NIGHTLY, async () => {
  for (const pid of servingPids()) process.kill(pid, 'SIGKILL')
  // The first one may have been on its way to a process that was killed.
  await statusOnOwnConnection()
  expect(await statusOnOwnConnection()).toBe('200')
})

it('ends with its primary, however that ends', NIGHTLY, async () => {
  await until(() => servingPids().length === 2, 'both processes start', TIMEOUT)
  const all = servingPids()
  server.process.kill('SIGKILL')
  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0)
      return true
    } catch {
      return false
    }
  }
  await until(() => !all.some(isAlive), 'they end')
})
