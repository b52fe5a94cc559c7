/** Worker of `server/testing/benchmarks/pages/keystroke.ts`: the page's session and acorn. */
import { parse } from 'acorn'
import { LanguageSession } from '../language-session'
import type { FromWorker } from '../protocol'

interface Task {
  readonly ruleset: string
  /** Offset of the changed digit. */
  readonly digit: number
  readonly script: string
  readonly rounds: number
}

const later: (() => void)[] = []
const messages: FromWorker[] = []
const session = new LanguageSession(
  (message) => messages.push(message),
  (call) => later.push(call),
  () => performance.now(),
)

/** Milliseconds from the new text to its markers. Steps of the former text are dropped. */
function timeKeystroke(source: string, revision: number): number {
  messages.length = 0
  const began = performance.now()
  session.receive({ kind: 'text', revision, source })
  later.shift()?.()
  const took = performance.now() - began
  const answer = messages[0]
  if (answer?.kind !== 'analysed' || answer.revision !== revision) throw new Error('the session sent no markers')
  return took
}

/** Does the remaining work. @returns milliseconds of the longest turn of questions */
function runRemainingSteps(hasQuestions: boolean): number {
  later.shift()?.()
  later.shift()?.()
  let longest = 0
  while (hasQuestions && !messages.some(({ kind }) => kind === 'found')) {
    const began = performance.now()
    later.shift()?.()
    longest = Math.max(longest, performance.now() - began)
  }
  return longest
}

self.onmessage = ({ data }: MessageEvent<Task>) => {
  const { ruleset, digit, script, rounds } = data
  const keystrokes: number[] = []
  const withQuestions: number[] = []
  const turns: number[] = []
  const parses: number[] = []
  for (let round = 0; round < 2 * rounds; round++) {
    const hasQuestions = round % 2 === 1
    const typed = `${ruleset.slice(0, digit)}${round % 10}${ruleset.slice(digit + 1)}`
    const times = hasQuestions ? keystrokes : withQuestions
    times.push(timeKeystroke(typed, round + 1))
    const turn = runRemainingSteps(hasQuestions)
    if (hasQuestions) turns.push(turn)
    else continue
    const began = performance.now()
    parse(script, { ecmaVersion: 'latest', sourceType: 'module' })
    parses.push(performance.now() - began)
  }
  self.postMessage({ keystrokes, withQuestions, turns, parses })
}
