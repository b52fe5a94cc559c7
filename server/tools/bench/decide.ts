/**
 * Deciding known claims: our engine against five others, on the same policy and the same inputs.
 */
import { interleave, repeat, row } from './interleave'
import { makeCedar } from './peers/cedar'
import { makeCel } from './peers/cel'
import { makeJsonLogic } from './peers/json-logic'
import { makeJsonRules } from './peers/json-rules'
import { makeZen } from './peers/zen'
import { type Input, makeInput, type Peer, random } from './subject'
import { makeTouchstone } from './touchstone'

const PEERS = [makeTouchstone, makeCel, makeJsonLogic, makeZen, makeCedar, makeJsonRules]
const INPUTS = 512

/** The gate: no engine is timed before all gave the same answers. */
async function demandEqualAnswers(peers: readonly Peer[], inputs: readonly Input[]): Promise<void> {
  for (const input of inputs) {
    const answers = await Promise.all(peers.map((peer) => peer.load(input)()))
    const [first] = answers
    for (const [i, answer] of answers.entries())
      if (JSON.stringify(answer) !== JSON.stringify(first))
        throw new Error(`${peers[i]!.name} and ${peers[0]!.name} disagree on ${JSON.stringify(input)}`)
  }
}

export async function benchDecide(
  groups: number,
  rounds: number,
  seconds: number,
): Promise<{ perAssertion: number; fastestPeerRatio: number }> {
  const peers = await Promise.all(PEERS.map((make) => make(groups)))
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
