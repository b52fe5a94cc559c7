/**
 * Runs 1,000 sockets that wait for answers that never come, and 200 that send frame after frame. Compares the server's
 * resident memory in the last minute with the second one. Missed or repeated answers and closed sockets fail the
 * benchmark.
 */
import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { makeGuardrailAccount, makeReceiptGuardrail } from '../guardrail-account'
import { startPeopleServer } from '../people-server'
import { residentMb } from './memory'

const IDLE = 1_000
const BUSY = 200
const PAUSE_MS = 3_000
const TIMEOUT_MS = 60_000
const MAX_GROWTH = 1.1
const TOPIC = 'bench.sockets'

interface Counts {
  sent: number
  answered: number
  missed: number
  repeated: number
  closed: number
}

/** @param minutes at least three, so that the second and the last differ */
export async function benchSockets(minutes: number): Promise<void> {
  if (!(minutes >= 3)) throw new Error('MINUTES must be 3 or more: the last minute is compared with the second.')
  const server = await startPeopleServer()
  const counts: Counts = { sent: 0, answered: 0, missed: 0, repeated: 0, closed: 0 }
  try {
    const account = await makeGuardrailAccount(server)
    const targetId = await makeReceiptGuardrail(server, account)
    const exchanged = await fetch(`${server.url}/client-api/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({ username: account.username, service_token: account.serviceToken }),
    })
    const { token } = (await exchanged.json()) as { token: string }
    const end = new AbortController()
    setMaxListeners(2 * BUSY, end.signal)
    const open = () =>
      openSocket(`${server.url.replace('http', 'ws')}/client-api/bus/stream?token=${token}`, counts, end)
    const idle: WebSocket[] = []
    for (let i = 0; i < IDLE; i++) {
      const socket = await open()
      subscribe(socket, randomUUID())
      idle.push(socket)
    }
    const send = (traceId: string) =>
      sendFrame(`${server.url}/client-api/bus/send?target_id=${targetId}`, token, traceId)
    const busy = Array.from({ length: BUSY }, async (_, i) => {
      // Spreads the starts.
      await sleep((i / BUSY) * PAUSE_MS)
      await exchangeFrames(await open(), send, counts, end.signal)
    })
    const working = Promise.all(busy)
    const memory = await Promise.race([watch(server.pid, minutes), working.then(() => [])])
    end.abort()
    await working
    for (const socket of idle) socket.terminate()
    report(minutes, memory, counts)
  } finally {
    await server.stop()
  }
}

async function openSocket(address: string, counts: Counts, end: AbortController): Promise<WebSocket> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.on('close', (code, reason) => {
    if (end.signal.aborted) return
    counts.closed++
    console.error(`a socket was closed: ${code} ${reason}`)
  })
  return socket
}

function subscribe(socket: WebSocket, traceId: string): void {
  socket.send(JSON.stringify({ action: 'subscribe', topic: TOPIC, trace_id: traceId }))
}

async function sendFrame(address: string, token: string, traceId: string): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      trace_id: traceId,
      response_topic: [TOPIC],
      entailment_frame: { C: [], A: '{"amount": "120 USD", "has_receipt": false}', P: [], E: null },
    }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
}

async function exchangeFrames(
  socket: WebSocket,
  send: (traceId: string) => Promise<void>,
  counts: Counts,
  end: AbortSignal,
): Promise<void> {
  const answers = new Map<string, { times: number; readonly came: () => void }>()
  socket.on('message', (data) => {
    const message = JSON.parse(data.toString()) as { readonly type: string; readonly trace_id: string }
    const answer = answers.get(message.trace_id)
    if (message.type !== 'response' || answer === undefined) return
    if (++answer.times > 1) counts.repeated++
    answer.came()
  })
  for (let i = 0; !end.aborted; i++) {
    const traceId = randomUUID()
    const timeout = new AbortController()
    const came = new Promise<'came'>((resolve) => answers.set(traceId, { times: 0, came: () => resolve('came') }))
    // Half of the subscriptions come before the answer.
    if (i % 2 === 0) subscribe(socket, traceId)
    await send(traceId)
    counts.sent++
    if (i % 2 === 1) {
      await sleep(200)
      subscribe(socket, traceId)
    }
    const late = sleep(TIMEOUT_MS, 'late' as const, { signal: timeout.signal }).catch(() => 'late' as const)
    if ((await Promise.race([came, late])) === 'came') counts.answered++
    else counts.missed++
    timeout.abort()
    await sleep(PAUSE_MS, undefined, { signal: end }).catch(() => undefined)
  }
  socket.terminate()
}

/** @returns mean megabytes by minute */
async function watch(pid: number, minutes: number): Promise<readonly number[]> {
  const means: number[] = []
  for (let minute = 0; minute < minutes; minute++) {
    let sum = 0
    for (let second = 0; second < 60; second++) {
      await sleep(1_000)
      sum += residentMb(pid)
    }
    means.push(sum / 60)
  }
  return means
}

function report(minutes: number, memory: readonly number[], counts: Counts): void {
  const [second = Number.NaN, last = Number.NaN] = [memory[1], memory.at(-1)]
  const ratio = last / second
  const { sent, answered, missed, repeated, closed } = counts
  console.log(`\n${IDLE} idle and ${BUSY} busy sockets for ${minutes} minutes`)
  console.log(`  resident memory by minute: ${memory.map((mean) => `${mean.toFixed(0)} MB`).join(', ')}`)
  console.log(`  last minute / second minute: ${ratio.toFixed(3)}`)
  console.log(
    `  ${sent} frames sent, ${answered} answered, ${missed} missed, ${repeated} repeated, ${closed} sockets closed`,
  )
  if (!(ratio <= MAX_GROWTH) || missed + repeated + closed > 0 || sent !== answered)
    throw new Error(`the stream grew beyond ${MAX_GROWTH}, or lost something`)
}
