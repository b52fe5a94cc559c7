import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signCheckpoint } from './checkpoint'
import { judgeCheckpoint } from './judge-checkpoint'
import { noteVerifierKey } from './signed-note'
import { newKeyPem, readPrivateKey } from './signing-key'
import { readWitnessPolicy, type WitnessPolicy } from './witness-policy'

const log = readPrivateKey(newKeyPem())!
const ORIGIN = 'rules.example.org/log/n'
const NOTE = signCheckpoint({ origin: ORIGIN, size: 7n, root: new Uint8Array(32).fill(3) }, log)
const TEXT = NOTE.slice(0, NOTE.indexOf('\n\n') + 1)
const LOG_KEY = noteVerifierKey({ name: ORIGIN, publicKey: log.publicKey }, 'signature')
const SECONDS = 1_790_000_000n

interface TestWitness {
  readonly key: string
  /** Returns a line of the note. */
  cosign(seconds?: bigint, text?: string): string
}

/** Signs with nothing of the product. */
function newWitness(name: string): TestWitness {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const typed = Buffer.concat([Buffer.of(4), raw])
  const id = createHash('sha256').update(`${name}\n`).update(typed).digest().subarray(0, 4)
  return {
    key: `${name}+${id.toString('hex')}+${typed.toString('base64')}`,
    cosign: (seconds = SECONDS, text = TEXT) => `— ${name} ${cosignature(id, seconds, text, privateKey)}\n`,
  }
}

function cosignature(id: Buffer, seconds: bigint, text: string, key: KeyObject): string {
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(seconds)
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), key)
  return Buffer.concat([id, time, signature]).toString('base64')
}

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => newWitness(`${name}.example`)) as [
  ...[TestWitness, TestWitness, TestWitness, TestWitness],
]
const WITNESSES = `witness A ${a.key}\nwitness B ${b.key} https://b.example/w\nwitness C ${c.key}\nwitness D ${d.key}\n`

function policyOf(text: string): WitnessPolicy {
  const reading = readWitnessPolicy(text)
  if (!reading.ok) throw new Error(reading.problems.join('; '))
  return reading.policy
}

/** The id and the time are the first 16 characters. */
function withTimeOf(line: string, other: string): string {
  const start = line.lastIndexOf(' ') + 1
  return line.slice(0, start) + other.slice(start, start + 16) + line.slice(start + 16)
}

describe('a policy', () => {
  it('is read with comments, white space and addresses', () => {
    const { logs, witnesses } = policyOf(`# ours\n\n log ${LOG_KEY} https://l.example \n${WITNESSES}\tquorum\t A\n`)
    expect(logs.map(({ name }) => name)).toEqual([ORIGIN])
    expect(witnesses.map(({ label, name, url }) => [label, name, url])).toEqual([
      ['A', 'a.example', null],
      ['B', 'b.example', 'https://b.example/w'],
      ['C', 'c.example', null],
      ['D', 'd.example', null],
    ])
  })

  it.each([
    ['', ['it has no line that begins with quorum']],
    [
      'quorum X\nquorums none',
      [
        'line 1 names "X", which no line before it defines',
        'line 2 begins with "quorums" instead of log, witness, group or quorum',
      ],
    ],
    ['quorum none\nquorum none', ['line 2 is a second quorum']],
    ['quorum none none', ['line 1 has more than one name']],
    [`log ${a.key}\nquorum none`, [expect.stringMatching(/^line 1 needs the key of a log, .* of type 1, instead of/)]],
    [`log ${LOG_KEY}\nlog ${LOG_KEY}\nquorum none`, ['line 2 repeats the key of another log']],
    [`witness X ${LOG_KEY}\nquorum none`, [expect.stringMatching(/^line 1 needs a name and the key of a witness/)]],
    [`witness X\nquorum none`, [expect.stringContaining('instead of ""')]],
    [
      `witness X ${a.key} ftp://x\nquorum X`,
      ['line 1 has "ftp://x" instead of an http:// or https:// address', expect.any(String)],
    ],
    [`witness X ${a.key} https://x more\nquorum none`, ['line 1 has more than a name, a key and an address']],
    [`witness X ${a.key}\nwitness Y ${a.key}\nquorum X`, ['line 2 repeats the key of another witness']],
    [`witness X ${a.key}\nwitness X ${b.key}\nquorum X`, ['line 2 uses the name "X" a second time']],
    [`witness none ${a.key}\nquorum none`, ['line 1 uses the name none, which means no witness']],
    [
      `${WITNESSES}group G 3 A B\nquorum A`,
      ['line 5 needs all, any or a number from 1 to the number of its members instead of "3"'],
    ],
    [`${WITNESSES}group G 0 A B\nquorum A`, [expect.stringContaining('instead of "0"')]],
    [`${WITNESSES}group G all\nquorum A`, [expect.stringContaining('instead of "all"')]],
    [`${WITNESSES}group G any A A\nquorum A`, ['line 5 names "A", which is in a group already']],
    [`${WITNESSES}group G any A\ngroup H any A B\nquorum A`, ['line 6 names "A", which is in a group already']],
    [`${WITNESSES}group G any H\ngroup H any A\nquorum A`, ['line 5 names "H", which no line before it defines']],
    ['quorum none\r', ['line 1 holds a control character']],
    ['\n'.repeat(1_001), ['it has more than 1000 lines']],
  ])('%j is refused with all its mistakes', (text, problems) => {
    expect(readWitnessPolicy(text)).toEqual({ ok: false, problems })
  })
})

