export interface SentFrame {
  readonly targetId: string
  readonly token: string
  readonly traceId: string
  readonly topic: string
  readonly frame: ReturnType<typeof frameToSend>
}

type SendAnswer = { readonly ok: true; readonly busTopic: string } | { readonly ok: false; readonly message: string }

/**
 * Sends a frame like any client: POST /client-api/bus/send with a bearer token.
 * @throws if the server is unreachable or does not answer with JSON
 */
export async function sendFrame({ targetId, token, traceId, topic, frame }: SentFrame): Promise<SendAnswer> {
  const answer = await fetch(`/client-api/bus/send?target_id=${encodeURIComponent(targetId)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ trace_id: traceId, response_topic: [topic], entailment_frame: frame }),
  })
  const body = (await answer.json()) as { readonly topic: string; readonly error?: { readonly message: string } }
  return answer.ok
    ? { ok: true, busTopic: body.topic }
    : { ok: false, message: body.error?.message ?? `The server answered ${answer.status}.` }
}

/** Returns a version 4 UUID. Browsers have `crypto.randomUUID` only on HTTPS pages. */
export function freshTraceId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export interface FrameDraft {
  readonly documents: readonly string[]
  readonly question: string
  readonly answer: string
}

export const EMPTY_FRAME: FrameDraft = { documents: [''], question: '', answer: '' }

/** Builds the frame without empty entries. */
export function frameToSend({ documents, question, answer }: FrameDraft) {
  return {
    C: documents.filter((text) => text.trim() !== ''),
    Q: question.trim() === '' ? null : question,
    A: answer.trim() === '' ? null : answer,
    P: [],
    E: null,
    Error: null,
  }
}
