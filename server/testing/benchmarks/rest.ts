/**
 * Compares POST /v1/check over loopback with a bare node:http server that parses the same body and answers as many
 * bytes. This process makes the load.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import autocannon from 'autocannon'
import { writeJson } from '../../language/numeric/lossless-json'
import { type RunningServer, startServer } from '../running-server'
import { median } from './interleave'
import { makeInput, random, touchstoneSource } from './subject'
import { asClaims } from './touchstone'

const CONNECTIONS = 32
const SECONDS = 3

export interface CheckLoad {
  readonly server: RunningServer
  readonly answerBytes: number
  /** @returns the number of requests */
  load(url: string, seconds: number): Promise<number>
}

export async function startCheckLoad(nodeOptions: readonly string[] = []): Promise<CheckLoad> {
  const caps = { EVALUATION_CALLS_PER_DAY: '2000000000', EVALUATION_CALLS_TOTAL: '2000000000' }
  const server = await startServer(caps, nodeOptions)
  const json = { 'content-type': 'application/json' }
  const post = async (url: string, body: string, headers: Record<string, string>) => {
    const response = await fetch(server.url + url, { method: 'POST', headers: { ...json, ...headers }, body })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return text
  }
  const { credential } = JSON.parse(await post('/v1/credentials/evaluation', '', {})) as { credential: string }
  const headers = { ...json, 'x-service-credential': credential }
  const { ruleset_hash } = JSON.parse(
    await post('/v1/compile', JSON.stringify({ source: touchstoneSource(1) }), headers),
  ) as { ruleset_hash: string }
  const next = random(17)
  const bodies = Array.from({ length: 200 }, () => writeJson({ claims: asClaims(makeInput(1, next)), ruleset_hash }))
  const requests = bodies.map((body) => ({ method: 'POST' as const, path: '/v1/check', headers, body }))
  return {
    server,
    answerBytes: Buffer.byteLength(await post('/v1/check', bodies[0]!, headers)),
    load: async (url, seconds) => {
      const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, requests })
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${result.non2xx} refusals and ${result.errors} errors at ${url}`)
      return result.requests.total
    },
  }
}

export async function benchRest(rounds: number): Promise<number> {
  const { server, answerBytes, load } = await startCheckLoad()
  const bare = await startBare(answerBytes)
  const rate = async (url: string) => (await load(url, SECONDS)) / SECONDS
  await rate(server.url)
  await rate(bare.url)
  const own: number[] = []
  const peer: number[] = []
  for (let round = 0; round < rounds; round++) {
    own.push(await rate(server.url))
    peer.push(await rate(bare.url))
  }
  const ratio = median(own.map((each, i) => each / peer[i]!))
  console.log(
    `\nPOST /v1/check, 12 assertions, evaluation credential, ${CONNECTIONS} connections (median of ${rounds} interleaved rounds)`,
  )
  console.log(`  touchstone  ${median(own).toFixed(0).padStart(8)} requests a second`)
  console.log(`  bare server ${median(peer).toFixed(0).padStart(8)} requests a second`)
  console.log(`  touchstone / bare server: ${ratio.toFixed(3)}`)
  bare.stop()
  await server.stop()
  return ratio
}

export async function startBare(bytes: number): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bare-server.mjs'), String(bytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => resolve(/\d+/.exec(chunk.toString())?.[0] ?? ''))
    child.once('exit', (code) => reject(new Error(`the bare server ended with ${code}`)))
  })
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}
