/** Signatures and approvals keep their names everywhere, whatever is saved, bound or renamed later. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyReceipt } from '../../attestation/receipt'
import type { Caller } from '../calls/caller'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { SigningSteps, SOURCE } from './testing/signing-steps'

let under: ServicesUnderTest
let steps: SigningSteps
beforeAll(async () => {
  under = await startServices(2)
  await under.workbenches[0]!.signing.publishedKeys()
})
beforeEach(async () => {
  steps = await SigningSteps.open(under)
})
afterAll(() => under.stop())

/** The names at the time of signing. */
interface Signed {
  readonly recordId: string
  readonly hash: string
  readonly names: readonly string[]
  readonly printedName: string
}

async function save(name: string, source: string): Promise<string> {
  under.pass(1000)
  return steps.save(source, name)
}

async function expectNamesOf({ recordId, hash, names, printedName }: Signed, reader: Caller): Promise<void> {
  const receipt = await steps.signing.receipt(reader, { recordId })
  expect(receipt.record).toMatchObject({ rulesetNames: names, printedName })
  const { ok, statement } = verifyReceipt(receipt.bundle.text, await steps.publishedKeys())
  expect(ok).toBe(true)
  expect(statement).toMatchObject({ rulesetNames: names, signer: { name: printedName } })
  const sheet = await steps.signing.sheet(reader, { hash })
  expect(sheet.records.find(({ id }) => id === recordId)).toMatchObject({ rulesetNames: names, printedName })
}

async function expectNamesInHistory({ recordId, hash, names, printedName }: Signed, name: string): Promise<void> {
  const { nodes } = await under.workbenches[0]!.history.graph(steps.author, { name, before: null })
  const record = nodes.find((node) => node.hash === hash)?.records.find(({ id }) => id === recordId)
  expect(record).toMatchObject({ rulesetNames: names, by: printedName })
}

describe('the names of a signature', () => {
  it('stay when the name moves on and the bytes are saved under another one', async () => {
    const hash = await save('travel', SOURCE)
    const recordId = await steps.sign(hash)
    const signed = { recordId, hash, names: ['travel'], printedName: steps.reviewer.person!.name }
    const later = await save('travel', `${SOURCE}// two\n`)
    await save('other', SOURCE)
    await under.query(`UPDATE person SET name = 'Renamed Later' WHERE id = '${steps.reviewer.person!.id}'`)
    const reviewer = await steps.fresh(steps.reviewer)
    await expectNamesOf(signed, reviewer)
    await expectNamesInHistory(signed, 'travel')
    await expectNamesInHistory(signed, 'other')
    const sheet = await steps.signing.sheet(reviewer, { hash })
    expect(sheet).toMatchObject({ names: ['other'], heading: { names: ['travel'], from: 'statement' } })
    expect(sheet.records[0]).toMatchObject({ renamedTo: 'Renamed Later' })
    expect((await steps.signing.sheet(reviewer, { hash: later })).lastApproved).toMatchObject({
      ...{ hash, rulesetNames: ['travel'], printedName: signed.printedName, signed: true },
    })
    // The page shows the statement's names before signing.
    const prepared = await steps.prepare(hash, {}, reviewer)
    expect(prepared.rulesetNames).toEqual(['other'])
    expect(JSON.parse(prepared.statement).predicate.rulesetNames).toEqual(['other'])
  })

  it('of an approval without a statement are the bindings at that time, and are marked', async () => {
    const program = await under.fullCaller()
    const [service] = under.services
    const put = async (name: string, source: string): Promise<string> => {
      under.pass(1000)
      return JSON.parse(await callOperation(service!, 'saveRuleset', program, { name, source })).ruleset_hash
    }
    const hash = await put('travel', SOURCE)
    under.pass(1000)
    await callOperation(service!, 'recordApproval', program, { ruleset_hash: hash, approver: 'Another' })
    const later = await put('travel', `${SOURCE}// two\n`)
    await put('other', SOURCE)
    const reader = await under.personCaller(['reviewer'], program.namespaceId!)
    const sheet = await steps.signing.sheet(reader, { hash })
    expect(sheet).toMatchObject({
      ...{ names: ['other'], heading: { names: ['travel'], from: 'approval' } },
      unsigned: [{ approver: 'Another', rulesetNames: ['travel'] }],
    })
    expect((await steps.signing.sheet(reader, { hash: later })).lastApproved).toMatchObject({
      ...{ hash, rulesetNames: ['travel'], signed: false },
    })
  })

  it('stay after random saves, rebindings and renames', { tags: ['nightly'] }, async () => {
    const random = sequence(20261123)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
    const sources = ['', '// two\n', '// three\n', '// four\n'].map((more) => SOURCE + more)
    const names = ['travel', 'expenses', 'travel 2026', 'old/travel', 'b']
    const pointsAt = new Map<string, string>()
    const signed: Signed[] = []
    const inForce = new Map<string, string>()
    let reviewer = steps.reviewer
    const bind = async (name: string) => void pointsAt.set(name, await save(name, pick(sources)))
    await bind('travel')
    for (let attempt = 0; attempt < 50; attempt++) {
      const dice = random()
      if (dice < 0.55) await bind(pick(names))
      else if (dice < 0.7) {
        await under.query(`UPDATE person SET name = 'Rosa ${attempt}' WHERE id = '${reviewer.person!.id}'`)
        reviewer = await steps.fresh(reviewer)
      } else {
        const hash = pick([...pointsAt.values()])
        under.pass(1000)
        const recordId = await steps.sign(hash, {}, reviewer)
        const bound = [...pointsAt].flatMap(([name, to]) => (to === hash ? [name] : [])).sort()
        // The first signature approves the bytes and puts them in force under the names of that time.
        if (!signed.some((one) => one.hash === hash)) for (const name of bound) inForce.set(name, hash)
        signed.push({ recordId, hash, names: bound, printedName: reviewer.person!.name })
      }
    }
    expect(signed.length).toBeGreaterThan(8)
    for (const one of signed) {
      await expectNamesOf(one, reviewer)
      for (const name of one.names) await expectNamesInHistory(one, name)
    }
    for (const name of pointsAt.keys()) {
      const { now } = await under.workbenches[1]!.inForce.timeline(steps.author, { name })
      expect([name, now?.hash]).toEqual([name, inForce.get(name)])
    }
    for (const hash of new Set(signed.map((one) => one.hash))) {
      const last = signed.findLast((one) => one.hash === hash)!
      const { heading } = await steps.signing.sheet(reviewer, { hash })
      expect(heading).toEqual({ names: last.names, from: 'statement' })
    }
  })
})

/** Numbers from 0 to 1 by seed (mulberry32). */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
