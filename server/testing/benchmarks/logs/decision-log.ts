/**
 * POST /v1/check with the decision log off and on, in the same server and in turns: requests a second, and processor time
 * a request, which other work on the machine changes less. What waits at the end of a turn is at most a tenth of it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { writeJson } from '../../../language/numeric/lossless-json'
import { type PeopleServer, startPeopleServer } from '../../people-server'
import { median } from '../interleave'
import { makeInput, random, touchstoneSource } from '../subject'
import { asClaims } from '../touchstone'

/** Share of the requests a second that the log may cost. */
const AIM = 0.1
const CONNECTIONS = 32
const SECONDS = 3

const KINDS = [
  ['off', null],
  ['on, claims dropped', { redaction: 'drop', beforeAnswer: false }],
  ['on, claims kept', { redaction: 'keep', beforeAnswer: false }],
  ['on, kept, before the answer', { redaction: 'keep', beforeAnswer: true }],
] as const

export async function benchDecisionLog(rounds: number): Promise<void> {
  const server = await startPeopleServer()
  try {
    const load = await startLoad(server)
    const rates: number[][] = KINDS.map(() => [])
    const costs: Cost[][] = KINDS.map(() => [])
    for (let round = 0; round <= rounds; round++)
      for (const [nth, [, kind]] of KINDS.entries()) {
        await setLog(server, kind)
        const before = processorTime(server.pid)
        const count = await load()
        const after = processorTime(server.pid)
        // The first round warms up.
        if (round === 0) continue
        rates[nth]!.push(count / SECONDS)
        costs[nth]!.push({
          server: (after.server - before.server) / count,
          database: (after.database - before.database) / count,
        })
      }
    console.log(
      `\nPOST /v1/check, 12 assertions, decision log, ${CONNECTIONS} connections (median of ${rounds} interleaved rounds)`,
    )
    const [off = []] = rates
    for (const [nth, [name]] of KINDS.entries()) {
      const own = rates[nth]!
      const ratio = median(own.map((rate, round) => rate / off[round]!))
      const cost = nth === 0 ? '' : `   ${ratio.toFixed(3)} of off; the aim is at least ${1 - AIM}`
      const [server, database] = (['server', 'database'] as const).map((part) =>
        median(costs[nth]!.map((each) => each[part])),
      )
      console.log(`  ${name.padEnd(28)} ${median(own).toFixed(0).padStart(8)} requests a second${cost}`)
      console.log(
        `  ${''.padEnd(28)} ${microseconds(server)} of the server, ${microseconds(database)} of the database a request`,
      )
    }
  } finally {
    await server.stop()
  }
}

async function setLog(server: PeopleServer, kind: (typeof KINDS)[number][1]): Promise<void> {
  const off = { enabled: false, retentionDays: 30, redaction: 'drop', exceptions: {}, beforeAnswer: false }
  const decisionLog = kind === null ? off : { ...off, enabled: true, ...kind }
  await server.call(server.administrator, 'settings.change', { decisionLog })
}

async function startLoad(server: PeopleServer): Promise<() => Promise<number>> {
  const json = { 'content-type': 'application/json' }
  const issue = { label: 'bench', tier: 'standard', expiresAt: null }
  const { token } = (await server.call(server.administrator, 'credentials.issue', issue)) as { readonly token: string }
  const headers = { ...json, 'x-service-credential': token }
  const body = JSON.stringify({ source: touchstoneSource(1) })
  const compiled = await fetch(`${server.url}/v1/compile`, { method: 'POST', headers, body })
  const { ruleset_hash } = (await compiled.json()) as { readonly ruleset_hash: string }
  const next = random(17)
  const requests = Array.from({ length: 200 }, () => ({
    method: 'POST' as const,
    path: '/v1/check',
    headers,
    body: writeJson({ claims: asClaims(makeInput(1, next)), ruleset_hash }),
  }))
  return async () => {
    const result = await autocannon({ url: server.url, connections: CONNECTIONS, duration: SECONDS, requests })
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals, ${result.errors} errors`)
    return result.requests.total
  }
}

interface Cost {
  readonly server: number
  readonly database: number
}

const TICKS_A_SECOND = 100

/** Seconds of processor time of a server and of the processes of its embedded database; Linux only. */
function processorTime(pid: number): Cost {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
        return [{ id: Number(id), parent: Number(fields[1]), seconds }]
      } catch {
        // It ended meanwhile.
        return []
      }
    })
  const isBelow = (id: number): boolean => {
    const parent = processes.find((each) => each.id === id)?.parent ?? 0
    return parent === pid || (parent > 1 && isBelow(parent))
  }
  const sum = (seconds: readonly number[]) => seconds.reduce((total, each) => total + each, 0)
  return {
    server: sum(processes.filter(({ id }) => id === pid).map(({ seconds }) => seconds)),
    database: sum(processes.filter(({ id }) => isBelow(id)).map(({ seconds }) => seconds)),
  }
}

function microseconds(seconds: number | undefined): string {
  return `${((seconds ?? 0) * 1e6).toFixed(0)} µs`
}
