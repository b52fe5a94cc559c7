import { expect, test } from 'vitest'
import { type Answered, afterEvent, durationInWords, type FrameEvent, NO_RUN, readMessage } from './frame-run'

const answer: Answered = {
  frame: { C: [], Q: null, A: 'a', P: [], E: { conclusion: 'YES', confidence: 1 }, Error: null },
  messageId: 'm',
  railId: 'r',
}
const run = (...events: FrameEvent[]) => events.reduce(afterEvent, NO_RUN)

test('a frame is sent, waited for and answered', () => {
  const sent = run({ kind: 'sending', traceId: 't', at: 5 }, { kind: 'sent', busTopic: 'frames.x' })
  expect(sent).toEqual({
    phase: 'waiting',
    traceId: 't',
    startedAt: 5,
    busTopic: 'frames.x',
    listening: false,
    inReview: false,
  })
  const listening = afterEvent(afterEvent(sent, { kind: 'listening', on: true }), { kind: 'in review' })
  expect(listening).toMatchObject({ listening: true, inReview: true })
  expect(afterEvent(listening, { kind: 'answered', traceId: 't', at: 25, answer })).toEqual({
    phase: 'answered',
    traceId: 't',
    startedAt: 5,
    answeredAt: 25,
    answer,
  })
})

test('an answer may come before the page knows that the frame was sent, and another trace changes nothing', () => {
  const sending = run({ kind: 'sending', traceId: 't', at: 5 })
  expect(afterEvent(sending, { kind: 'answered', traceId: 'other', at: 6, answer })).toBe(sending)
  const answered = afterEvent(sending, { kind: 'answered', traceId: 't', at: 6, answer })
  expect(answered.phase).toBe('answered')
  for (const late of [
    { kind: 'sent', busTopic: 'x' },
    { kind: 'listening', on: false },
    { kind: 'in review' },
    { kind: 'answered', traceId: 't', at: 9, answer: { ...answer, messageId: 'again' } },
  ] as const)
    expect(afterEvent(answered, late)).toBe(answered)
})

test('messages of the stream are parsed, together with the frame in them', () => {
  const ack = { type: 'ack', action: 'subscribe', success: true, topic: 'x', trace_id: 't' }
  expect(readMessage(JSON.stringify(ack), 't')).toEqual({ kind: 'ack', success: true })
  expect(readMessage(JSON.stringify(ack), 'another')).toBeNull()
  const data = { entailment_frame: JSON.stringify(answer.frame), id: 'm', rail_id: 'r', trace_id: 't' }
  expect(readMessage(JSON.stringify({ type: 'response', trace_id: 't', data }), 't')).toEqual({
    kind: 'answer',
    answer,
  })
})

test.each([
  [0, '1 milliseconds'],
  [412.4, '412 milliseconds'],
  [1_440, '1.4 seconds'],
  [61_000, '61 seconds'],
  [300_000, '5 minutes'],
])('%d milliseconds are written as %s', (milliseconds, words) => {
  expect(durationInWords(milliseconds)).toBe(words)
})
