import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readJson } from '../language/numeric/lossless-json'
import { failuresOf, failureText } from './field-failures'

describe('failures of a schema', () => {
  it.each([
    [z.string().min(1), '', 'at least 1 character', 'the string ""'],
    [z.string().max(3), 'long', 'at most 3 characters', 'the string "long"'],
    [z.array(z.string()).min(2), [], 'at least 2 entries', 'an array'],
    [z.number().gt(0), 0, 'more than 0', 'the number 0'],
    [z.number().lt(1), 1, 'less than 1', 'the number 1'],
    [z.int(), 1.5, 'a whole number', 'the number 1.5'],
    [z.int(), 'x', 'a value of type number', 'the string "x"'],
    [z.string(), undefined, 'a value of type string', 'nothing'],
    [z.record(z.string(), z.string()), 1, 'a value of type object', 'the number 1'],
    [z.enum(['a', 'b']), 'c', 'one of "a", "b"', 'the string "c"'],
    [z.literal('a'), 'c', '"a"', 'the string "c"'],
    [z.uuid(), 'x', 'a UUID', 'the string "x"'],
    [z.iso.datetime(), 'x', 'a moment such as 2026-01-31T12:00:00Z', 'the string "x"'],
    [z.string().startsWith('ab'), 'x', 'text that begins with "ab"', 'the string "x"'],
    [z.union([z.string(), z.int()]), null, 'a value of type string, or a value of type number', 'null'],
    [z.string().length(2), 'x', 'exactly 2 characters', 'the string "x"'],
    [z.number().multipleOf(5), 3, 'a multiple of 5', 'the number 3'],
  ])('say what was expected and received (%#)', (schema, value, expected, received) => {
    const { error } = z.safeParse(schema, value)
    expect(failuresOf(error!, value)).toEqual([{ field: '', expected, received }])
  })

  it.each([
    ['5', '', 'the number 5'],
    ['{"a":5,"b":1}', 'a', 'the number 5'],
    ['{"a":{"x":"y"},"c":[1e400]}', 'c.0', 'the number 1e400'],
  ])('report a number in place of an object once, at the object: %s', (text, field, received) => {
    const a = z.strictObject({ x: z.string() }).refine(({ x }) => x !== 'z', { path: ['x'] })
    const schema = z.strictObject({ a, b: z.any().optional(), c: z.array(a).optional() })
    const answer = readJson(text)
    if ('problem' in answer) throw new Error(answer.problem.message)
    const { error } = schema.safeParse(answer.value)
    expect(failuresOf(error!, answer.value)).toEqual([{ field, expected: 'a value of type object', received }])
  })

  it('name each unknown field, and their text says where it is', () => {
    const value = { a: [1], b: true }
    const { error } = z.strictObject({ a: z.array(z.string()) }).safeParse(value)
    expect(failuresOf(error!, value).map((failure) => failureText(failure, 'the body'))).toEqual([
      'a.0: expected a value of type string, but received the number 1',
      'b: expected no such field: the contract does not know it, but received true',
    ])
  })
})
