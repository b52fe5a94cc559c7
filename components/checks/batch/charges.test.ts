import { expect, it } from 'vitest'
import { Charges } from './charges'

/** Answers on demand and records the requests. */
function slowly(allowance: number) {
  const requested: number[] = []
  const answers: (() => void)[] = []
  let left = allowance
  const charge = (wanted: number) => {
    requested.push(wanted)
    return new Promise<{ granted: number; stopped: string | null }>((resolve) => {
      answers.push(() => {
        const granted = Math.min(left, wanted)
        left -= granted
        resolve({ granted, stopped: granted < wanted ? 'used up' : null })
      })
    })
  }
  const answer = async () => {
    answers.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { asked: requested, charge, answer }
}

it('combines the charges that arrive during a call, up to the limit of one call', async () => {
  const { asked: requested, charge, answer } = slowly(1_000)
  const charges = new Charges(charge, 10)
  const all = Promise.all([4, 5, 5, 1, 10].map((wanted) => charges.take(wanted)))
  for (let i = 0; i < 4; i++) await answer()
  expect(requested).toEqual([4, 10, 1, 10])
  expect((await all).map(({ granted }) => granted)).toEqual([4, 5, 5, 1, 10])
  const after = charges.take(2)
  await answer()
  expect(await after).toEqual({ granted: 2, stopped: null })
})

it('grants the rest in the order of the requests, and says why there is no more', async () => {
  const { charge, answer } = slowly(7)
  const charges = new Charges(charge, 100)
  const all = Promise.all([2, 3, 4, 5].map((wanted) => charges.take(wanted)))
  await answer()
  await answer()
  expect(await all).toEqual([
    { granted: 2, stopped: null },
    { granted: 3, stopped: null },
    { granted: 2, stopped: 'used up' },
    { granted: 0, stopped: 'used up' },
  ])
})

it('fails every charge of a failed call, and continues', async () => {
  let fails = true
  const charges = new Charges(async (wanted) => {
    if (fails) throw new Error('no answer')
    return { granted: wanted, stopped: null }
  }, 100)
  await expect(charges.take(1)).rejects.toThrow('no answer')
  fails = false
  expect(await charges.take(1)).toEqual({ granted: 1, stopped: null })
})
