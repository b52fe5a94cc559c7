/** Erasures by the path of a value, however a program wrote it, over a real database. */
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REDACTIONS } from '../../api/terms/decision-log-words'
import { editRows } from '../../database/testing/fresh-database'
import { JsonNumber } from '../../language/numeric/lossless-json'
import { IS_LONG } from '../../testing/repetitions'
import type { Caller } from '../calls/caller'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { redactedText } from './redact-claims'
import { logChecks } from './testing/log-checks'
import { arbitraryShapes, pathsOf, SpelledClaims } from './testing/spelled-claims'
import { backupText, databaseText, holdsBytes } from './testing/stored-bytes'

const RUNS = IS_LONG ? 300 : 40

let tested: ServicesUnderTest
let folder = ''
beforeAll(async () => {
  tested = await startServices(1)
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-erased-values-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await tested.stop()
})

const newAdministrator = () => tested.personCaller(['administrator'])
const erase = (caller: Caller, claim: string, value: string) =>
  tested.workbenches[0]!.decisionLog.erase(caller, { claim, value })

interface StoredValues {
  readonly id: string
  readonly key: Buffer | null
  readonly sealed: Buffer | null
  readonly marks: readonly string[]
}

const storedIn = ({ namespaceId }: Caller) =>
  tested.query<StoredValues>(
    `SELECT id::text AS id, key, sealed, coalesce(marks, '{}') AS marks FROM decision_entry
     WHERE namespace_id = '${namespaceId}' ORDER BY index`,
  )

/** Logs one check for each dictionary. @returns for each, whether its values are left after an erasure */
async function leftAfter(
  claims: readonly Record<string, unknown>[],
  [claim, value]: readonly [claim: string, value: string],
  redaction: 'keep' | 'hash' = 'keep',
): Promise<readonly boolean[]> {
  const administrator = await newAdministrator()
  const rule = { redaction, exceptions: {} }
  const checks = claims.map((each) => ({ claims: { from: 'value', value: each } as const, rule }))
  await logChecks(tested.store, administrator.namespaceId!, checks)
  const { erased, searched } = await erase(administrator, claim, value)
  const left = (await storedIn(administrator)).map(({ key }) => key !== null)
  expect([erased, searched]).toEqual([left.filter((each) => !each).length, claims.length])
  return left
}

const number = (text: string) => new JsonNumber(text)

describe.each(['keep', 'hash'] as const)('a value that the log %ss', (redaction) => {
  it('is found in a list of records, nested and under paths', async () => {
    const drivers = [{ licence: 'X 1', city: 'Ulm' }, { licence: 'B 42' }]
    const claims = [
      { drivers },
      { drivers: number('1'), 'drivers[1].licence': 'B 42' },
      { drivers: [{ licence: 'B 421' }] },
      { licence: 'B 42', person: { licence: 'B 42' } },
    ]
    expect(await leftAfter(claims, ['drivers[].licence', 'B 42'], redaction)).toEqual([false, false, true, true])
  })

  it('is found however its number is written', async () => {
    const written = [number('12'), number('12.0'), '12', '12.00', number('1.2e1'), '012', number('12.01'), '12 kg']
    const claims = written.map((id) => ({ person: { id } }))
    const expected = [false, false, false, false, false, true, true, true]
    for (const value of ['12', '12.0', '"12"', '1.2E1'])
      expect(await leftAfter(claims, ['person.id', value], redaction), value).toEqual(expected)
  })

  it('is found in the other Unicode form', async () => {
    const [composed, apart] = ['Zoë Ångström'.normalize('NFC'), 'Zoë Ångström'.normalize('NFD')]
    const claims = [composed, apart, 'Zoe Angstrom'].map((name) => ({ names: [name] }))
    for (const value of [composed, apart])
      expect(await leftAfter(claims, ['names[]', value], redaction)).toEqual([false, false, true])
  })

  it('is found as a whole record', async () => {
    const claims = [{ person: { id: number('7.0'), name: 'Ann' } }, { person: { id: number('7') } }]
    expect(await leftAfter(claims, ['person', '{"name":"Ann","id":7}'], redaction)).toEqual([false, true])
  })
})

it('finds the hashes of earlier versions by what they were found by', async () => {
  const administrator = await newAdministrator()
  const namespaceId = administrator.namespaceId!
  const rule = { redaction: 'hash', exceptions: {} } as const
  const earlier = ['"ann"', '12.0', '"12.0"', '["a","b"]', 'true']
  const claims = { from: 'value', value: { x: 'another' } } as const
  const ids = await logChecks(
    tested.store,
    namespaceId,
    earlier.map(() => ({ claims, rule })),
  )
  const claimKey = (await tested.store.findClaimKey(namespaceId))!
  const markOf = (value: string) => createHmac('sha256', claimKey).update(`customer\n${value}`).digest('hex')
  await editRows(tested.ownerUrl, async (client) => {
    for (const [nth, id] of ids.entries())
      await client.query('UPDATE decision_entry SET marks = $1 WHERE namespace_id = $2 AND id = $3', [
        ...[[markOf(earlier[nth]!)], namespaceId, id],
      ])
  })
  const found = async (value: string) => {
    const query = {
      rulesetHash: null,
      from: null,
      to: null,
      claim: { name: 'customer', value },
      after: null,
      limit: 10,
    }
    const { rows } = await tested.workbenches[0]!.decisionLog.list(administrator, query)
    return rows.map(({ index }) => Number(index))
  }
  expect([await found('ann'), await found('["a","b"]'), await found('true')]).toEqual([[0], [3], [4]])
  expect(await found('12.0')).toEqual([2, 1])
  expect(await erase(administrator, 'customer', '12.0')).toEqual({ erased: 2, searched: 5 })
  expect(await erase(administrator, 'customer', 'ann')).toEqual({ erased: 1, searched: 3 })
})

