import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Script, type ScriptedModelServer, startScriptedModelServer } from '../testing/scripted-model-server'
import { ConcurrencyLimit } from './concurrency-limit'
import { createModel, type Model } from './model'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await startScriptedModelServer()
})
afterAll(() => server.stop())

const FOR_EVER = new AbortController().signal
const right = { kind: 'text', text: 'yes' } as const
const slow = (milliseconds: number) => ({ kind: 'slow', milliseconds, reply: right }) as const

function modelOf(concurrency: number, timeoutMs = 60_000): Model {
  const settings = { baseUrl: server.baseUrl, name: 'small', apiKey: null, timeoutMs, concurrency }
  return createModel(settings, { now: Date.now, pause: async () => {} })
}

const ask = (model: Model, input: string, signal = FOR_EVER) =>
  model.generateText({ model: null, instructions: 'Say it.', input, temperature: 0, seed: null }, signal)

const arrived = () => server.requests.map(({ body }) => body.messages[1]?.content)
const numbers = (count: number) => Array.from({ length: count }, (_, place) => String(place))

describe('calls of a model', () => {
  it('are never more than the settings allow, and use every slot', async () => {
    let inFlight = 0
    const seen: number[] = []
    server.play(() => {
      inFlight++
      seen.push(inFlight)
      return slow(30)
    })
    const model = modelOf(3)
    // A call ends for its caller before the next one can reach the server.
    const answers = await Promise.all(numbers(20).map((number) => ask(model, number).finally(() => inFlight--)))
    expect(answers).toEqual(answers.map(() => ({ ok: true, value: 'yes' })))
    expect(seen).toHaveLength(20)
    expect(Math.max(...seen)).toBe(3)
  })

  it('begin in the order in which they were made', async () => {
    server.play([slow(5)])
    const model = modelOf(1)
    await Promise.all(numbers(8).map((number) => ask(model, number)))
    expect(arrived()).toEqual(numbers(8))
  })

  it('get their full timeout, however long they waited', async () => {
    server.play([slow(600)])
    const model = modelOf(1, 1_500)
    const answers = await Promise.all(numbers(4).map((number) => ask(model, number)))
    expect(answers).toEqual(answers.map(() => ({ ok: true, value: 'yes' })))
  })

  it('free their slot after every outcome', async () => {
    const script: Script = ({ messages }) => {
      const question = messages[1]?.content
      if (question === 'refused') return { kind: 'refusal' }
      if (question === 'broken') return { kind: 'drop' }
      if (question === 'silent') return { kind: 'silence' }
      return question === 'blank' ? { kind: 'text', text: ' ' } : right
    }
    server.play(script)
    const model = modelOf(1, 1_000)
    const answers = await Promise.all(['refused', 'broken', 'silent', 'blank', 'good'].map((each) => ask(model, each)))
    expect(answers.map((answer) => (answer.ok ? answer.value : answer.error.code))).toEqual([
      ...['MODEL_REFUSED', 'MODEL_UNAVAILABLE', 'MODEL_UNAVAILABLE', 'MODEL_ANSWER_UNUSABLE'],
      'yes',
    ])
    expect(await ask(model, 'afterwards')).toEqual({ ok: true, value: 'yes' })
  })

  it('end at once and are never sent when they are aborted while waiting', async () => {
    server.play(({ messages }) => (messages[1]?.content === 'first' ? { kind: 'silence' } : right))
    const model = modelOf(1)
    const [first, second] = [new AbortController(), new AbortController()]
    const running = ask(model, 'first', first.signal)
    const waiting = ask(model, 'second', second.signal)
    const third = ask(model, 'third')
    await expect.poll(arrived, { timeout: 30_000 }).toEqual(['first'])
    second.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    expect(arrived()).toEqual(['first'])
    first.abort(new Error('this too'))
    await expect(running).rejects.toThrow('this too')
    expect(await third).toEqual({ ok: true, value: 'yes' })
    expect(arrived()).toEqual(['first', 'third'])
  })

  it('cause no process warning when many of them wait on one signal', async () => {
    const warnings: Error[] = []
    const note = (warning: Error) => void warnings.push(warning)
    process.on('warning', note)
    server.play([right])
    const model = modelOf(1)
    const { signal } = new AbortController()
    await Promise.all(numbers(30).map((number) => ask(model, number, signal)))
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', note)
    expect(warnings).toEqual([])
  })
})

interface Started {
  readonly controller: AbortController
  readonly done: Promise<string>
  state: 'waiting' | 'running' | 'ended'
  end: () => void
}

describe('slots', () => {
  it('never exceed the limit and go to the longest waiting call, whatever ends or is aborted', async () => {
    const step = fc.tuple(fc.constantFrom('come', 'end', 'abort', 'end and abort'), fc.nat(9))
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 60 }), async (most, steps) => {
        const places = new ConcurrencyLimit(most)
        const all: Started[] = []
        const of = (state: Started['state']) => all.filter((each) => each.state === state)
        for (const [kind, place] of steps) {
          const waited = of('waiting')
          const [running, waiting] = [of('running')[place], waited[place]]
          if (kind === 'come') all.push(come(places))
          if (kind === 'end' || kind === 'end and abort') running?.end()
          // This may be the call that just got the slot.
          if (kind === 'abort' || kind === 'end and abort') waiting?.controller.abort(new Error('given up'))
          await new Promise((resolve) => setImmediate(resolve))
          expect(of('running').length).toBeLessThanOrEqual(most)
          if (of('waiting').length > 0) expect(of('running')).toHaveLength(most)
          const begun = waited.filter((each) => each.state === 'running')
          const passed = waited.slice(0, waited.indexOf(begun[0]!)).filter((each) => each.state === 'waiting')
          if (begun.length > 0) expect(passed).toEqual([])
        }
        while (of('running').length > 0) {
          for (const each of of('running')) each.end()
          await new Promise((resolve) => setImmediate(resolve))
        }
        expect(of('waiting')).toEqual([])
        await Promise.all(all.map((each) => each.done))
      }),
      { numRuns: 200 },
    )
  })

  it('are not taken by calls that were aborted before they arrived', async () => {
    const places = new ConcurrencyLimit(1)
    const gone = AbortSignal.abort(new Error('gone'))
    for (let times = 0; times < 3; times++) await expect(places.run(async () => 'called', gone)).rejects.toThrow('gone')
    expect(await places.run(async () => 'called', FOR_EVER)).toBe('called')
  })
})

/** A call that runs until the test ends or aborts it. */
function come(places: ConcurrencyLimit): Started {
  const controller = new AbortController()
  const { signal } = controller
  const call = () =>
    new Promise<string>((resolve, reject) => {
      started.state = 'running'
      started.end = () => resolve('ended')
      if (signal.aborted) reject(signal.reason)
      else signal.addEventListener('abort', () => reject(signal.reason))
    })
  // Created first, because the call may start at once.
  const started: { -readonly [key in keyof Started]: Started[key] } = {
    ...{ controller, state: 'waiting', end: () => {}, done: Promise.resolve('') },
  }
  started.done = places
    .run(call, signal)
    .catch(() => 'aborted')
    .finally(() => {
      started.state = 'ended'
    })
  return started
}
