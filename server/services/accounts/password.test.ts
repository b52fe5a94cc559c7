import { randomBytes, scryptSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { checkPassword, hashPassword, PASSWORD_COST } from './password'

const DEPLOYED = { randomBytes, passwordCost: PASSWORD_COST }

it('a password is right, whatever it is made of and however it was composed, and another one is wrong', async () => {
  const stored = await hashPassword('Änne 🔑 läuft', DEPLOYED)
  expect(await checkPassword('Änne 🔑 läuft'.normalize('NFD'), stored, PASSWORD_COST)).toBe('right')
  for (const wrong of ['Änne 🔑 läuft ', 'änne 🔑 läuft', ''])
    expect(await checkPassword(wrong, stored, PASSWORD_COST)).toBe('wrong')
})

it('the same password is never stored twice as the same text, and never readably', async () => {
  const [one, other] = await Promise.all([
    hashPassword('twelve letters', DEPLOYED),
    hashPassword('twelve letters', DEPLOYED),
  ])
  expect(one).not.toBe(other)
  expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
})

it('one that was stored under other parameters is understood, and reported as outdated', async () => {
  const salt = randomBytes(16)
  const hash = scryptSync('an old password', salt, 32, { N: 1_024, r: 8, p: 1 })
  const stored = ['scrypt', 1_024, 8, 1, salt.toString('base64url'), hash.toString('base64url')].join('$')
  expect(await checkPassword('an old password', stored, PASSWORD_COST)).toBe('right_but_outdated')
  expect(await checkPassword('another password', stored, PASSWORD_COST)).toBe('wrong')
})

it('without a stored password every password is wrong after the same work', { tags: ['nightly'] }, async () => {
  const stored = await hashPassword('twelve letters', DEPLOYED)
  const took = async (against: string | null) => {
    const before = performance.now()
    expect(await checkPassword('something else', against, PASSWORD_COST)).toBe('wrong')
    return performance.now() - before
  }
  // Takes the shortest of many alternating runs, because other work on the machine only prolongs a run.
  let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let i = 0; i < 8; i++) {
    known = Math.min(known, await took(stored))
    unknown = Math.min(unknown, await took(null))
  }
  expect(unknown / known).toBeGreaterThan(0.5)
  expect(unknown / known).toBeLessThan(2)
})
