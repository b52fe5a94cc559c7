/**
 * `touchstone hook`: answers the hook of a coding agent by its exit code (decisions/065). Agents let a call pass after
 * every code but 2, so this command ends with 0 only if a guard lets the call pass, and with 2 after every mistake.
 */
import { addAbortSignal } from 'node:stream'
import { Deployment } from '../deployment'
import { WrongUseError } from '../policy-files'
import { escapeControlSigns } from '../print-report'
import { decideEvent, type HookDecision } from './decide-event'
import { parseEvent, readEventText } from './hook-event'
import type { HookOptions } from './hook-options'

const PASS = 0
const BLOCK = 2
/** The agent's model reads every line. */
const MAX_LINE_LENGTH = 4_000

/** @returns the exit code; standard output stays empty, because agents read it as JSON */
export async function runHook(options: HookOptions): Promise<typeof PASS | typeof BLOCK> {
  // Otherwise Node.js ends with 1, for example if nobody reads standard error.
  process.on('uncaughtException', () => process.exit(BLOCK))
  let decision: HookDecision
  try {
    decision = await decide(options)
  } catch (error) {
    const message = error instanceof WrongUseError ? error.message : `touchstone failed: ${String(error)}`
    decision = { passes: false, lines: [`This call was not made, because no guard could decide it. ${message}`] }
  }
  // An agent that goes on writing must not keep the process alive.
  process.stdin.destroy()
  if (decision.passes) return PASS
  for (const line of decision.lines) console.error(shorten(escapeControlSigns(line)))
  return BLOCK
}

async function decide(options: HookOptions): Promise<HookDecision> {
  const credential = process.env.TOUCHSTONE_CREDENTIAL ?? ''
  if (credential === '')
    throw new WrongUseError('Set TOUCHSTONE_CREDENTIAL to a credential of the namespace, where the agent starts.')
  const deployment = new Deployment(options.url, credential)
  const signal = AbortSignal.timeout((options.timeoutSeconds + options.waitSeconds) * 1_000)
  const event = parseEvent(await readEventText(addAbortSignal(signal, process.stdin), signal))
  return decideEvent(deployment, event, options, signal)
}

function shorten(line: string): string {
  return line.length <= MAX_LINE_LENGTH ? line : `${line.slice(0, MAX_LINE_LENGTH)}…`
}
