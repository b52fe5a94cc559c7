import { randomBytes, scryptSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { checkPassword, hashPassword } from './password'

it('a password is right, whatever it is made of and however it was composed, and another one is wrong', async () => {
  const kept = await hashPassword('Änne 🔑 läuft', randomBytes)
  expect(await checkPassword('Änne 🔑 läuft'.normalize('NFD'), kept)).toBe('right')
  for (const wrong of ['Änne 🔑 läuft ', 'änne 🔑 läuft', '']) expect(await checkPassword(wrong, kept)).toBe('wrong')
})

it('the same password is never kept twice as the same text, and never readably', async () => {
  const [one, other] = await Promise.all([
    hashPassword('twelve letters', randomBytes),
    hashPassword('twelve letters', randomBytes),
  ])
  expect(one).not.toBe(other)
  expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
})

it('one that was kept under other parameters is understood, and told to be outdated', async () => {
  const salt = randomBytes(16)
  const hash = scryptSync('an old password', salt, 32, { N: 1_024, r: 8, p: 1 })
  const kept = ['scrypt', 1_024, 8, 1, salt.toString('base64url'), hash.toString('base64url')].join('$')
  expect(await checkPassword('an old password', kept)).toBe('right_but_outdated')
  expect(await checkPassword('another password', kept)).toBe('wrong')
})

it('where there is nothing to compare with every password is wrong, after as much work', async () => {
  const kept = await hashPassword('twelve letters', randomBytes)
  const took = async (against: string | null) => {
    const times: number[] = []
    for (let i = 0; i < 5; i++) {
      const before = performance.now()
      expect(await checkPassword('something else', against)).toBe('wrong')
      times.push(performance.now() - before)
    }
    return Math.min(...times)
  }
  const [known, unknown] = [await took(kept), await took(null)]
  expect(unknown / known).toBeGreaterThan(0.5)
  expect(unknown / known).toBeLessThan(2)
})