describe('a checkpoint', () => {
  const judge = (lines: readonly string[], quorum: string) =>
    judgeCheckpoint(NOTE + lines.join(''), policyOf(WITNESSES + quorum))
  const NESTED = 'group AB any A B\ngroup CD all C D\ngroup both 2 AB CD\nquorum both\n'

  it.each<[string, readonly TestWitness[], string, boolean]>([
    ['none is demanded', [], 'quorum none', true],
    ['the one that is demanded is there', [a], 'quorum A', true],
    ['another is there', [b], 'quorum A', false],
    ['each group has enough', [b, c, d], NESTED, true],
    ['one group lacks one', [a, b, c], NESTED, false],
    ['the other group lacks all', [c, d], NESTED, false],
  ])('is judged if %s', (_, cosigners, quorum, holds) => {
    expect(
      judge(
        cosigners.map((witness) => witness.cosign()),
        quorum,
      ).holds,
    ).toBe(holds)
  })

  it('names who cosigned it, when, and who did not', () => {
    expect(judge([b.cosign()], 'quorum B').detail).toBe('cosigned by B at 2026-09-21T14:13:20.000Z; not by A, C, D')
    expect(judge([], 'quorum B').detail).toBe('not cosigned by A, B, C, D')
  })

  it.each([
    ['of another text', a.cosign(SECONDS, TEXT.replace('\n7\n', '\n8\n'))],
    ['of another witness', b.cosign().replace('b.example', 'a.example')],
    ['without a time', a.cosign(0n)],
    ['of a time beyond years of four digits', a.cosign(253_402_300_800n)],
    ['of another time', withTimeOf(a.cosign(), a.cosign(SECONDS + 1n))],
  ])('is not cosigned by a line %s', (_, line) => {
    expect(judge([line], 'quorum A').holds).toBe(false)
  })

  it('of a log that the policy does not name, or with another key, is refused', () => {
    const named = (key: string) => judgeCheckpoint(NOTE, policyOf(`log ${key}\nquorum none`)).holds
    const other = readPrivateKey(newKeyPem())!.publicKey
    expect(named(LOG_KEY)).toBe(true)
    expect(named(noteVerifierKey({ name: ORIGIN, publicKey: other }, 'signature'))).toBe(false)
    expect(named(noteVerifierKey({ name: 'other.example', publicKey: log.publicKey }, 'signature'))).toBe(false)
    expect(judgeCheckpoint('nothing', policyOf('quorum none')).holds).toBe(false)
  })
})
