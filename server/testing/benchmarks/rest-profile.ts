/** Profiles the main thread of a loaded server for POST /v1/check. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCheckLoad } from './rest'

const SECONDS = 15
/** Smaller shares are noise. */
const SMALLEST_SHARE = 0.005

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame }[]
  readonly samples: readonly number[]
  /** Microseconds. */
  readonly timeDeltas: readonly number[]
}

interface Frame {
  readonly functionName: string
  readonly url: string
  readonly lineNumber: number
}

export async function benchRestProfile(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rest-profile-'))
  const { server, load } = await startCheckLoad(['--cpu-prof', `--cpu-prof-dir=${folder}`])
  await load(server.url, 3)
  const total = await load(server.url, SECONDS)
  await server.stop()
  const files = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'))
  const profiles = files.map((text) => JSON.parse(text) as Profile)
  const main = profiles.reduce((largest, each) => (each.samples.length > largest.samples.length ? each : largest))
  const shares = new SharesOfFiles(main, SECONDS * 1e6)
  console.log(`\nPOST /v1/check: ${(total / SECONDS).toFixed(0)} requests a second under the profiler, main thread`)
  for (const { name, share, micros } of shares.sorted())
    if (share >= SMALLEST_SHARE)
      console.log(`  ${(share * 100).toFixed(1).padStart(5)} % ${(micros / total).toFixed(2).padStart(7)} µs  ${name}`)
  rmSync(folder, { recursive: true })
}

class SharesOfFiles {
  private readonly micros = new Map<string, number>()
  private readonly linesOf = new Map<string, readonly string[]>()

  /** @param last microseconds to count at the end */
  constructor({ nodes, samples, timeDeltas }: Profile, last: number) {
    const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
    let left = last
    for (let i = samples.length - 1; i >= 0 && left > 0; i--) {
      left -= timeDeltas[i]!
      const name = this.nameOf(frames.get(samples[i]!)!)
      if (name !== null) this.micros.set(name, (this.micros.get(name) ?? 0) + timeDeltas[i]!)
    }
  }

  sorted(): readonly { readonly name: string; readonly share: number; readonly micros: number }[] {
    const used = [...this.micros.values()].reduce((sum, each) => sum + each, 0)
    return [...this.micros]
      .map(([name, micros]) => ({ name, micros, share: micros / used }))
      .toSorted((a, b) => b.micros - a.micros)
  }

  /** Returns null while the thread waits. */
  private nameOf({ functionName, url, lineNumber }: Frame): string | null {
    if (functionName === '(idle)') return null
    if (url === '')
      return functionName === 'writev' ? 'writing to the socket (kernel)' : `V8: ${functionName || 'native'}`
    if (url.startsWith('node:')) return 'Node: http, streams, events'
    if (!url.includes('/.build/')) return `packages: ${url.split('/node_modules/').pop()?.split('/')[0] ?? url}`
    return this.fileAt(url, lineNumber)
  }

  /** The bundle names each file in a comment before its text. */
  private fileAt(url: string, lineNumber: number): string {
    let lines = this.linesOf.get(url)
    if (lines === undefined) {
      lines = readFileSync(fileURLToPath(url), 'utf8').split('\n')
      this.linesOf.set(url, lines)
    }
    for (let line = lineNumber; line >= 0; line--) {
      const file = /^\/\/ (server\/\S+|node_modules\/\S+)$/.exec(lines[line] ?? '')?.[1]
      if (file !== undefined) return file
    }
    return 'start of the bundle'
  }
}
