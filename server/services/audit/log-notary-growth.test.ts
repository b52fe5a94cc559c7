/** What a receipt, a checkpoint and a consistency proof cost in a log of a million entries against one of a thousand. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCheckpoint } from '../../attestation/checkpoint'
import { addLeaf, EMPTY_FRONTIER } from '../../attestation/merkle-tree'
import { verifyReceipt } from '../../attestation/receipt'
import { editRows } from '../../database/testing/edit-rows'
import { SigningSteps } from '../signing/testing/signing-steps'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'

const LARGE = Number(process.env.LOG_ENTRIES ?? 1_000_000)
const SMALL = 1_000
const ROUNDS = 15
const MAX_RATIO = 2
/** As stored-tiles.ts computes tiles. */
const ENTRIES_OF_PAGE = 8 * 256
/**
 * The event loop may be held for the work of so many pages: a limit in milliseconds would say what else the machine
 * does.
 */
const MAX_PAGES_AT_ONCE = 3
/** Callers that ask for the first proof at once, and share the work. */
const SHARING = 4

interface LongLog {
  readonly steps: SigningSteps
  readonly recordId: string
}

let under: ServicesUnderTest
let small: LongLog
let large: LongLog
let firstProof: FirstProof

/** Of the large log, which has no tiles before. */
interface FirstProof {
  readonly took: number
  readonly hold: Hold
  /** Milliseconds of the processor, all threads of the process. */
  readonly aPage: number
}

/** A signature, and so many entries; those after the signature are written by SQL, as by a release without tiles. */
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
  /** Milliseconds by the clock between two turns of the event loop: what `/health` would wait on this machine now. */
  readonly byClock: number
  /** Milliseconds of the processor that the main thread used between two turns, whatever else the machine does. */
  readonly ofProcessor: number
}

/** How long the event loop was held at most, while the work runs. */
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

/** Of the processor, in milliseconds. Linux counts it for each thread; the first one has the number of the process. */
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

/** One more entry, so that the next checkpoint is of another size. */
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
  let hold: Hold = { byClock: 0, ofProcessor: 0 }
  const began = process.cpuUsage()
  const took = await timed(async () => {
    const callers = Array.from({ length: SHARING }, () => KINDS.receipt!)
    hold = await longestHold(() => Promise.all(callers.map((receipt) => receipt(large))))
  })
  const { user, system } = process.cpuUsage(began)
  return { took, hold, aPage: (user + system) / 1_000 / Math.ceil(LARGE / ENTRIES_OF_PAGE) }
}

it('a log of a release without tiles is filled by its first proof, page by page', { tags: ['nightly'] }, () => {
  const { took, hold, aPage } = firstProof
  console.log(
    `first proof of ${LARGE} entries, ${SHARING} at once: ${took.toFixed(0)} ms; event loop held ${shown(hold)}; ${aPage.toFixed(1)} ms of the processor a page`,
  )
  // Each answer takes about the work of a page, and all of them may end in the turn of the last page.
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

it('a call with a million entries needs so little of the processor that it cannot hold the event loop', {
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
