import { expect, it } from 'vitest'
import { FREE_TRIES, LONGEST_WAIT, SignInGate, TRIES_PER_ADDRESS } from './sign-in-gate'

function gateAt() {
  let now = 1_000_000
  const gate = new SignInGate(() => now)
  return { gate, pass: (milliseconds: number) => (now += milliseconds) }
}

/** How long the gate asks to wait; 0 where it lets through. */
function wait(gate: SignInGate, address: string, account: string): number {
  try {
    gate.admit(address, account)
    return 0
  } catch (error) {
    return (error as { details: { retry_after_ms: number } }).details.retry_after_ms
  }
}

it('after some free tries the wait of an account doubles, from every address, up to the longest', () => {
  const { gate, pass } = gateAt()
  for (let i = 0; i < FREE_TRIES; i++) expect(wait(gate, `address ${i}`, 'ada')).toBe(0)
  const waits: number[] = []
  for (let i = 0; i < 12; i++) {
    const left = wait(gate, 'another address', 'ada')
    waits.push(left)
    pass(left - 1)
    expect(wait(gate, 'another address', 'ada')).toBe(1)
    pass(1)
    expect(wait(gate, `address ${i}`, 'ada')).toBe(0)
  }
  expect(waits.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000])
  expect(Math.max(...waits)).toBe(LONGEST_WAIT)
  expect(wait(gate, 'address', 'bob')).toBe(0)
})

it('a right password ends the wait of its account', () => {
  const { gate } = gateAt()
  for (let i = 0; i < FREE_TRIES; i++) gate.admit('address', 'ada')
  gate.forgive('ada')
  expect(wait(gate, 'address', 'ada')).toBe(0)
})

it('one address tries no more than so many accounts', () => {
  const { gate, pass } = gateAt()
  for (let i = 0; i < TRIES_PER_ADDRESS; i++) gate.admit('address', `account ${i}`)
  const left = wait(gate, 'address', 'one more')
  expect(left).toBeGreaterThan(0)
  expect(wait(gate, 'another address', 'one more')).toBe(0)
  pass(left)
  expect(wait(gate, 'address', 'one more')).toBe(0)
})
