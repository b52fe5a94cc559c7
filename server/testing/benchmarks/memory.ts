/** Compares a server's resident memory after 100,000 checks, half of them solver-bound, with that after 10,000. */

import { readFileSync } from 'node:fs'
import { startServer } from '../running-server'

const EARLY = 10_000
const CHECKS = Number(process.env.CHECKS ?? 100_000)
const PARALLEL = 16

/** Only the solver can decide this. */
const SOLVER_BOUND =
  'declare x as numeric;\ndeclare y as numeric;\nassert squares { x * x + y * y + 1 > 0 };\nassert limit { y < 100 };\n'
const SETTLED =
  'declare x as numeric;\ndeclare b as boolean;\nassert small { Implies(x > 75, b) };\nassert limit { x < 5000 };\n'

/** CHECKS sets the number of checks. */
export async function benchMemory(): Promise<void> {
  const server = await startServer({ CREDENTIALS: 'none', SOLVER_WAIT_MS: '60000' })
  const pid = server.process.pid!
  let sent = 0
  let early = 0
  const check = async (call: number) => {
    const hard = call % 2 === 0
    const body = hard
      ? { source: SOLVER_BOUND, claims: { x: null, y: String(call % 200) } }
      : { source: SETTLED, claims: { x: String(call % 9000), b: call % 3 === 0 ? null : true } }
    const response = await fetch(`${server.url}/v1/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(text)
  }
  const run = async () => {
    while (sent < CHECKS) {
      const call = sent++
      if (call === EARLY) early = residentMb(pid)
      await check(call)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, run))
  const late = residentMb(pid)
  console.log(`\nResident memory of the server, half of the checks solver-bound`)
  console.log(
    `  after ${EARLY} checks ${early.toFixed(0)} MB, after ${CHECKS} checks ${late.toFixed(0)} MB: ratio ${(late / early).toFixed(3)}`,
  )
  await server.stop()
}

/** Does not include the embedded database. */
export function residentMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  if (line === null) throw new Error(`/proc has no resident memory of ${pid}`)
  return Number(line[1]) / 1024
}
