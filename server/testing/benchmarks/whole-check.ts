/**
 * Compares the whole check (validate, bind, decide, canonical bytes) with preparsed Cedar that answers the same request
 * as JSON.
 */
import { interleave, repeat, row } from './interleave'
import { loadPeer } from './load-peer'
import { makeInput, random, touchstoneSource } from './subject'
import { asClaims, compileBench, wholeCheck } from './touchstone'

export interface WholeCheck {
  readonly nanoseconds: number
  readonly cedarRatio: number
}

/** @param seconds time of one measurement */
export async function benchWholeCheck(groups: number, rounds: number, seconds: number): Promise<WholeCheck> {
  const checkable = compileBench(touchstoneSource(groups))
  const makeCedar = await loadPeer('cedar')
  const cedar = await makeCedar(groups)
  const next = random(11)
  const inputs = Array.from({ length: groups > 20 ? 64 : 512 }, () => makeInput(groups, next))
  const claims = inputs.map(asClaims)
  const loaded = inputs.map((input) => cedar.load(input))
  const measured = await interleave(
    [
      {
        name: 'touchstone',
        measure: (duration) =>
          repeat(duration, (call) => wholeCheck(checkable, claims[call % claims.length]!, null, 'tiers')),
      },
      {
        name: cedar.name,
        measure: (duration) => repeat(duration, (call) => JSON.stringify(loaded[call % loaded.length]!())),
      },
    ],
    rounds,
    seconds,
  )
  console.log(
    `\nWhole check of ${groups * 12} assertions: validate, bind, decide, canonical bytes (median of ${rounds} interleaved rounds)`,
  )
  for (const { name, median, ratio } of measured) console.log(row(name, median, `${ratio.toFixed(2)} x touchstone`))
  const cedarRatio = 1 / measured[1]!.ratio
  console.log(`  touchstone / ${cedar.name}: ${cedarRatio.toFixed(3)}`)
  return { nanoseconds: measured[0]!.median, cedarRatio }
}
