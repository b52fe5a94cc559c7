import fc from 'fast-check'
import { expect, it } from 'vitest'
import { GroupedCalls, QueueFullError } from './grouped-calls'

interface Running {
  readonly questions: readonly number[]
  readonly end: (error?: Error) => void
}

interface Bounds {
  readonly maxCount?: number
  readonly maxWeight?: number
  readonly maxWaitingWeight?: number
  readonly shareOf?: (question: number) => string
  readonly weigh?: (question: number) => number
}

function grouped(options: Bounds = {}) {
  const running: Running[] = []
  const calls = new GroupedCalls<number, string>({
    run: (questions) =>
      new Promise((resolve, reject) => {
        running.push({
          questions,
          end: (error) => (error === undefined ? resolve(questions.map((each) => `a${each}`)) : reject(error)),
        })
      }),
    weigh: (question) => question,
    ...{ maxCount: 100, maxWeight: 1_000_000, maxWaitingWeight: 1_000_000, ...options },
  })
  return { calls, running }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('groups the questions of one turn, and those that arrive while a call runs', async () => {
  const { calls, running } = grouped()
  const first = [calls.ask(1), calls.ask(2)]
  await turn()
  const next = [calls.ask(3), calls.ask(4)]
  await turn()
  expect(running.map(({ questions }) => questions)).toEqual([[1, 2]])
  running[0]!.end()
  expect(await Promise.all(first)).toEqual(['a1', 'a2'])
  await turn()
  expect(running[1]!.questions).toEqual([3, 4])
  running[1]!.end()
  expect(await Promise.all(next)).toEqual(['a3', 'a4'])
})

it('a failed call rejects only its own questions', async () => {
  const { calls, running } = grouped({ maxCount: 2 })
  const answers = [1, 2, 3].map((question) => calls.ask(question).catch((error: Error) => error.message))
  await turn()
  running[0]!.end(new Error('failed'))
  await turn()
  running[1]!.end()
  expect(await Promise.all(answers)).toEqual(['failed', 'failed', 'a3'])
})

it('refuses questions beyond its bound, and accepts them again when there is room', async () => {
  const { calls, running } = grouped({ maxWaitingWeight: 10 })
  const first = calls.ask(1)
  await turn()
  const waiting = calls.ask(8)
  await expect(calls.ask(3)).rejects.toBeInstanceOf(QueueFullError)
  running[0]!.end()
  await first
  await turn()
  const later = calls.ask(3)
  running[1]!.end()
  await waiting
  await turn()
  running[2]!.end()
  expect(await later).toBe('a3')
})

it('answers every question once, in order, within the bounds of a call', async () => {
  const weights = fc.array(fc.nat(50), { minLength: 1, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(weights, fc.integer({ min: 1, max: 9 }), async (questions, maxCount) => {
      const { calls, running } = grouped({ maxCount, maxWeight: 60 })
      const answers = questions.map((question) => calls.ask(question))
      const run: number[] = []
      while (run.length < questions.length) {
        await turn()
        const call = running.shift()!
        expect(call.questions.length).toBeLessThanOrEqual(maxCount)
        if (call.questions.length > 1) expect(call.questions.reduce((a, b) => a + b)).toBeLessThanOrEqual(60)
        run.push(...call.questions)
        call.end()
      }
      expect(run).toEqual(questions)
      expect(await Promise.all(answers)).toEqual(questions.map((question) => `a${question}`))
    }),
  )
})

/** The share of a question is its hundreds; all weigh the same. */
const HUNDREDS = { shareOf: (question: number) => `${Math.floor(question / 100)}`, weigh: () => 1 }

it('one flooding share delays the question of another at most until the next call', async () => {
  const { calls, running } = grouped({ ...HUNDREDS, maxCount: 6 })
  const flood = Array.from({ length: 40 }, (_, nth) => calls.ask(101 + nth))
  await turn()
  const other = [calls.ask(201), calls.ask(202), calls.ask(203)]
  running[0]!.end()
  await turn()
  expect(running[1]!.questions.filter((question) => question > 200)).toEqual([201, 202, 203])
  running[1]!.end()
  expect(await Promise.all(other)).toEqual(['a201', 'a202', 'a203'])
  for (let call = 2; call < 8; call++) {
    await turn()
    running[call]!.end()
  }
  // The order within a share is kept, whatever came between.
  expect(await Promise.all(flood)).toEqual(Array.from({ length: 40 }, (_, nth) => `a${101 + nth}`))
  expect(running.flatMap(({ questions }) => questions.filter((each) => each < 200))).toEqual(
    Array.from({ length: 40 }, (_, nth) => 101 + nth),
  )
})

it('shares are weighted: many heavy questions of one share do not delay light ones of another', async () => {
  const shareOf = (question: number) => (question > 40 ? 'heavy' : 'light')
  const { calls, running } = grouped({ shareOf, maxCount: 6 })
  void calls.ask(1)
  await turn()
  for (const question of [50, 51, 52, 53, 54, 11, 12, 13, 14, 15]) void calls.ask(question)
  running[0]!.end()
  await turn()
  // First the heavy question that came first, then as much weight of the other share.
  expect(running[1]!.questions).toEqual([50, 11, 12, 13, 14, 51])
})

it('the waiting questions of one share leave room for the others', async () => {
  const { calls, running } = grouped({
    shareOf: (question) => (question > 5 ? 'flood' : 'other'),
    maxWaitingWeight: 160,
  })
  const first = calls.ask(1)
  await turn()
  const pending = Array.from({ length: 9 }, () => calls.ask(10).catch((error: Error) => error.name))
  const others = [calls.ask(5), calls.ask(5), calls.ask(5)]
  for (let call = 0; call < 2; call++) {
    running[call]!.end()
    await turn()
  }
  const answers = await Promise.all(pending)
  expect(answers.filter((answer) => answer === 'TooMuchWaits').length).toBe(5)
  expect(await Promise.all([first, ...others])).toEqual(['a1', 'a5', 'a5', 'a5'])
})
