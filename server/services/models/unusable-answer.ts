interface CauseRow {
  readonly problem: string
  /** Whether the same frame may get a usable answer later. */
  readonly retryable: boolean
  /** A sentence; empty if only sending again can help. */
  readonly advice: string
}

export const UNUSABLE_CAUSES = {
  empty: causeRow('it was empty', true),
  no_json: causeRow('it was not JSON', true),
  no_object: causeRow('it contained no JSON object', true),
  wrong_form: causeRow('it did not fit the form', true),
  cut_off: causeRow(
    'it was cut off before its end',
    false,
    'Choose a model that may write longer answers, or send a shorter text.',
  ),
  too_large: causeRow('it was larger than an answer may be', false, 'Choose another model.'),
  web_page: causeRow(
    'it was a web page',
    false,
    'MODEL_BASE_URL leads to no model endpoint: report this to the operator.',
  ),
  stream: causeRow(
    'it was a stream, though none was asked for',
    false,
    'The model endpoint does not fit this product: report this to the operator.',
  ),
  no_completion: causeRow(
    'it was no chat completion',
    false,
    'The model endpoint speaks another protocol: report this to the operator.',
  ),
} as const satisfies Readonly<Record<string, CauseRow>>
export type UnusableCause = keyof typeof UNUSABLE_CAUSES

function causeRow(problem: string, retryable: boolean, advice = ''): CauseRow {
  return { problem, retryable, advice }
}

const MAX_SAMPLE_CHARACTERS = 120

/**
 * Keeps keys and frames out of logs: `{"n": "Jane"}` becomes `{"x": "x"}`. Each run of letters becomes `x`, of digits
 * `0`.
 */
export function shapeOf(text: string): string {
  const beginning = text.slice(0, 8 * MAX_SAMPLE_CHARACTERS)
  const shape = beginning
    .replace(/[\p{L}\p{M}]+/gu, 'x')
    .replace(/\p{N}+/gu, '0')
    .replace(/[^\x20-\x7e]+/g, ' ')
  return shape.length > MAX_SAMPLE_CHARACTERS || beginning.length < text.length
    ? `${shape.slice(0, MAX_SAMPLE_CHARACTERS)}…`
    : shape
}

export function causeOfBody(body: string): UnusableCause {
  const start = body.trimStart().slice(0, 200)
  if (start.startsWith('<')) return 'web_page'
  if (/^(data|event|id|retry)?:/.test(start)) return 'stream'
  try {
    JSON.parse(body)
    return 'no_completion'
  } catch {
    return start === '' ? 'empty' : 'no_json'
  }
}
