import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ARGUMENTS_TEXT, readMessages } from './read-messages'

const bytes = (text: string) => new TextEncoder().encode(text)

/** The arguments text of a body's only tool call. */
function argumentsIn(text: string): unknown {
  const read = readMessages(bytes(text))
  if (read.kind === 'refused') throw new Error(read.message)
  return (read.body as { params: { arguments: Record<string, unknown> } }).params.arguments[ARGUMENTS_TEXT]
}

const space = fc.constantFrom('', ' ', '\n', '\t \r\n')
/** JSON texts with details that JSON.parse loses: digits, escapes, order, duplicate keys. */
const argumentsText = fc.oneof(
  fc.json(),
  fc.constantFrom(
    '{"x":0.1000000000000000055}',
    '{"x":1e400, "y":-0.0}',
    '{"x":1,"x":2}',
    '{"\\ud800":"\\u0041"}',
    '{"a":"}]\\"","b":["[{"]}',
    '{"__proto__":{"a":1}}',
    '[]',
    'null',
    '{ }',
    '"text"',
    '-12.50e-3',
  ),
)

describe('the arguments of a tool call', () => {
  it('are passed on verbatim, wherever they are in the message', () => {
    const members = fc.record({
      text: argumentsText,
      decoy: fc.json(),
      name: fc.string(),
      spaces: fc.array(space, { minLength: 12, maxLength: 12 }),
      order: fc.nat(5),
    })
    fc.assert(
      fc.property(members, ({ text, decoy, name, spaces, order }) => {
        const s = (index: number) => spaces[index]!
        const params = [
          `"name"${s(0)}:${JSON.stringify(name)}`,
          `"_meta":${s(1)}{"arguments":${decoy}}`,
          `"arguments"${s(2)}:${s(3)}${text}${s(4)}`,
        ]
        const rotated = [...params.slice(order % 3), ...params.slice(0, order % 3)].join(`${s(5)},${s(6)}`)
        const message = [
          `"p\\u0061rams":${s(7)}{${s(8)}${rotated}}`,
          '"jsonrpc":"2.0"',
          '"id":7',
          '"method":"tools/call"',
        ]
        const turned = [...message.slice(order % 4), ...message.slice(0, order % 4)].join(`${s(9)},`)
        expect(argumentsIn(`${s(10)}{${turned}}${s(11)}`)).toBe(text)
      }),
      { numRuns: 2_000 },
    )
  })

  it('are passed on for each message of a batch', () => {
    const call = (id: number, text: string) =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"x","arguments":${text}}}`
    const read = readMessages(
      bytes(` [ ${call(1, '{"a":1.0}')} ,${call(2, '{"a":1.00}')}, {"jsonrpc":"2.0","method":"n"}]`),
    )
    expect(read).toMatchObject({
      kind: 'messages',
      body: [
        { params: { arguments: { [ARGUMENTS_TEXT]: '{"a":1.0}' } } },
        { params: { arguments: { [ARGUMENTS_TEXT]: '{"a":1.00}' } } },
        { method: 'n' },
      ],
    })
  })

  it('are an empty object if they are absent', () => {
    expect(argumentsIn('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}')).toBe('{}')
  })

  it('of another method stay parsed', () => {
    const text = '{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"x","arguments":{"a":"b"}}}'
    expect(readMessages(bytes(text))).toEqual({ kind: 'messages', body: JSON.parse(text) })
  })
})

describe('invalid messages', () => {
  for (const [text, code] of [
    ['', -32700],
    ['{', -32700],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":{,}}}', -32700],
    ['{"jsonrpc":"2.0","id":01,"method":"ping"}', -32700],
    ['\ufeff{"jsonrpc":"2.0","id":1,"method":"ping"}', -32700],
    ['[]', -32600],
    ['[[]]', -32600],
    ['1', -32600],
    ['null', -32600],
    ['{}', -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":5}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"b"}}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":{},"arguments":{"a":1}}}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}', -32600],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
  ] as const)
    it(`${JSON.stringify(text)} is ${code}`, () => {
      expect(readMessages(bytes(text))).toMatchObject({ kind: 'refused', code })
    })

  it('get -32700 for invalid UTF-8', () => {
    expect(readMessages(new Uint8Array([0x22, 0xff, 0x22]))).toMatchObject({ kind: 'refused', code: -32700 })
  })

  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

  it('are refused for a hundred thousand brackets anywhere outside tool arguments', () => {
    for (const text of [
      deep,
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":${deep}}}`,
      `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"arguments":${deep}}}`,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":{},"_meta":{"a":${deep}}}}`,
      `{"jsonrpc":"2.0","id":1,"result":${deep}}`,
    ])
      expect(readMessages(bytes(text)), text.slice(0, 80)).toMatchObject({ kind: 'refused', code: -32600 })
  })

  it('leave such brackets within tool arguments to the reader of the arguments', () => {
    expect(argumentsIn(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":${deep}}}`)).toBe(deep)
  })
})
