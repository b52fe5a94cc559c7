/** Tests several processes on one port from a client's view. */
import { execFileSync } from 'node:child_process'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningServer, startServer } from './running-server'
import { until } from './until'

/** Processes start slowly on a busy machine. */
const TIMEOUT = 240_000
/** Calls of an evaluation credential per day. */
const CAP = 400
const NIGHTLY = { tags: ['nightly'], timeout: TIMEOUT }

let server: RunningServer
beforeAll(async () => {
  server = await startServer({ SERVER_PROCESSES: '2', ROLE: 'all', EVALUATION_CALLS_PER_DAY: String(CAP) })
}, TIMEOUT)
afterAll(() => server.stop())

/** Returns the ids of serving processes. */
function servingPids(): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number)
    return parent === server.process.pid && line.includes('main.js') && pid !== undefined ? [pid] : []
  })
}

/** Returns the status on a new connection; `reset` if it is closed without an answer. */
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

/** Returns the status of a check on a new connection, so that every process gets some. */
function checkOnOwnConnection(credential: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-service-credential': credential }
  return new Promise((resolve, reject) => {
    const call = request(`${server.url}/v1/check`, { method: 'POST', agent: false, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    call.on('error', reject)
    call.end(JSON.stringify({ source: 'declare a as boolean;\nassert x { a };\n', claims: { a: true } }))
  })
}

it('answers on every connection, and the primary serves no connection itself', NIGHTLY, async () => {
  expect(servingPids()).toHaveLength(2)
  const statuses = await Promise.all(Array.from({ length: 40 }, statusOnOwnConnection))
  expect(new Set(statuses)).toEqual(new Set(['200']))
})

it('replaces a killed process, and meanwhile the others answer', NIGHTLY, async () => {
  const before = servingPids()
  process.kill(before[0]!, 'SIGKILL')
  await until(() => !servingPids().includes(before[0]!), 'it ends')
  // A connection on its way to the process may be closed; a later one is not.
  for (let i = 0; i < 20; i++) expect(await statusOnOwnConnection()).toBe('200')
  await until(() => servingPids().length === 2, 'another process starts', TIMEOUT)
  expect(servingPids()).toContain(before[1])
})

it('waits for a process if no process is ready, and refuses no connection', NIGHTLY, async () => {
  for (const pid of servingPids()) process.kill(pid, 'SIGKILL')
  // The first connection may have been on its way to a killed process.
  await statusOnOwnConnection()
  expect(await statusOnOwnConnection()).toBe('200')
})

it('a credential can use all its calls, even if a process is stopped', NIGHTLY, async () => {
  const issued = await fetch(`${server.url}/v1/credentials/evaluation`, { method: 'POST' })
  const { credential } = (await issued.json()) as { credential: string }
  const statuses: number[] = []
  const make = async (calls: number) => {
    for (let made = 0; made < calls; made += 10)
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => checkOnOwnConnection(credential)))))
  }
  // Each process has the rest of a block.
  await make(30)
  const [stopped] = servingPids()
  process.kill(stopped!, 'SIGTERM')
  await until(() => !servingPids().includes(stopped!), 'it ends', TIMEOUT)
  await until(() => servingPids().length === 2, 'another process starts', TIMEOUT)
  await make(CAP - 30 + 20)
  expect(statuses.filter((status) => status === 200)).toHaveLength(CAP)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  const account = await fetch(`${server.url}/v1/account`, { headers: { 'x-service-credential': credential } })
  expect(await account.json()).toMatchObject({ usage: { used: CAP, remaining: 0 } })
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
