/**
 * `npm run bench` measures every figure of the README as a ratio to a named peer in the same run. Arguments select
 * benchmarks: `npm run bench -- decide decide-profile whole unknowns compile versions comparison keystroke page-keystroke rest
 * processes decision-log batch guard frames observed bombs crowd memory lists sql command sockets`. `MINUTES=3` shortens the last,
 * which takes ten.
 */

import { benchBombs } from './bombs'
import { benchCommand } from './command'
import { benchComparison } from './comparison'
import { benchCompile } from './compile'
import { benchCrowd } from './crowd'
import { benchDecide, benchScaling } from './decide'
import { benchDecideProfile } from './decide-profile'
import { benchEvaluators } from './frames/evaluators'
import { benchFrames } from './frames/frames'
import { benchLanes } from './frames/lanes'
import { benchObserved } from './frames/observed'
import { benchGuard } from './guards/guard'
import { benchGuardHttp } from './guards/guard-http'
import { benchLists } from './lists'
import { benchDecisionLog } from './logs/decision-log'
import { benchMemory } from './memory'
import { benchBatch } from './pages/batch'
import { benchKeystroke } from './pages/keystroke'
import { benchPageKeystroke } from './pages/page-keystroke'
import { benchProcesses } from './processes'
import { benchRest } from './rest'
import { benchRestProfile } from './rest-profile'
import { benchSockets } from './sockets'
import { benchSql } from './sql'
import { benchUnknowns } from './unknowns'
import { benchVersions } from './versions'
import { benchWholeCheck } from './whole-check'

const ROUNDS = 7
const BENCHES: Record<string, () => Promise<void>> = {
  decide: async () => {
    for (const groups of [1, 10, 100]) await benchDecide(groups, ROUNDS, 0.4)
    await benchScaling(ROUNDS, 0.4)
  },
  'decide-profile': benchDecideProfile,
  whole: async () => {
    const small = await benchWholeCheck(1, ROUNDS, 0.4)
    const large = await benchWholeCheck(100, ROUNDS, 0.4)
    console.log(
      `\n  whole check, cost per assertion, 1,200 against 12: ${(large.nanoseconds / 100 / small.nanoseconds).toFixed(2)}`,
    )
  },
  unknowns: async () => {
    await benchUnknowns(0.3, 5)
  },
  compile: () => benchCompile(ROUNDS),
  versions: () => benchVersions(ROUNDS, 0.4),
  comparison: () => benchComparison(ROUNDS),
  keystroke: benchKeystroke,
  'page-keystroke': benchPageKeystroke,
  rest: async () => {
    await benchRest(5)
  },
  'rest-profile': benchRestProfile,
  processes: () => benchProcesses(3),
  'decision-log': () => benchDecisionLog(5),
  batch: () => benchBatch(5),
  guard: async () => {
    await benchGuard(ROUNDS, 0.4)
    await benchGuardHttp(3)
  },
  frames: () => benchFrames(5),
  evaluators: () => benchEvaluators(5),
  observed: benchObserved,
  lanes: benchLanes,
  bombs: benchBombs,
  crowd: benchCrowd,
  memory: benchMemory,
  lists: benchLists,
  sql: () => benchSql(3),
  command: () => benchCommand(5),
  sockets: () => benchSockets(Number(process.env.MINUTES ?? 10)),
}

const wanted = process.argv.slice(2)
for (const name of wanted.length > 0 ? wanted : Object.keys(BENCHES)) {
  const bench = BENCHES[name]
  if (bench === undefined) {
    console.error(`There is no benchmark ${name}; there are ${Object.keys(BENCHES).join(', ')}.`)
    process.exit(1)
  }
  await bench()
}
process.exit(0)
