/**
 * Compares two serving processes with one on `POST /v1/check` under Debian's `wrk`. The measure is requests per second
 * of processor time that the server used or that was idle.
 */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type RunningServer, startServer } from '../running-server'
import { median } from './interleave'

const SECONDS = 8
const WARM_SECONDS = 4
const CONNECTIONS = 32
/** /proc counts hundredths of a second. */
const TICKS = 100
const SOURCE = Array.from({ length: 12 }, (_, i) => `assert within_${i} { amount >= ${i} };`).join('\n')
const BODY = JSON.stringify({ source: `declare amount as numeric;\n${SOURCE}\n`, claims: { amount: 40 } })

/** `left` is in seconds. */
interface Load {
  readonly requests: number
  readonly left: number
}

export async function benchProcesses(rounds: number): Promise<void> {
  if (!hasWrk()) {
    console.log('\nTwo processes against one: left out, because wrk is not installed (apt-get install wrk).')
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-wrk-'))
  const script = join(folder, 'check.lua')
  const header = 'wrk.method = "POST"\nwrk.headers["content-type"] = "application/json"\n'
  writeFileSync(script, `${header}wrk.body = [=[${BODY}]=]\n`)
  const measured: Record<1 | 2, Load[]> = { 1: [], 2: [] }
  try {
    for (let round = 0; round < rounds; round++)
      for (const processes of [1, 2] as const) {
        const server = await startServer({ CREDENTIALS: 'none', SERVER_PROCESSES: String(processes) })
        try {
          await load(server, script, WARM_SECONDS)
          measured[processes].push(await load(server, script, SECONDS))
        } finally {
          await server.stop()
        }
      }
  } finally {
    rmSync(folder, { recursive: true })
  }
  const rate = (processes: 1 | 2) => median(measured[processes].map(({ requests, left }) => requests / left))
  const perSecond = (processes: 1 | 2) => median(measured[processes].map(({ requests }) => requests / SECONDS))
  // One process can use at most one second of processor time per second.
  console.log(`\nPOST /v1/check under wrk, ${CONNECTIONS} connections (median of ${rounds} rounds of ${SECONDS} s)`)
  for (const processes of [1, 2] as const)
    console.log(
      `  ${processes} serving   ${perSecond(processes).toFixed(0).padStart(7)} a second   ${rate(processes).toFixed(0).padStart(7)} for each second of processor time left`,
    )
  console.log(
    `  two / one: ${(rate(2) / rate(1)).toFixed(2)} (plain requests a second: ${(perSecond(2) / perSecond(1)).toFixed(2)})`,
  )
}

function hasWrk(): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v wrk && test -r /proc/stat'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function load(server: RunningServer, script: string, seconds: number): Promise<Load> {
  const before = { own: serverSeconds(server), idle: idleSeconds() }
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script, `${server.url}/v1/check`]
  const { stdout } = await promisify(execFile)('wrk', args)
  const left = serverSeconds(server) - before.own + idleSeconds() - before.idle
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`the load was not answered:\n${stdout}`)
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
  return { requests, left }
}

/** Includes the serving processes, but not the database. */
function serverSeconds({ process: { pid } }: RunningServer): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' }).trim().split('\n')
  const own = lines.flatMap((line) => {
    const [each, parent, name] = line.trim().split(/\s+/)
    const isOwn = Number(each) === pid || (Number(parent) === pid && name !== 'postgres')
    return isOwn ? [Number(each)] : []
  })
  return own.reduce((sum, each) => sum + processSeconds(each), 0)
}

function processSeconds(pid: number): number {
  // After the name in brackets, which may contain anything: user and system time.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

function idleSeconds(): number {
  const [, , , , idle] = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/\s+/)
  return Number(idle) / TICKS
}
