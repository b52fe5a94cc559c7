import fc from 'fast-check'
import { expect, it } from 'vitest'
import { GroupedCalls, TooMuchWaits } from './grouped-calls'

interface Running {
  readonly questions: readonly number[]
  readonly end: (error?: Error) => void
}

function grouped(options: { maxCount?: number; maxWeight?: number; maxWaitingWeight?: number } = {}) {
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

it('asks together what is asked within a turn, and together what is asked while a call runs', async () => {
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

it('a call that fails fails its own questions alone', async () => {
  const { calls, running } = grouped({ maxCount: 2 })
  const answers = [1, 2, 3].map((question) => calls.ask(question).catch((error: Error) => error.message))
  await turn()
  running[0]!.end(new Error('failed'))
  await turn()
  running[1]!.end()
  expect(await Promise.all(answers)).toEqual(['failed', 'failed', 'a3'])
})

it('refuses what is more than may wait, and takes again when there is room', async () => {
  const { calls, running } = grouped({ maxWaitingWeight: 10 })
  const first = calls.ask(1)
  await turn()
  const waiting = calls.ask(8)
  await expect(calls.ask(3)).rejects.toBeInstanceOf(TooMuchWaits)
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

it('answers every question once, in order, and within the bounds of a call', async () => {
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
