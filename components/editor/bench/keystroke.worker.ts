/** The worker of `server/testing/benchmarks/keystroke.ts`: the page's own session, and acorn, in one thread. */
import { parse } from 'acorn'
import { LanguageSession } from '../language-session'
import type { FromWorker } from '../protocol'

interface Task {
  readonly ruleset: string
  /** Offset of a digit of the ruleset that every keystroke changes. */
  readonly digit: number
  readonly script: string
  readonly rounds: number
}

const later: (() => void)[] = []
const messages: FromWorker[] = []
const session = new LanguageSession(
  (message) => messages.push(message),
  (call) => later.push(call),
)

/**
 * Milliseconds from the message with the new text to the message with its markers. Steps of the former text are dropped,
 * as in the page.
 */
function keystroke(source: string, revision: number): number {
  messages.length = 0
  const began = performance.now()
  session.receive({ kind: 'text', revision, source })
  later.shift()?.()
  const took = performance.now() - began
  const answer = messages[0]
  if (answer?.kind !== 'analysed' || answer.revision !== revision) throw new Error('the session sent no markers')
  return took
}

self.onmessage = ({ data }: MessageEvent<Task>) => {
  const { ruleset, digit, script, rounds } = data
  const keystrokes: number[] = []
  const parses: number[] = []
  for (let round = 0; round < rounds; round++) {
    const typed = `${ruleset.slice(0, digit)}${round % 10}${ruleset.slice(digit + 1)}`
    keystrokes.push(keystroke(typed, round + 1))
    const began = performance.now()
    parse(script, { ecmaVersion: 'latest', sourceType: 'module' })
    parses.push(performance.now() - began)
  }
  self.postMessage({ keystrokes, parses })
}
