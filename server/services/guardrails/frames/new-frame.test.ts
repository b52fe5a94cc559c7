import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { SendRequest } from '../../../api/schemas/frame'
import { type FrameSender, frameMessage, frameReference, newFrame, readFrameMessage, timeOrderedId } from './new-frame'

const TARGET = randomUUID()
const SENDER: FrameSender = {
  ...{ id: randomUUID(), audience: 'group', namespaceId: randomUUID(), targetId: TARGET },
  ...{ sentAt: new Date(0), sentBy: 'test' },
}

// Few characters, so that quotes, commas and brackets meet where a careless join would confuse them.
const text = fc.string({ unit: fc.constantFrom('a', '"', ',', ']', '[', '\\', '\0'), minLength: 1, maxLength: 3 })
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const request = fc.record({
  trace_id: text,
  response_topic: fc.array(text, { minLength: 1, maxLength: 3 }),
  entailment_frame: fc.record({
    C: fc.array(text, { maxLength: 2 }),
    Q: fc.option(text, { nil: undefined }),
    A: fc.option(text, { nil: null }),
  }),
})

it('two sends share an identity if trace and topics agree, and are equal if C, Q and A also agree', () => {
  const identity = ({ trace_id, response_topic }: SendRequest) => [trace_id, [...new Set(response_topic)].sort()]
  const content = ({ entailment_frame: { C, Q = null, A = null } }: SendRequest) => [C, Q, A]
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  fc.assert(
    fc.property(request, request, (one, other) => {
      const [a, b] = [newFrame(SENDER, one), newFrame(SENDER, other)]
      expect(a.key === b.key).toBe(isSame(identity(one), identity(other)))
      expect(a.digest === b.digest).toBe(isSame(content(one), content(other)))
    }),
    { numRuns: 2_000 },
  )
})

it('other senders, groups and targets give another identity, while an id in capitals is the same target', () => {
  const sent: SendRequest = { trace_id: 't', response_topic: ['x'], entailment_frame: { C: [] } }
  const keys = [
    SENDER,
    { ...SENDER, audience: 'open' as const },
    { ...SENDER, namespaceId: randomUUID() },
    { ...SENDER, targetId: randomUUID() },
  ].map((sender) => newFrame(sender, sent).key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(newFrame({ ...SENDER, targetId: TARGET.toUpperCase() }, sent).key).toBe(keys[0])
  // P, E and Error of a sent frame are ignored.
  const filled = { ...sent, entailment_frame: { C: [], Q: null, A: null, P: [], E: {}, Error: 1 } }
  expect(newFrame(SENDER, filled)).toEqual(newFrame(SENDER, sent))
})

it('a traceparent that is not text is ignored and does not spoil its frame', () => {
  const message = { frame_id: SENDER.id, traceparent: 1 }
  expect(readFrameMessage(JSON.stringify(message))).toMatchObject({ kind: 'stored', traceparent: null })
})

it('its message names it, and contains it if it fits', () => {
  fc.assert(
    fc.property(request, (sent) => {
      const frame = newFrame(SENDER, sent)
      const { id, subject, payload } = frameMessage(frame)
      expect({ id, subject }).toEqual({ id: SENDER.id, subject: `touchstone.frames.${TARGET}` })
      expect(readFrameMessage(payload)).toEqual({ kind: 'stored', frameId: SENDER.id, traceparent: null })
      const traced = { ...frame, traceparent: TRACEPARENT }
      for (const each of [frameMessage(traced), frameReference(traced)])
        expect(readFrameMessage(each.payload)).toMatchObject({ frameId: SENDER.id, traceparent: TRACEPARENT })
      const { frame_id: _id, ...published } = JSON.parse(payload) as Record<string, unknown>
      const { C, Q = null, A = null } = sent.entailment_frame
      expect(readFrameMessage(JSON.stringify(published))).toMatchObject({
        kind: /\0/.test(`${sent.trace_id}${sent.response_topic.join('')}`) ? 'unreadable' : 'published',
      })
      expect(published).toMatchObject({ entailment_frame: { C, Q, A } })
    }),
  )
  const large = newFrame(SENDER, {
    ...{ trace_id: 't', response_topic: ['x'] },
    entailment_frame: { C: ['漢'.repeat(300_000)] },
  })
  expect(frameMessage(large).payload).toBe(JSON.stringify({ frame_id: SENDER.id }))
})

it('a message that is not a frame is unreadable, and names every wrong field', () => {
  const message = { target_id: SENDER.targetId, trace_id: '', response_topic: [], entailment_frame: { C: [1], D: 2 } }
  expect(readFrameMessage(JSON.stringify(message))).toEqual({
    kind: 'unreadable',
    reason:
      'The message is not a frame. trace_id: expected at least one character, but received the string ""; response_topic: expected at least one topic, but received an array; entailment_frame.C.0: expected a value of type string, but received the number 1; entailment_frame.D: expected no such field: the contract does not know it, but received the number 2',
  })
})

const moment = fc.integer({ min: 0, max: 2 ** 48 - 1 })

it('is a UUID of version 7 that contains its time and sorts by it', () => {
  fc.assert(
    fc.property(moment, moment, (one, two) => {
      const [first, second] = [timeOrderedId(one, randomBytes(10)), timeOrderedId(two, randomBytes(10))]
      expect(z.uuidv7().safeParse(first).success).toBe(true)
      expect(Number.parseInt(first.replace('-', '').slice(0, 12), 16)).toBe(one)
      if (one !== two) expect(first < second).toBe(one < two)
    }),
  )
})

it('differs each time, even at the same moment', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => timeOrderedId(0, randomBytes(10)))).size).toBe(1_000)
})
