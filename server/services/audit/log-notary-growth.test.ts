/** Compares the cost of receipts, checkpoints and consistency proofs for a million entries and a thousand. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCheckpoint } from '../../attestation/checkpoint'
import { addLeaf, EMPTY_FRONTIER } from '../../attestation/merkle-tree'
import { verifyReceipt } from '../../attestation/receipt'
import { editRows } from '../../database/testing/fresh-database'
import { SigningSteps } from '../signing/testing/signing-steps'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'

const LARGE = Number(process.env.LOG_ENTRIES ?? 1_000_000)
const SMALL = 1_000
const ROUNDS = 15
const MAX_RATIO = 2
/** As in stored-tiles.ts. */
const ENTRIES_OF_PAGE = 8 * 256
/** The event loop may be held for this many pages. A limit in milliseconds would depend on the machine's other work. */
const MAX_PAGES_AT_ONCE = 3
const WARM_UPS = 5
/** Concurrent callers that share the first proof's work. */
const SHARING = 4

interface LongLog {
  readonly steps: SigningSteps
  readonly recordId: string
}

let under: ServicesUnderTest
let small: LongLog
let large: LongLog
let firstProof: FirstProof

/** The large log starts without tiles. */
interface FirstProof {
  readonly took: number
  readonly hold: Hold
  /** Processor milliseconds of all threads. */
  readonly aPage: number
}

/** Entries after the signature are written by SQL, as by a release without tiles. */
async function longLog(entries: number): Promise<LongLog> {
  const steps = await SigningSteps.open(under)
  const recordId = await steps.sign(await steps.save())
  const { namespaceId } = steps
  const { size } = await under.store.findLogTree(namespaceId)
  await editRows(under.ownerUrl, (client) =>
    client.query(
      `INSERT INTO log_entry (namespace_id, index, kind, body, at)
       SELECT $1::uuid, nth, 'exported', convert_to(format('{"actor":"A test","at":"2026-01-01T00:00:00.000Z","details":{"filler":"%s"},"index":"%s","kind":"exported"}', repeat(md5(nth::text), 6), nth), 'UTF8'),
         (SELECT last_at FROM log_head WHERE namespace_id = $1::uuid)
       FROM generate_series($2::bigint, $3::bigint - 1) AS nth`,
      [namespaceId, size.toString(), entries],
    ),
  )
  let tree = EMPTY_FRONTIER
  for (let from = 0; from < entries; from += 20_000)
    tree = (await under.store.leafHashes(namespaceId, BigInt(from), BigInt(from + 20_000))).reduce(addLeaf, tree)
  await editRows(under.ownerUrl, (client) =>
    client.query('UPDATE log_head SET size = $2, frontier = $3 WHERE namespace_id = $1', [
      ...[namespaceId, tree.size.toString(), Buffer.concat(tree.subtrees)],
    ]),
  )
  await under.query('ANALYZE log_entry')
  return { steps, recordId }
}

interface Hold {
  /** Clock milliseconds between two turns of the event loop: how long `/health` would wait. */
  readonly byClock: number
  /** Processor milliseconds of the main thread between two turns, independent of other work. */
  readonly ofProcessor: number
}

/** Returns how long the event loop was held at most during the work. */
async function longestHold(work: () => Promise<unknown>): Promise<Hold> {
  let [byClock, ofProcessor] = [0, 0]
  let isOver = false
  const done = work().finally(() => {
    isOver = true
  })
  let at = performance.now()
  let used = mainThreadMs()
  while (!isOver) {
    await nextTurn()
    const [now, usedNow] = [performance.now(), mainThreadMs()]
    byClock = Math.max(byClock, now - at)
    ofProcessor = Math.max(ofProcessor, usedNow - used)
    ;[at, used] = [now, usedNow]
  }
  await done
  return { byClock, ofProcessor }
}

