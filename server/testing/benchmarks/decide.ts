/**
 * Deciding known claims: our engine in two versions of the language against five others, on the same policy and inputs.
 */

import { interleave, median, processorTime, repeat, row } from './interleave'
import { loadPeer, type PeerName } from './load-peer'
import { GROUP, type Input, makeInput, type Peer, random, touchstoneSource } from './subject'
import { asClaims, compileBench, decideBenchBound, makeTouchstone } from './touchstone'

const PEERS: readonly PeerName[] = ['cel', 'json-logic', 'zen', 'cedar', 'json-rules']
const INPUTS = 512
const VERSIONS = ['1.3', '1.4'] as const
/** Groups of twelve assertions. */
const SIZES = [1, 10, 100]
const DICTIONARIES = 64

/** All engines must give the same answers before any is timed. */
async function demandEqualAnswers(peers: readonly Peer[], inputs: readonly Input[]): Promise<void> {
  for (const input of inputs) {
    const answers = await Promise.all(peers.map((peer) => peer.load(input)()))
    const [first] = answers
    for (const [i, answer] of answers.entries())
      if (JSON.stringify(answer) !== JSON.stringify(first))
        throw new Error(`${peers[i]!.name} and ${peers[0]!.name} disagree on ${JSON.stringify(input)}`)
  }
}

/**
 * @param seconds time of one measurement
 * @throws Error if two engines give different answers
 */
export async function benchDecide(groups: number, rounds: number, seconds: number): Promise<void> {
  const own = VERSIONS.map((version) => makeTouchstone(groups, version))
  const others: Peer[] = []
  for (const name of PEERS) others.push(await (await loadPeer(name))(groups))
  const peers = [...own, ...others]
  const next = random(7)
  const inputs = Array.from({ length: groups > 20 ? 64 : INPUTS }, () => makeInput(groups, next))
  await demandEqualAnswers(peers, inputs.slice(0, groups > 20 ? 8 : 200))
  const measured = await interleave(
    peers.map((peer) => {
      const loaded = inputs.map((input) => peer.load(input))
      return { name: peer.name, measure: (duration) => repeat(duration, (call) => loaded[call % loaded.length]!()) }
    }),
    rounds,
    seconds,
  )
  console.log(`\nDeciding ${groups * GROUP} known assertions, in process (median of ${rounds} interleaved rounds)`)
  for (const { name, median, ratio } of measured)
    console.log(row(name, median, `${ratio.toFixed(2)} x ${own[0]!.name}`))
  const theirs = measured.slice(own.length)
  const fastest = theirs.reduce((best, peer) => (peer.median < best.median ? peer : best))
  for (const { name, rounds: times } of measured.slice(0, own.length)) {
    const ratio = median(times.map((time, round) => time / fastest.rounds[round]!))
    console.log(`  ${name} / fastest peer (${fastest.name}): ${ratio.toFixed(3)}`)
  }
}

/** Measures one assertion as rulesets grow. Sizes are interleaved, and ratios are within a round. */
export async function benchScaling(rounds: number, seconds: number): Promise<void> {
  for (const version of VERSIONS) {
    await printScaling(
      `Deciding bound claims in ${version}`,
      SIZES.map((groups) => boundOf(groups, version)),
      rounds,
      seconds,
    )
    await printScaling(
      `Binding and deciding in ${version}`,
      SIZES.map((groups) => loadedOf(groups, version)),
      rounds,
      seconds,
    )
  }
}

async function printScaling(
  title: string,
  calls: readonly ((call: number) => unknown)[],
  rounds: number,
  seconds: number,
) {
  const contenders = calls.map((decide, i) => ({
    name: `${SIZES[i]! * GROUP} assertions`,
    measure: async (duration: number) => {
      const { operations, nanoseconds } = await repeat(duration, decide, processorTime)
      return { operations: operations * SIZES[i]! * GROUP, nanoseconds }
    },
  }))
  const measured = await interleave(contenders, rounds, seconds)
  console.log(`\n${title}, processor time of one assertion (median of ${rounds} interleaved rounds)`)
  for (const { name, median, ratio } of measured) console.log(row(name, median, `${ratio.toFixed(2)} x 12 assertions`))
}

function boundOf(groups: number, version: (typeof VERSIONS)[number]) {
  const { compiled } = compileBench(touchstoneSource(groups, version))
  const next = random(23)
  const bound = Array.from({ length: DICTIONARIES }, () =>
    compiled.binder.bind(asClaims(makeInput(groups, next))),
  ).filter((binding) => binding.ok)
  return (call: number) => decideBenchBound(compiled.program, bound[call % bound.length]!)
}

function loadedOf(groups: number, version: (typeof VERSIONS)[number]) {
  const peer = makeTouchstone(groups, version)
  const next = random(7)
  const loaded = Array.from({ length: DICTIONARIES }, () => peer.load(makeInput(groups, next)))
  return (call: number) => loaded[call % loaded.length]!()
}
