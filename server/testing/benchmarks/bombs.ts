/**
 * Measures how long number, set and nesting bombs within the byte limits block the server's event loop, compared with
 * one check of 1,200 assertions on the same server.
 */
import { writeJson } from '../../language/numeric/lossless-json'
import { type RunningServer, startServer } from '../running-server'
import { median } from './interleave'
import { makeInput, random, touchstoneSource } from './subject'
import { asClaims } from './touchstone'

const ROUNDS = 5

export async function benchBombs(): Promise<void> {
  const server = await startServer({ CREDENTIALS: 'none', BUDGET_CLAIMS: '5000' }, [
    '--import',
    './server/testing/benchmarks/loop-monitor.mjs',
  ])
  const reference = await timeLargeCheck(server)
  console.log(`\nBombs: longest hold of the server's event loop (median of ${ROUNDS} rounds)`)
  console.log(`  ${'one POST /v1/check of 1,200 assertions takes'.padEnd(58)} ${reference.toFixed(2).padStart(8)} ms`)
  let worst = 0
  for (const [name, path, body] of bombs()) {
    const holds: number[] = []
    let status = 0
    for (let round = 0; round < ROUNDS; round++) {
      await ask(server, 'reset')
      const response = await send(server, path, body)
      status = response.status
      if (status === 500) throw new Error(`${name} met a bug: ${response.text}`)
      holds.push(await ask(server, 'report'))
    }
    const hold = median(holds)
    worst = Math.max(worst, hold)
    console.log(`  ${name.padEnd(58)} ${hold.toFixed(2).padStart(8)} ms   ${status}`)
  }
  console.log(`  worst hold / one check of 1,200 assertions: ${(worst / reference).toFixed(2)}`)
  await server.stop()
}

async function timeLargeCheck(server: RunningServer): Promise<number> {
  const source = touchstoneSource(100)
  const compiled = await send(server, '/v1/compile', JSON.stringify({ source }))
  const { ruleset_hash } = JSON.parse(compiled.text) as { ruleset_hash: string }
  const next = random(19)
  const times: number[] = []
  for (let call = 0; call < 40; call++) {
    const body = writeJson({ ruleset_hash, claims: asClaims(makeInput(100, next)) })
    const began = performance.now()
    const response = await send(server, '/v1/check', body)
    if (response.status !== 200) throw new Error(response.text)
    times.push(performance.now() - began)
  }
  return median(times.slice(10))
}

async function send(server: RunningServer, path: string, body: string): Promise<{ status: number; text: string }> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return { status: response.status, text: await response.text() }
}

function ask(server: RunningServer, question: 'reset' | 'report'): Promise<number> {
  return new Promise((resolve) => {
    server.process.once('message', (answer) => resolve(answer as number))
    server.process.send?.(question)
  })
}

