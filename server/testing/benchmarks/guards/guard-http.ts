/** Calls of tools over HTTP, one after the other, next to a server that only reads and writes them. */
import { exampleFiles } from '../../../cli/example-files'
import { makeGuardrailAccount, makeToolGuard } from '../../guardrail-account'
import { type PeopleServer, signRuleset, startPeopleServer } from '../../people-server'
import { median } from '../interleave'
import { startBare } from '../rest'

/** Milliseconds that a guard may add at the median. */
const AIM_MS = 5
const CALLS = 400
const ANSWER_BYTES = 1_500

/** The guard of the guide, with records that are kept for 30 seconds. */
export async function benchGuardHttp(rounds: number): Promise<void> {
  const server = await startPeopleServer((url) => ({
    LOOKUP_CONNECTIONS: JSON.stringify({ records: { kind: 'http', url: `${url}/guards/`, internal: true } }),
  }))
  const bare = await startBare(ANSWER_BYTES)
  try {
    const credential = await makeGuard(server)
    const headers = { 'content-type': 'application/json', 'x-service-credential': credential }
    const guarded = (values: object) => async () => {
      const body = JSON.stringify({ guard: 'cancellations', arguments: values })
      const answer = await fetch(`${server.url}/v1/tool-calls`, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(await answer.text())
      return ((await answer.json()) as { readonly decision: string }).decision
    }
    const contenders = [
      ['without a guard', () => post(bare.url)],
      ['passes', guarded({ reservation_id: 'BK7WNE', reason: 'health' })],
      ['is refused', guarded({ reservation_id: 'QX1TRM', reason: 'other' })],
      ['waits for a person', guarded({ reservation_id: 'BK7WNE' })],
    ] as const
    for (let warm = 0; warm < CALLS; warm++) for (const [, run] of contenders) await run()
    const times = contenders.map((): number[] => [])
    for (let nth = 0; nth < CALLS * rounds; nth++)
      for (const [index, [, run]] of contenders.entries()) {
        const began = performance.now()
        await run()
        times[index]!.push(performance.now() - began)
      }
    console.log(`\nCalls of tools over HTTP, one at a time (median of ${CALLS * rounds})`)
    const [without = 0] = times.map(median)
    for (const [index, [name]] of contenders.entries()) {
      const own = median(times[index]!)
      const added = index === 0 ? '' : `, ${(own - without).toFixed(2)} ms more; the aim is at most ${AIM_MS} ms`
      console.log(`  ${name.padEnd(24)} ${own.toFixed(2).padStart(8)} ms   ${(own / without).toFixed(1)} x${added}`)
    }
  } finally {
    bare.stop()
    await server.stop()
  }
}

async function post(url: string): Promise<string> {
  const body = JSON.stringify({ claims: { reservation_id: 'BK7WNE', reason: 'health' } })
  return (await fetch(url, { method: 'POST', body })).text()
}

/** @returns a credential that may call the guard */
async function makeGuard(server: PeopleServer): Promise<string> {
  const account = await makeGuardrailAccount(server)
  const { credential } = account
  const files = exampleFiles()
  const headers = { 'content-type': 'application/json', 'x-service-credential': credential }
  const body = files.get('guards/airline-ruleset.json')!
  const saved = await fetch(`${server.url}/v1/rulesets`, { method: 'POST', headers, body })
  const { ruleset_hash: hash } = (await saved.json()) as { readonly ruleset_hash: string }
  await signRuleset(server, hash)
  await makeToolGuard(server, account, JSON.parse(files.get('guards/airline-guard.json')!.replace('HASH', hash)))
  return credential
}
