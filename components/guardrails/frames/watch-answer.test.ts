import { expect, test } from 'vitest'
import type { Answered } from './frame-run'
import { type AnswerWatch, type StreamSocket, watchAnswer } from './watch-answer'

const FRAME = { C: [], Q: null, A: null, P: [], E: { conclusion: 'NO', confidence: 1 }, Error: null }
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** An in-memory stream, whose server is the test, with a clock that the test advances. */
function world(token: () => Promise<string> = async () => 'token') {
  const sockets: (StreamSocket & { readonly token: string; readonly sent: unknown[]; closed: boolean })[] = []
  const waits: { readonly milliseconds: number; readonly call: () => void }[] = []
  const reported: unknown[] = []
  const watch: AnswerWatch = {
    topic: 'page',
    traceId: 't',
    token,
    open: (given) => {
      const socket = {
        token: given,
        sent: [] as unknown[],
        closed: false,
        onopen: null,
        onmessage: null,
        onclose: null,
        send(text: string) {
          this.sent.push(JSON.parse(text))
        },
        close() {
          this.closed = true
        },
      }
      sockets.push(socket)
      return socket
    },
    after: (milliseconds, call) => {
      const wait = { milliseconds, call }
      waits.push(wait)
      return () => void waits.splice(waits.indexOf(wait), 1)
    },
    onListening: (on) => reported.push(on),
    onAnswer: (answer: Answered) => reported.push(answer.messageId),
    onRefused: () => reported.push('refused'),
  }
  const say = (index: number, message: unknown) => sockets[index]?.onmessage?.({ data: JSON.stringify(message) })
  const answer = (index: number, id: string, trace_id = 't') =>
    say(index, { type: 'response', trace_id, data: { entailment_frame: JSON.stringify(FRAME), id, rail_id: 'r' } })
  const ack = (index: number, success = true) =>
    say(index, { type: 'ack', action: 'subscribe', success, trace_id: 't' })
  return { watch, sockets, waits, reported, answer, ack }
}

test('subscribes when the stream is open, and reports the answer once', async () => {
  const { watch, sockets, reported, ack, answer } = world()
  watchAnswer(watch)
  await settle()
  sockets[0]?.onopen?.()
  expect(sockets[0]).toMatchObject({ token: 'token', sent: [{ action: 'subscribe', topic: 'page', trace_id: 't' }] })
  ack(0)
  answer(0, 'another', 'u')
  answer(0, 'first')
  answer(0, 'first')
  sockets[0]?.onclose?.()
  expect(reported).toEqual([true, 'first'])
  expect(sockets[0]?.closed).toBe(true)
})

test('reopens a broken stream with growing pauses until it listens', async () => {
  const { watch, sockets, waits, reported, ack } = world()
  watchAnswer(watch)
  const pauses: number[] = []
  for (let round = 0; round < 7; round++) {
    await settle()
    sockets[round]?.onclose?.()
    const wait = waits.shift()
    pauses.push(wait?.milliseconds ?? 0)
    wait?.call()
  }
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
  await settle()
  ack(7)
  sockets[7]?.onclose?.()
  expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([500])
  expect(reported.filter((on) => on === true)).toHaveLength(1)
})

test('tries again without a token; a refused subscription ends the watch', async () => {
  let given = 0
  const { watch, sockets, waits, reported, ack } = world(async () => {
    given++
    if (given === 1) throw new Error('unavailable')
    return `token ${given}`
  })
  watchAnswer(watch)
  await settle()
  expect(sockets).toHaveLength(0)
  waits.shift()?.call()
  await settle()
  expect(sockets[0]?.token).toBe('token 2')
  ack(0, false)
  expect(reported).toEqual([false, 'refused'])
  expect(waits).toEqual([])
})

test('does nothing after the watch has ended', async () => {
  const { watch, sockets, waits, reported, answer } = world()
  const end = watchAnswer(watch)
  await settle()
  end()
  sockets[0]?.onclose?.()
  answer(0, 'late')
  expect([reported, waits, sockets[0]?.closed]).toEqual([[], [], true])
})
