import { expect, test } from 'vitest'
import type { Answered } from './frame-run'
import { type AnswerWatch, type StreamSocket, watchAnswer } from './watch-answer'

const FRAME = { C: [], Q: null, A: null, P: [], E: { conclusion: 'NO', confidence: 1 }, Error: null }
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A stream in memory that the test plays the server of, and a clock that it turns by hand. */
function world(token: () => Promise<string> = async () => 'token') {
  const sockets: (StreamSocket & { readonly token: string; readonly said: unknown[]; closed: boolean })[] = []
  const waits: { readonly milliseconds: number; readonly call: () => void }[] = []
  const told: unknown[] = []
  const watch: AnswerWatch = {
    topic: 'page',
    traceId: 't',
    token,
    open: (given) => {
      const socket = {
        ...{ token: given, said: [] as unknown[], closed: false, onopen: null, onmessage: null, onclose: null },
        send(text: string) {
          this.said.push(JSON.parse(text))
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
    onListening: (on) => told.push(on),
    onAnswer: (answer: Answered) => told.push(answer.messageId),
    onRefused: () => told.push('refused'),
  }
  const say = (place: number, message: unknown) => sockets[place]?.onmessage?.({ data: JSON.stringify(message) })
  const answer = (place: number, id: string, trace_id = 't') =>
    say(place, { type: 'response', trace_id, data: { entailment_frame: JSON.stringify(FRAME), id, rail_id: 'r' } })
  const ack = (place: number, success = true) =>
    say(place, { type: 'ack', action: 'subscribe', success, trace_id: 't' })
  return { watch, sockets, waits, told, answer, ack }
}

test('it subscribes when the stream is open, and tells the answer once', async () => {
  const { watch, sockets, told, ack, answer } = world()
  watchAnswer(watch)
  await settle()
  sockets[0]?.onopen?.()
  expect(sockets[0]).toMatchObject({ token: 'token', said: [{ action: 'subscribe', topic: 'page', trace_id: 't' }] })
  ack(0)
  answer(0, 'another', 'u')
  answer(0, 'first')
  answer(0, 'first')
  sockets[0]?.onclose?.()
  expect(told).toEqual([true, 'first'])
  expect(sockets[0]?.closed).toBe(true)
})

test('a stream that breaks is opened again, later each time, until it listens', async () => {
  const { watch, sockets, waits, told, ack } = world()
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
  expect(told.filter((on) => on === true)).toHaveLength(1)
})

test('without a token it tries again; a refused subscription ends it', async () => {
  let given = 0
  const { watch, sockets, waits, told, ack } = world(async () => {
    given++
    if (given === 1) throw new Error('away')
    return `token ${given}`
  })
  watchAnswer(watch)
  await settle()
  expect(sockets).toHaveLength(0)
  waits.shift()?.call()
  await settle()
  expect(sockets[0]?.token).toBe('token 2')
  ack(0, false)
  expect(told).toEqual([false, 'refused'])
  expect(waits).toEqual([])
})

test('a waiting that was ended says and does nothing more', async () => {
  const { watch, sockets, waits, told, answer } = world()
  const end = watchAnswer(watch)
  await settle()
  end()
  sockets[0]?.onclose?.()
  answer(0, 'late')
  expect([told, waits, sockets[0]?.closed]).toEqual([[], [], true])
})
