/**
 * A chat whose answers are checked before anybody reads them (decision 061).
 */
import { unfitRefusal } from '../../api/refusal'
import type { AnswerMessage, ChatChoice, ChatCompletion, ChatRequest, GuardMode } from '../../api/schemas/chat'
import type { Frames } from '../guardrails/frames/frames'
import type { PlatformClient } from '../guardrails/machine-accounts/platform-client'
import type { FrameChecks } from '../guardrails/responses/frame-checks'
import type { ChatEndpoint } from './chat-endpoint'
import { type ChatFinding, findingsInWords, refusalSentence } from './chat-findings'
import { type ChatFrame, frameOfInput, framesOfAnswer } from './chat-frames'
import { type ChatChecks, checkChatFrames, failingFindings } from './check-chat-frames'

export interface ChatGuard {
  readonly targetId: string
  /** Checks the words of the user before a model reads them; null to let them pass. */
  readonly inputTargetId: string | null
  readonly mode: GuardMode
  /** Whether an answer passes that could not be decided. */
  readonly passesUnknown: boolean
}

export type ChatAction = 'passed' | 'annotated' | 'rewritten' | 'blocked'

export interface GuardedCompletion extends ChatCompletion {
  readonly touchstone: { readonly action: ChatAction; readonly checks: readonly ChatFinding[] }
}

export interface GuardChatDependencies extends ChatChecks {
  readonly frames: Pick<Frames, 'demandTarget'>
  readonly endpoint: ChatEndpoint
  readonly now: () => number
  readonly newId: () => string
}

/** Milliseconds for one check. */
const CHECK_WAIT_MS = 60_000

/** @throws Refusal as {@link FrameChecks.check} and {@link ChatEndpoint}; the reason of `signal` */
export async function guardChat(
  dependencies: GuardChatDependencies,
  client: PlatformClient,
  guard: ChatGuard,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<GuardedCompletion> {
  // First, so that nobody spends the operator's tokens through a target of others.
  for (const target of [guard.targetId, guard.inputTargetId])
    if (target !== null) await dependencies.frames.demandTarget(client, target)
  if (guard.mode === 'rewrite' && (request.n ?? 1) > 1)
    throw unfitRefusal('n', 'absent or 1, because only one answer can be written again', String(request.n))
  const ask = (chat: ChatRequest) => dependencies.endpoint(client.label, chat, signal)
  const checkAll = (targetId: string, frames: readonly ChatFrame[]) =>
    checkChatFrames(dependencies, client, targetId, frames, { milliseconds: CHECK_WAIT_MS, signal })
  const input = guard.inputTargetId === null ? null : frameOfInput(request)
  const before = input === null ? [] : await checkAll(guard.inputTargetId ?? '', [input])
  if (guard.mode !== 'annotate' && failingFindings(before, guard.passesUnknown).length > 0)
    return withheldInput(dependencies, request, before)

  const first = await ask(request)
  const judged = await judgeChoices(request, first.choices, (frames) => checkAll(guard.targetId, frames))
  const found = [...before, ...judged.flatMap(({ findings }) => findings)]
  const isFailing = judged.some(({ findings }) => failingFindings(findings, guard.passesUnknown).length > 0)
  if (!isFailing)
    return { ...first, touchstone: { action: guard.mode === 'annotate' ? 'annotated' : 'passed', checks: found } }
  if (guard.mode === 'annotate') return { ...first, touchstone: { action: 'annotated', checks: found } }
  if (guard.mode === 'block') return withheld(guard, first, judged, found)

  const [only] = judged
  if (only === undefined) return withheld(guard, first, judged, found)
  const again = await ask(requestAgain(request, only, failingFindings(only.findings, guard.passesUnknown)))
  const second = await judgeChoices(request, again.choices, (frames) => checkAll(guard.targetId, frames))
  const all = [...found, ...second.flatMap(({ findings }) => findings)]
  if (second.some(({ findings }) => failingFindings(findings, guard.passesUnknown).length > 0))
    return withheld(guard, again, second, all)
  return { ...again, touchstone: { action: 'rewritten', checks: all } }
}

interface JudgedChoice {
  readonly choice: ChatChoice
  readonly findings: readonly ChatFinding[]
}

async function judgeChoices(
  request: ChatRequest,
  choices: readonly ChatChoice[],
  check: (frames: readonly ChatFrame[]) => Promise<readonly ChatFinding[]>,
): Promise<readonly JudgedChoice[]> {
  return Promise.all(
    choices.map(async (choice) => ({ choice, findings: await check(framesOfAnswer(request, choice.message)) })),
  )
}

/** Withholds the choices that fail. */
function withheld(
  guard: ChatGuard,
  completion: ChatCompletion,
  judged: readonly JudgedChoice[],
  checks: readonly ChatFinding[],
): GuardedCompletion {
  const choices = judged.map(({ choice, findings }) => {
    const failed = failingFindings(findings, guard.passesUnknown)
    return failed.length === 0 ? choice : withheldChoice(choice.index, failed)
  })
  return { ...completion, choices, touchstone: { action: 'blocked', checks } }
}

/** The model is not chat. */
function withheldInput(
  { now, newId }: GuardChatDependencies,
  { model = '' }: ChatRequest,
  checks: readonly ChatFinding[],
): GuardedCompletion {
  return {
    id: `chatcmpl-${newId()}`,
    object: 'chat.completion',
    created: Math.floor(now() / 1_000),
    model,
    choices: [withheldChoice(0, checks)],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    touchstone: { action: 'blocked', checks },
  }
}

/** `refusal` is the protocol's member for it; `content` has the same words for programs that only show that. */
function withheldChoice(index: number, failed: readonly ChatFinding[]): ChatChoice {
  const sentence = refusalSentence(failed)
  return {
    index,
    message: { role: 'assistant', content: sentence, refusal: sentence },
    finish_reason: 'content_filter',
    logprobs: null,
  }
}

/** The protocol demands an answer to each call of a tool before another message. */
function requestAgain(request: ChatRequest, { choice }: JudgedChoice, failed: readonly ChatFinding[]): ChatRequest {
  const calls = choice.message.tool_calls ?? []
  const answers = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'The tool was not called.' }))
  const { role, content = null, tool_calls } = choice.message
  const failedMessage: AnswerMessage = { role, content, ...(calls.length > 0 && { tool_calls }) }
  return {
    ...request,
    messages: [...request.messages, failedMessage, ...answers, { role: 'user', content: findingsInWords(failed) }],
  }
}
