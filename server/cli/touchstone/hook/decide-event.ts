/** Asks a deployment whether a call of an agent's tool passes, and says in words why it does not. */
import { z } from 'zod'
import { unknownGuardMessage } from '../../../api/schemas/tool-call'
import { isJsonObject, type JsonObject } from '../../../guard/json-path'
import { type LosslessJson, writeJson } from '../../../language/numeric/lossless-json'
import { type Deployment, DeploymentRefusalError } from '../deployment'
import { WrongUseError } from '../policy-files'
import type { HookEvent } from './hook-event'
import type { HookOptions } from './hook-options'

export type HookDecision = { readonly passes: true } | { readonly passes: false; readonly lines: readonly string[] }

/** Members that later versions add are ignored. */
const refusal = z.object({
  sentence: z.string(),
  clauses: z.array(z.object({ document: z.string(), clause: z.string() })),
  unknown: z.array(z.object({ claim: z.string(), why: z.string() })),
  failures: z.array(z.object({ field: z.string(), expected: z.string(), received: z.string() })),
  nearest: z.object({
    arguments: z.custom<JsonObject>((value) => isJsonObject(value as LosslessJson)).nullable(),
    sentence: z.string(),
  }),
})
const answer = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('pass') }),
  z.object({ decision: z.literal('refuse'), refusal }),
  z.object({ decision: z.literal('ask'), refusal, grant: z.object({ page: z.string(), waits_until: z.string() }) }),
])
type Refusal = z.output<typeof refusal>

const PASSES: HookDecision = { passes: true }
/** Longer arguments, such as the text of a file, are described by the sentence alone. */
const MAX_SHOWN_ARGUMENTS = 2_000

/** @throws WrongUseError if the deployment cannot be asked, or answers with something else than a decision */
export async function decideEvent(
  deployment: Deployment,
  { tool, arguments: values, session }: HookEvent,
  { guards, isUnguardedPassed, waitSeconds }: HookOptions,
  signal: AbortSignal,
): Promise<HookDecision> {
  const named = guards.get(tool)
  const guard = named ?? tool
  const body = writeJson({ guard, arguments: values, session, wait_seconds: waitSeconds })
  try {
    const decided = await deployment.ask(answer, 'POST', 'tool-calls', body, signal)
    if (decided.decision === 'pass') return PASSES
    return { passes: false, lines: decided.decision === 'ask' ? waitingLines(decided) : refusedLines(decided.refusal) }
  } catch (error) {
    if (!isUnknownGuard(error, guard)) throw error
    if (named !== undefined)
      throw new WrongUseError(`${deployment.host} has no tool guard “${guard}”, which --guard names for ${tool}.`)
    return isUnguardedPassed ? PASSES : { passes: false, lines: unguardedLines(tool, deployment.host) }
  }
}

/** Another 404 may come from a wrong address, where no call may pass. */
function isUnknownGuard(error: unknown, guard: string): boolean {
  return error instanceof DeploymentRefusalError && error.status === 404 && error.reason === unknownGuardMessage(guard)
}

function refusedLines(refused: Refusal): readonly string[] {
  return [`This call was refused and not made. ${ruleLine(refused)}`, ...reasonLines(refused)]
}

function waitingLines({ refusal: open, grant }: { refusal: Refusal; grant: { page: string; waits_until: string } }) {
  return [
    `This call waits for a person and was not made. ${ruleLine(open)}`,
    ...reasonLines(open),
    `A reviewer decides at ${grant.page} until ${grant.waits_until}. Then send exactly the same call again.`,
  ]
}

function ruleLine({ sentence, clauses }: Refusal): string {
  const cited = clauses.map(({ document, clause }) => `${document} ${clause}`).join(', ')
  return `${sentence}${cited === '' ? '' : ` (${cited})`}`
}

function reasonLines({ unknown, failures, nearest }: Refusal): readonly string[] {
  return [
    ...failures.map(({ field, expected, received }) => `${field}: expected ${expected}; received ${received}.`),
    ...unknown.map(({ claim, why }) => `${claim} is not known: ${why}.`),
    ...(nearest.arguments === null ? [] : [nearestLine(nearest.sentence, writeJson(nearest.arguments))]),
  ]
}

function nearestLine(sentence: string, shown: string): string {
  return shown.length > MAX_SHOWN_ARGUMENTS ? sentence : `${sentence} The nearest arguments that pass: ${shown}`
}

function unguardedLines(tool: string, host: string): readonly string[] {
  return [
    `The tool ${tool} has no guard at ${host}, so this call was not made.`,
    `Make a tool guard with this name, name one with --guard ${tool}=<guard>, keep this hook away from the tool, or let tools without a guard pass with --without-guard pass.`,
  ]
}
