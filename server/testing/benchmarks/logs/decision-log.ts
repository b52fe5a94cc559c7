/**
 * POST /v1/check with the decision log off and on, in the same server and in turns: requests a second, and processor time
 * a request, which other work on the machine changes less. The time of a turn ends when every entry is stored.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { writeJson } from '../../../language/numeric/lossless-json'
import { type PeopleServer, startPeopleServer } from '../../people-server'
import { median } from '../interleave'
import { makeInput, random, touchstoneSource } from '../subject'
import { asClaims } from '../touchstone'

/** Share of the requests a second that the log may cost. */
const AIM = 0.1
const CONNECTIONS = 32
/** Long against the time in which the last batch gathers, which is not a cost of other requests. */
const SECONDS = 6
const POLL_MS = 50

const KINDS = [
  ['off', null],
  ['on, claims dropped', { redaction: 'drop', beforeAnswer: false }],
  ['on, claims kept', { redaction: 'keep', beforeAnswer: false }],
  ['on, kept, before the answer', { redaction: 'keep', beforeAnswer: true }],
] as const

interface Policy {
  readonly name: string
  readonly source: string
  /** JSON. */
  readonly claims: readonly string[]
}

/** Returns policies from the smallest check to a bundled one. */
function policiesOf(): readonly Policy[] {
  const next = random(17)
  const { ruleset, cases } = JSON.parse(
    readFileSync(new URL('../../../../public/examples/regulation-z-qualified-mortgage.json', import.meta.url), 'utf8'),
  ) as { readonly ruleset: string; readonly cases: readonly { readonly claims: unknown }[] }
  return [
    { name: 'one claim', source: 'declare paid as boolean;\nassert is_paid { paid };\n', claims: ['{"paid":true}'] },
    {
      name: 'twelve assertions',
      source: touchstoneSource(1),
      claims: Array.from({ length: 200 }, () => writeJson(asClaims(makeInput(1, next)))),
    },
    {
      name: 'Regulation Z, a bundled policy of twenty claims',
      source: ruleset,
      claims: cases.map(({ claims }) => JSON.stringify(claims)),
    },
  ]
}

export async function benchDecisionLog(rounds: number): Promise<void> {
  const server = await startPeopleServer()
  try {
    for (const policy of policiesOf()) await benchPolicy(server, policy, rounds)
  } finally {
    await server.stop()
  }
}

interface Turn extends Cost {
  readonly rate: number
}

async function benchPolicy(server: PeopleServer, policy: Policy, rounds: number): Promise<void> {
  const load = await startLoad(server, policy)
  const turns: Turn[][] = KINDS.map(() => [])
  for (let round = 0; round <= rounds; round++)
    for (const [nth, [, kind]] of KINDS.entries()) {
      await setLog(server, kind)
      const before = processorTime(server.pid)
      const { count, seconds } = await load(kind !== null)
      const after = processorTime(server.pid)
      // The first round warms up.
      if (round > 0)
        turns[nth]!.push({
          rate: count / seconds,
          server: (after.server - before.server) / count,
          database: (after.database - before.database) / count,
        })
    }
  console.log(
    `\nPOST /v1/check, ${policy.name}, decision log, ${CONNECTIONS} connections (median of ${rounds} interleaved rounds)`,
  )
  const [off = []] = turns
  for (const [nth, [name]] of KINDS.entries()) {
    const own = turns[nth]!
    const ratio = median(own.map(({ rate }, round) => rate / off[round]!.rate))
    const against = nth === 0 ? '' : `   ${ratio.toFixed(3)} of off; the aim is at least ${1 - AIM}`
    const [rate, ofServer, ofDatabase] = (['rate', 'server', 'database'] as const).map((part) =>
      median(own.map((each) => each[part])),
    )
    console.log(`  ${name.padEnd(28)} ${rate!.toFixed(0).padStart(8)} requests a second${against}`)
    console.log(
      `  ${''.padEnd(28)} ${microseconds(ofServer)} of the server, ${microseconds(ofDatabase)} of the database a request`,
    )
  }
}

async function setLog(server: PeopleServer, kind: (typeof KINDS)[number][1]): Promise<void> {
  const off = { enabled: false, retentionDays: 30, redaction: 'drop', exceptions: {}, beforeAnswer: false }
  const decisionLog = kind === null ? off : { ...off, enabled: true, ...kind }
  await server.call(server.administrator, 'settings.change', { decisionLog })
}

type Load = (isLogged: boolean) => Promise<{ readonly count: number; readonly seconds: number }>

async function startLoad(server: PeopleServer, { source, claims }: Policy): Promise<Load> {
  const json = { 'content-type': 'application/json' }
  const issue = { label: 'bench', tier: 'standard', expiresAt: null }
  const { token } = (await server.call(server.administrator, 'credentials.issue', issue)) as { readonly token: string }
  const headers = { ...json, 'x-service-credential': token }
  const body = JSON.stringify({ source })
  const compiled = await fetch(`${server.url}/v1/compile`, { method: 'POST', headers, body })
  const { ruleset_hash: hash } = (await compiled.json()) as { readonly ruleset_hash: string }
  const requests = claims.map((each) => ({
    ...{ method: 'POST' as const, path: '/v1/check', headers },
    body: `{"claims":${each},"ruleset_hash":"${hash}"}`,
  }))
  return async (isLogged) => {
    const before = isLogged ? await logSize(server) : 0
    const began = performance.now()
    const result = await autocannon({ url: server.url, connections: CONNECTIONS, duration: SECONDS, requests })
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals, ${result.errors} errors`)
    const count = result.requests.total
    while (isLogged && (await logSize(server)) < before + count) await sleep(POLL_MS)
    return { count, seconds: (performance.now() - began) / 1_000 }
  }
}

/** Stored entries. */
async function logSize(server: PeopleServer): Promise<number> {
  const newest = { rulesetHash: null, from: null, to: null, claim: null, after: null, limit: 1 }
  const input = encodeURIComponent(JSON.stringify(newest))
  const { rows } = (await server.call(server.administrator, `decisionLog.list?input=${input}`)) as {
    readonly rows: readonly { readonly index: string }[]
  }
  return rows[0] === undefined ? 0 : Number(rows[0].index) + 1
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