it.each([
  ['drivers[1].licence', 'a path without the numbers of entries: write drivers[].licence for every entry'],
  ['drivers[*].licence', 'the name of a claim or the path of a member'],
  ['$.person.name', 'the name of a claim or the path of a member'],
  ['person name', 'the name of a claim or the path of a member'],
  ['person..name', 'the name of a claim or the path of a member'],
  ['[].licence', 'the name of a claim or the path of a member'],
  ['', 'the name of a claim or the path of a member'],
  ['a'.repeat(201), 'of at most 200 characters'],
])('refuses the path %j, and says what to write', async (claim, words) => {
  const administrator = await newAdministrator()
  const refusal = { code: 'BAD_REQUEST', message: expect.stringContaining(words) }
  await expect(erase(administrator, claim, 'x')).rejects.toMatchObject(refusal)
  const query = { rulesetHash: null, from: null, to: null, claim: { name: claim, value: 'x' }, after: null, limit: 10 }
  await expect(tested.workbenches[0]!.decisionLog.list(administrator, query)).rejects.toMatchObject(refusal)
})

/** A value that no other check has, as a program writes it and as the person types it who wants it erased. */
interface Unique {
  readonly written: string | JsonNumber
  readonly typed: string
}

const SPELLINGS: readonly ((nth: number) => Unique)[] = [
  (nth) => ({ written: `Zoë-${nth}-Å`.normalize('NFC'), typed: `Zoë-${nth}-Å`.normalize('NFD') }),
  (nth) => ({ written: `Zoë-${nth}-Å`.normalize('NFD'), typed: `Zoë-${nth}-Å`.normalize('NFC') }),
  (nth) => ({ written: number(`91827364${nth}.0`), typed: `91827364${nth}` }),
  (nth) => ({ written: `91827364${nth}`, typed: `91827364${nth}.00` }),
  (nth) => ({ written: number(`91827364${nth}5e-1`), typed: `"91827364${nth}.5"` }),
]

it('removes the key of the check that has the value, and no other key or private byte', {
  tags: ['repeated'],
  timeout: 600_000,
}, async () => {
  let made = 0
  const [gone, left]: [Buffer[], Buffer[]] = [[], []]
  const secretsOf = ({ key, sealed, marks }: StoredValues) => [key!, sealed!, ...marks.map((mark) => Buffer.from(mark))]
  const arbitraryCheck = fc.record({
    shapes: arbitraryShapes,
    redaction: fc.constantFrom(...REDACTIONS),
    exceptions: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...REDACTIONS)), { maxLength: 3 }),
    flat: fc.infiniteStream(fc.boolean()),
    spelling: fc.infiniteStream(fc.constantFrom(...SPELLINGS)),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryCheck, { minLength: 2, maxLength: 4 }), fc.nat(), async (drawn, pick) => {
      const checks = drawn.map(({ shapes, redaction, exceptions, flat, spelling }) => {
        const paths = Object.entries(shapes).flatMap(([claim, given]) => pathsOf(given, claim))
        const rule = {
          redaction,
          exceptions: Object.fromEntries(exceptions.map(([at, each]) => [paths[at % paths.length]!, each])),
        }
        const typed: string[] = []
        const { claims, values } = new SpelledClaims(
          shapes,
          () => flat.next().value,
          () => {
            const unique = spelling.next().value(made++)
            typed.push(unique.typed)
            return unique.written
          },
        )
        const text = redactedText(claims, rule)
        const isStored = (written: string | JsonNumber) =>
          text.includes(written instanceof JsonNumber ? written.text : JSON.stringify(written))
        const stored = values.flatMap(({ path: at, value }, nth) =>
          isStored(value) ? [{ path: at, typed: typed[nth]! }] : [],
        )
        return { claims: { from: 'value', value: claims } as const, rule, stored }
      })
      const choices = checks.flatMap(({ stored }, nth) => stored.map((value) => ({ nth, ...value })))
      fc.pre(choices.length > 0)
      const chosen = choices[pick % choices.length]!
      const administrator = await newAdministrator()
      await logChecks(tested.store, administrator.namespaceId!, checks)
      const before = await storedIn(administrator)
      expect(await erase(administrator, chosen.path, chosen.typed)).toEqual({ erased: 1, searched: checks.length })
      const after = await storedIn(administrator)
      expect(after.map(({ key }) => key === null)).toEqual(checks.map((_, nth) => nth === chosen.nth))
      expect(after[chosen.nth]).toMatchObject({ key: null, sealed: null, marks: [] })
      for (const [nth, entry] of before.entries()) (nth === chosen.nth ? gone : left).push(...secretsOf(entry))
    }),
    { numRuns: RUNS },
  )
  for (const text of [await databaseText(tested), await backupText(tested, path.join(folder, 'after.backup'))]) {
    expect(gone.filter((bytes) => holdsBytes(text, bytes))).toEqual([])
    expect(left.filter((bytes) => !holdsBytes(text, bytes))).toEqual([])
    for (const secret of ['91827364', 'Zoë-', 'Zoë-'.normalize('NFD')])
      expect(holdsBytes(text, Buffer.from(secret)), secret).toBe(false)
  }
})
