import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { FREE_TRIES, LONGEST_WAIT_MS, SignInGate, TRIES_PER_ADDRESS } from './sign-in-gate'

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(1, { clock: () => Date.UTC(2026, 0, 5) })
})
afterAll(() => under.stop())

/** Gates of two processes. */
const gates = () =>
  [0, 1].map(
    () => new SignInGate({ store: under.store, now: () => new Date(under.now()), accountKey: (email) => email }),
  )

/** Returns how long the gate asks to wait; 0 if it lets the try through. */
const wait = (gate: SignInGate, address: string, account: string): Promise<number> =>
  gate.admit(address, account).then(
    () => 0,
    (error: { details: { retry_after_ms: number } }) => error.details.retry_after_ms,
  )

it('after some free tries the wait of an account doubles, from every address and process, up to the longest', async () => {
  const [one, other] = gates() as [SignInGate, SignInGate]
  for (let i = 0; i < FREE_TRIES; i++) expect(await wait(i % 2 ? one : other, `address ${i}`, 'ada')).toBe(0)
  const waits: number[] = []
  for (let i = 0; i < 12; i++) {
    const left = await wait(one, 'another address', 'ada')
    waits.push(left)
    under.pass(left - 1)
    expect(await wait(other, 'another address', 'ada')).toBe(1)
    under.pass(1)
    expect(await wait(one, `address ${i}`, 'ada')).toBe(0)
  }
  expect(waits.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000])
  expect(Math.max(...waits)).toBe(LONGEST_WAIT_MS)
  expect(await wait(one, 'address', 'bob')).toBe(0)
})

it('a hundred concurrent tries let through as many as a hundred in a row', async () => {
  const both = gates()
  const atOnce = (address: (nth: number) => string, account: (nth: number) => string) =>
    Promise.all(Array.from({ length: 100 }, (_, nth) => wait(both[nth % 2]!, address(nth), account(nth))))
  const ofOneAccount = await atOnce(
    (nth) => `place ${nth}`,
    () => 'carl',
  )
  expect(ofOneAccount.filter((left) => left === 0)).toHaveLength(FREE_TRIES)
  const ofOneAddress = await atOnce(
    () => 'one place',
    (nth) => `account ${nth}`,
  )
  expect(ofOneAddress.filter((left) => left === 0)).toHaveLength(TRIES_PER_ADDRESS)
})

it("a right password ends its account's wait and leaves its address's count unchanged", async () => {
  const [gate] = gates() as [SignInGate]
  for (let i = 0; i < FREE_TRIES; i++) await gate.admit('office', 'dora')
  for (let i = 0; i < 3 * TRIES_PER_ADDRESS; i++) {
    await gate.admit('office', `right ${i % 3}`)
    await gate.succeed('office', `right ${i % 3}`)
  }
  expect(await wait(gate, 'office', 'dora')).toBeGreaterThan(0)
  await gate.forgive('dora')
  expect(await wait(gate, 'office', 'dora')).toBe(0)
  // Dora's tries at the address still count.
  for (let i = FREE_TRIES + 1; i < TRIES_PER_ADDRESS; i++) expect(await wait(gate, 'office', `wrong ${i}`)).toBe(0)
  expect(await wait(gate, 'office', 'one more')).toBeGreaterThan(0)
})

it('a try at a waiting account does not count for the address', async () => {
  const [gate] = gates() as [SignInGate]
  for (let i = 0; i < FREE_TRIES; i++) await gate.admit(`home ${i}`, 'emil')
  for (let i = 0; i < 2 * TRIES_PER_ADDRESS; i++) expect(await wait(gate, 'home', 'emil')).toBeGreaterThan(0)
  expect(await wait(gate, 'home', 'frida')).toBe(0)
})

it('one address tries no more than so many accounts', async () => {
  const [gate] = gates() as [SignInGate]
  for (let i = 0; i < TRIES_PER_ADDRESS; i++) await gate.admit('street', `account ${i}`)
  const left = await wait(gate, 'street', 'one more')
  expect(left).toBeGreaterThan(0)
  expect(await wait(gate, 'a far address', 'one more')).toBe(0)
  under.pass(left)
  expect(await wait(gate, 'street', 'one more')).toBe(0)
})

it('counters are deleted once they no longer count, and the oldest beyond a number', async () => {
  const [gate] = gates() as [SignInGate]
  under.pass(2 * 86_400_000)
  for (const account of ['g', 'h', 'i']) await gate.admit('sweep', account)
  await under.store.sweepPasswordTries(new Date(under.now() - 1), 100)
  const keys = async () =>
    (await under.query<{ key: string }>('SELECT key FROM password_try ORDER BY key')).map(({ key }) => key)
  expect(await keys()).toEqual(['account:g', 'account:h', 'account:i', 'address:sweep'])
  await under.store.sweepPasswordTries(new Date(0), 2)
  expect(await keys()).toHaveLength(2)
})
