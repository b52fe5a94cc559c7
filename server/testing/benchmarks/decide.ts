/**
 * Deciding known claims: our engine against five others, on the same policy and the same inputs.
 */

import { Meter } from '../../engine/core/meter'
import { decideAll } from '../../engine/decide/decide'
import { interleave, repeat, row } from './interleave'
import { loadPeer, type PeerName } from './load-peer'
import { type Input, makeInput, type Peer, random, touchstoneSource } from './subject'
import { BENCH_LIMITS, compileBench, makeTouchstone } from './touchstone'

const PEERS: readonly PeerName[] = ['cel', 'json-logic', 'zen', 'cedar', 'json-rules']
const INPUTS = 512

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
export async function benchDecide(
  groups: number,
  rounds: number,
  seconds: number,
): Promise<{ perAssertion: number; fastestPeerRatio: number }> {
  const makers = [makeTouchstone]
  for (const name of PEERS) makers.push(await loadPeer(name))
  const peers = await Promise.all(makers.map((make) => make(groups)))
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
  console.log(`\nDeciding ${groups * 12} known assertions, in process (median of ${rounds} interleaved rounds)`)
  for (const { name, median, ratio } of measured) console.log(row(name, median, `${ratio.toFixed(2)} x touchstone`))
  const own = measured[0]!
  const fastest = measured.slice(1).reduce((best, peer) => (peer.median < best.median ? peer : best))
  console.log(`  touchstone / fastest peer (${fastest.name}): ${(1 / fastest.ratio).toFixed(3)}`)
  return { perAssertion: own.median / (groups * 12), fastestPeerRatio: 1 / fastest.ratio }
}

/** Measures only deciding, on bound claims, as rulesets grow. Sizes are interleaved, and ratios are within a round. */
export async function benchScaling(rounds: number, seconds: number): Promise<void> {
  const sizes = [1, 10, 100]
  const contenders = sizes.map((groups) => {
    const { compiled } = compileBench(touchstoneSource(groups))
    const next = random(23)
    const bound = Array.from({ length: 64 }, () => compiled.binder.bind(makeInput(groups, next))).filter(
      (binding) => binding.ok,
    )
    const decide = (call: number) => {
      const { known, unbridged } = bound[call % bound.length]!
      const meter = new Meter(BENCH_LIMITS.evaluation_steps)
      return decideAll(compiled.program, known, unbridged, { solver: null, mode: 'tiers', budget: BENCH_LIMITS, meter })
    }
    return {
      name: `${groups * 12} assertions`,
      measure: async (duration: number) => {
        const { operations, nanoseconds } = await repeat(duration, decide)
        return { operations: operations * groups * 12, nanoseconds }
      },
    }
  })
  const measured = await interleave(contenders, rounds, seconds)
  console.log(`\nDeciding bound claims, cost of one assertion (median of ${rounds} interleaved rounds)`)
  for (const { name, median, ratio } of measured) console.log(row(name, median, `${ratio.toFixed(2)} x 12 assertions`))
}
