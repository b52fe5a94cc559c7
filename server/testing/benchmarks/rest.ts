/**
 * POST /v1/check over loopback against a bare node:http server that parses the same body and answers as many bytes.
 * Both run as processes of their own; the load comes from this one.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import autocannon from 'autocannon'
import { writeJson } from '../../language/numeric/lossless-json'
import { startServer } from '../running-server'
import { median } from './interleave'
import { makeInput, random, touchstoneSource } from './subject'
import { asClaims } from './touchstone'

const CONNECTIONS = 32
const SECONDS = 3

/** Prints requests a second of both servers, and returns their ratio. */
export async function benchRest(rounds: number): Promise<number> {
  const caps = { EVALUATION_CALLS_PER_DAY: '2000000000', EVALUATION_CALLS_TOTAL: '2000000000' }
  const server = await startServer(caps)
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
  const answer = await post('/v1/check', bodies[0]!, headers)
  const bare = await startBare(Buffer.byteLength(answer))
  const load = async (url: string) => {
    const requests = bodies.map((body) => ({ method: 'POST' as const, path: '/v1/check', headers, body }))
    const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, requests })
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${result.non2xx} refusals and ${result.errors} errors at ${url}`)
    return result.requests.average
  }
  await load(server.url)
  await load(bare.url)
  const own: number[] = []
  const peer: number[] = []
  for (let round = 0; round < rounds; round++) {
    own.push(await load(server.url))
    peer.push(await load(bare.url))
  }
  const ratio = median(own.map((rate, i) => rate / peer[i]!))
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

async function startBare(bytes: number): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bare-server.mjs'), String(bytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => resolve(/\d+/.exec(chunk.toString())?.[0] ?? ''))
    child.once('exit', (code) => reject(new Error(`the bare server ended with ${code}`)))
  })
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}
