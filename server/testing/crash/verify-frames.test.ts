import { expect, it } from 'vitest'
import type { Answer } from '../frames/frame-client'
import { type StoredAnswer, verifyFrames } from './verify-frames'

const storedRow = (
  trace_id: string,
  message_id: string | null = `of ${trace_id}`,
  conclusion: string | null = 'YES',
) => ({
  trace_id,
  message_id,
  conclusion,
})
const clientWith = (...answers: readonly (readonly [trace: string, ids: readonly string[], outcome?: string])[]) => ({
  refusals: [],
  answers: new Map<string, Answer>(
    answers.map(([trace, ids, outcome = 'YES']) => [trace, { messageIds: new Set(ids), outcomes: new Set([outcome]) }]),
  ),
})
const rows: readonly StoredAnswer[] = [storedRow('a'), storedRow('b'), storedRow('never acknowledged', null, null)]
const both = clientWith(['a', ['of a']], ['b', ['of b']])

it('finds no problem if every frame is answered once', () => {
  expect(verifyFrames(rows, ['a', 'b'], [both, both])).toEqual({
    sent: 2,
    answered: 2,
    lost: 0,
    doubled: 0,
    complaints: [],
  })
})

it.each([
  [
    'no row',
    [storedRow('a')],
    ['a', 'b'],
    [clientWith(['a', ['of a']])],
    { lost: 1 },
    'b was acknowledged and is not stored',
  ],
  [
    'no answer',
    [storedRow('a', null, null)],
    ['a'],
    [clientWith()],
    { lost: 1 },
    'a was acknowledged and has no answer',
  ],
  [
    'another id',
    [storedRow('a')],
    ['a'],
    [clientWith(['a', ['of a', 'x']])],
    { doubled: 1 },
    'the message ids of a, x',
  ],
  [
    'two rows',
    [storedRow('a'), storedRow('a')],
    ['a'],
    [clientWith(['a', ['of a']])],
    { doubled: 1 },
    'a is stored 2 times',
  ],
  [
    'one without the answer',
    [storedRow('a')],
    ['a'],
    [clientWith(['a', ['of a']]), clientWith()],
    {},
    'a client did not get the answer',
  ],
  ['another word', [storedRow('a')], ['a'], [clientWith(['a', ['of a'], 'NO'])], {}, 'YES, NO, not with YES'],
  [
    'an Error',
    [storedRow('a', 'i', null)],
    ['a'],
    [clientWith(['a', ['i'], 'EVALUATION_FAILED'])],
    {},
    'EVALUATION_FAILED',
  ],
] as const)('complains of %s', (_what, stored, sent, clients, counts, complaint) => {
  const report = verifyFrames(stored, sent, clients)
  expect(report).toMatchObject({ lost: 0, doubled: 0, ...counts })
  expect(report.complaints.join('\n')).toContain(complaint)
})

it('reports refusals of a client', () => {
  const refused = { ...both, refusals: ['a: 400'] }
  expect(verifyFrames(rows, ['a'], [refused]).complaints).toEqual(['refused: a: 400'])
})