/** Processor milliseconds. Linux counts them by thread, and the first thread has the process's id. */
function mainThreadMs(): number {
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')
  return Number(nanoseconds) / 1e6
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const shown = ({ byClock, ofProcessor }: Hold) =>
  `${ofProcessor.toFixed(1)} ms of the processor, ${byClock.toFixed(1)} ms by the clock`
const medianHold = (holds: readonly Hold[]): Hold => ({
  byClock: medianOf(holds.map(({ byClock }) => byClock)),
  ofProcessor: medianOf(holds.map(({ ofProcessor }) => ofProcessor)),
})
const worstHold = (holds: readonly Hold[]): Hold => ({
  byClock: Math.max(...holds.map(({ byClock }) => byClock)),
  ofProcessor: Math.max(...holds.map(({ ofProcessor }) => ofProcessor)),
})

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** Adds an entry, so that the next checkpoint has another size. */
async function grow({ steps }: LongLog): Promise<void> {
  await under.store.noteEvent(steps.namespaceId, new Date(under.now()), {
    kind: 'exported',
    actor: 'A test',
    details: { nonce: randomUUID() },
  })
}

const KINDS: Readonly<Record<string, (log: LongLog) => Promise<unknown>>> = {
  receipt: ({ steps, recordId }) => steps.signing.receipt(steps.reviewer, { recordId }),
  checkpoint: ({ steps }) => under.workbenches[0]!.audit.checkpoint(steps.administrator),
  'consistency proof': ({ steps }) => under.workbenches[0]!.audit.consistency(steps.administrator, { from: '337' }),
}

beforeAll(async () => {
  under = await startServices(1)
  small = await longLog(SMALL)
  large = await longLog(LARGE)
  firstProof = await measureFirstProof()
}, 900_000)
afterAll(() => under?.stop())

async function measureFirstProof(): Promise<FirstProof> {
  // Code that runs for the first time would hold the event loop too.
  for (let round = 0; round < WARM_UPS; round++) await KINDS.receipt!(small)
  let hold: Hold = { byClock: 0, ofProcessor: 0 }
  const began = process.cpuUsage()
  const took = await timed(async () => {
    const callers = Array.from({ length: SHARING }, () => KINDS.receipt!)
    hold = await longestHold(() => Promise.all(callers.map((receipt) => receipt(large))))
  })
  const { user, system } = process.cpuUsage(began)
  return { took, hold, aPage: (user + system) / 1_000 / Math.ceil(LARGE / ENTRIES_OF_PAGE) }
}

it('the first proof fills a log of a release without tiles, page by page', { tags: ['nightly'] }, () => {
  const { took, hold, aPage } = firstProof
  console.log(
    `first proof of ${LARGE} entries, ${SHARING} at once: ${took.toFixed(0)} ms; event loop held ${shown(hold)}; ${aPage.toFixed(1)} ms of the processor a page`,
  )
  // Each answer takes about one page of work, and all may end in the last page's turn.
  expect(hold.ofProcessor).toBeLessThan((SHARING + 1) * aPage)
})

it('a proof of a million entries costs at most twice that of a thousand', {
  tags: ['nightly'],
  timeout: 600_000,
}, async () => {
  const ratios: Record<string, number> = {}
  for (const [kind, run] of Object.entries(KINDS)) {
    const times: { small: number[]; large: number[] } = { small: [], large: [] }
    for (let round = 0; round < ROUNDS; round++) {
      await grow(small)
      times.small.push(await timed(() => run(small)))
      await grow(large)
      times.large.push(await timed(() => run(large)))
    }
    const [few, many] = [medianOf(times.small), medianOf(times.large)]
    ratios[kind] = many / few
    console.log(
      `${kind}: ${few.toFixed(1)} ms with ${SMALL}, ${many.toFixed(1)} ms with ${LARGE}, ratio ${(many / few).toFixed(2)}`,
    )
  }
  for (const [kind, ratio] of Object.entries(ratios)) expect(ratio, kind).toBeLessThanOrEqual(MAX_RATIO)
})

it('no other call waits for proofs of a million entries', { tags: ['nightly'], timeout: 600_000 }, async () => {
  const twelve = (log: LongLog) => Promise.all([1, 2, 3, 4].flatMap(() => Object.values(KINDS).map((run) => run(log))))
  const holds: { small: Hold[]; large: Hold[] } = { small: [], large: [] }
  for (let round = 0; round < ROUNDS; round++) {
    await grow(small)
    holds.small.push(await longestHold(() => twelve(small)))
    await grow(large)
    holds.large.push(await longestHold(() => twelve(large)))
  }
  for (const [size, of] of [
    [SMALL, holds.small],
    [LARGE, holds.large],
  ] as const)
    console.log(
      `12 calls at once with ${size}: event loop held ${shown(medianHold(of))} in the median round, ${shown(worstHold(of))} at most`,
    )
  expect(worstHold(holds.large).ofProcessor).toBeLessThan(MAX_PAGES_AT_ONCE * firstProof.aPage)
})

it('a call with a million entries uses too little processor time to hold the event loop', {
  tags: ['nightly'],
}, async () => {
  for (const [kind, run] of Object.entries(KINDS)) {
    const began = process.cpuUsage()
    for (let round = 0; round < ROUNDS; round++) await run(large)
    const { user, system } = process.cpuUsage(began)
    const used = (user + system) / 1_000 / ROUNDS
    console.log(`${kind}: ${used.toFixed(1)} ms of the processor with ${LARGE}, all threads of the process`)
    expect(used, kind).toBeLessThan(MAX_PAGES_AT_ONCE * firstProof.aPage)
  }
})

it('the receipt of a million entries verifies', { tags: ['nightly'], timeout: 600_000 }, async () => {
  const { bundle, log } = await large.steps.signing.receipt(large.steps.reviewer, { recordId: large.recordId })
  expect(readCheckpoint(log.checkpoint)!.size).toBeGreaterThanOrEqual(BigInt(LARGE))
  expect(verifyReceipt(bundle.text, await large.steps.publishedKeys()).ok).toBe(true)
})
