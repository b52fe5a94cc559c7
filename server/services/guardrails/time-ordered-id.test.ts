import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { timeOrderedId } from './time-ordered-id'

const moment = fc.integer({ min: 0, max: 2 ** 48 - 1 })

it('is a UUID of version 7 that holds its time, and sorts by it', () => {
  fc.assert(
    fc.property(moment, moment, (one, two) => {
      const [first, second] = [timeOrderedId(one, randomBytes(10)), timeOrderedId(two, randomBytes(10))]
      expect(z.uuidv7().safeParse(first).success).toBe(true)
      expect(Number.parseInt(first.replace('-', '').slice(0, 12), 16)).toBe(one)
      if (one !== two) expect(first < second).toBe(one < two)
    }),
  )
})

it('the same moment gives another one each time', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => timeOrderedId(0, randomBytes(10)))).size).toBe(1_000)
})
