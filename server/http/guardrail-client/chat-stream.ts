import type { GuardedCompletion } from '../../services/guarded-chat/guard-chat'

/** Characters of one event. */
const PIECE_CHARACTERS = 2_000

/**
 * A checked answer as the events of a stream, in the chunks of OpenAI's protocol. The answer was held until it was
 * checked, so nothing has to be taken back.
 */
export function* chatEvents(completion: GuardedCompletion, includeUsage: boolean): Generator<string, void, void> {
  const { id, created, model, choices, usage, touchstone, system_fingerprint } = completion
  const base = { id, object: 'chat.completion.chunk', created, model, system_fingerprint }
  const event = (index: number, delta: object, finish_reason: string | null = null) =>
    eventOf({
      ...base,
      choices: [{ index, delta, logprobs: null, finish_reason }],
      ...(includeUsage && { usage: null }),
    })
  for (const { index, message, finish_reason } of choices) {
    const { role, content, refusal, tool_calls } = message
    yield event(index, { role, content: '' })
    for (const piece of piecesOf(content ?? '')) yield event(index, { content: piece })
    if (typeof refusal === 'string' && refusal !== '') yield event(index, { refusal })
    for (const [place, call] of (tool_calls ?? []).entries())
      yield event(index, { tool_calls: [{ index: place, ...call }] })
    yield event(index, {}, finish_reason ?? 'stop')
  }
  if (includeUsage) yield eventOf({ ...base, choices: [], usage: usage ?? null, touchstone })
  else yield eventOf({ ...base, choices: [], touchstone })
  yield 'data: [DONE]\n\n'
}

function eventOf(chunk: object): string {
  return `data: ${JSON.stringify(chunk)}\n\n`
}

/** Never between the two halves of a character. */
function* piecesOf(text: string): Generator<string, void, void> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + PIECE_CHARACTERS)
    if (to < text.length && /[\ud800-\udbff]/.test(text.charAt(to - 1))) to--
    yield text.slice(from, to)
    from = to
  }
}