function bombs(): [name: string, path: string, body: string][] {
  const digits = '9'.repeat(999)
  const check = (source: string, claims: unknown) => JSON.stringify({ source, claims })
  const numerics = Array.from({ length: 1900 }, (_, i) => `declare n${i} as numeric;`).join('\n')
  const fill = (value: string) => Object.fromEntries(Array.from({ length: 1900 }, (_, i) => [`n${i}`, value]))
  const sum = `assert s { ${Array.from({ length: 150 }, (_, i) => `n${i}`).join(' + ')} > 0 };`
  const nested = (depth: number, open: string, inner: string, close: string) =>
    open.repeat(depth) + inner + close.repeat(depth)
  return [
    [
      'number: a claim of 1e100000000',
      '/v1/check',
      check('declare x as numeric;\nassert a { x > 0 };', { x: '1e100000000' }),
    ],
    [
      'number: 1,900 claims of 500 digits, 150 added',
      '/v1/check',
      check(`${numerics}\n${sum}`, fill(`0.${'7'.repeat(480)}`)),
    ],
    [
      'number: fractions of 900 digits, 150 added',
      '/v1/check',
      check(
        `${numerics}\n${sum}`,
        Object.fromEntries(
          Object.keys(fill('')).map((name, i) => [name, i < 150 ? `1/${digits.slice(0, 850)}${100 + i}` : '1']),
        ),
      ),
    ],
    [
      'number: x multiplied by itself 190 times, x of 999 digits',
      '/v1/check',
      check(`declare x as numeric;\nassert a { ${Array(190).fill('x').join(' * ')} > 1 };`, { x: digits }),
    ],
    [
      'number: squares of squares through lets',
      '/v1/check',
      check(
        `declare x as numeric;\nlet a0 = x * x;\n${Array.from({ length: 40 }, (_, i) => `let a${i + 1} = a${i} * a${i};`).join('\n')}\nassert a { a40 > 1 };`,
        { x: digits },
      ),
    ],
    [
      'number: 260 numerals of 999 digits in the source',
      '/v1/compile',
      JSON.stringify({
        source: `declare x as numeric;\n${Array.from({ length: 250 }, (_, i) => `assert a${i} { x > ${digits} };`).join('\n')}`,
      }),
    ],
    [
      'set: four nested ForAll over 17 slots (83,521 nodes and more)',
      '/v1/check',
      check(
        `${Array.from({ length: 17 }, (_, i) => `declare b${i} as boolean;`).join('\n')}\nassert a { ${['w', 'x', 'y'].reduce((inner, v) => `ForAll(${v} in {${Array.from({ length: 17 }, (_, i) => `b${i}`).join(', ')}}, ${inner})`, 'Or(w, x, y)')} };`,
        Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`b${i}`, 'unknown'])),
      ),
    ],
    [
      'set: eight nested Exists over 20 slots',
      '/v1/compile',
      JSON.stringify({
        source: `declare b as boolean;\nassert a { ${Array.from({ length: 8 }, (_, i) => `v${i}`).reduce((inner, v) => `Exists(${v} in {${Array.from({ length: 20 }, (_, i) => i).join(', ')}}, ${inner})`, 'b')} };`,
      }),
    ],
    [
      'set: subset of 2,000 in 2,000 members',
      '/v1/check',
      check(
        `declare b as boolean;\nassert a { And(b, IsSubset({${Array.from({ length: 2000 }, (_, i) => i).join(',')}}, {${Array.from({ length: 2000 }, (_, i) => 5000 - i).join(',')}})) };`,
        { b: true },
      ),
    ],
    [
      'set: count over 300 unknown booleans',
      '/v1/check',
      check(
        `${Array.from({ length: 300 }, (_, i) => `declare b${i} as boolean;`).join('\n')}\nassert a { AtLeast(150, x in {${Array.from({ length: 300 }, (_, i) => `b${i}`).join(', ')}}, x) };`,
        Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`b${i}`, null])),
      ),
    ],
    [
      'nesting: 100,000 parentheses',
      '/v1/compile',
      JSON.stringify({ source: `declare a as boolean;\nassert x { ${nested(100_000, '(', 'a', ')')} };` }),
    ],
    [
      'nesting: 60,000 open Not(',
      '/v1/compile',
      JSON.stringify({ source: `declare a as boolean;\nassert x { ${'Not('.repeat(60_000)}` }),
    ],
    [
      'nesting: 199 Xor of unknowns',
      '/v1/check',
      check(
        `${Array.from({ length: 150 }, (_, i) => `declare b${i} as boolean;`).join('\n')}\nassert a { ${Array.from({ length: 150 }, (_, i) => `b${i}`).reduce((inner, b) => `Xor(${b}, ${inner})`)} };`,
        Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`b${i}`, null])),
      ),
    ],
    ['nesting: 500,000 JSON arrays', '/v1/check', '['.repeat(500_000)],
    ['body: one string of 1 MB', '/v1/check', JSON.stringify({ source: 'x'.repeat(1_000_000), claims: {} })],
    [
      'body: 60,000 undeclared claims',
      '/v1/check',
      check(
        'declare a as boolean;\nassert x { a };',
        Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`undeclared_${i}`, i])),
      ),
    ],
    ['body: 260,000 semicolons of source', '/v1/compile', JSON.stringify({ source: ';'.repeat(260_000) })],
    ['body: 8,000 bytes of source that hold 2,000 errors', '/v1/check', check('a{;'.repeat(2_600), {})],
  ]
}
