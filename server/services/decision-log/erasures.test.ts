/** After erasures no private byte is left in the database or in a backup, and every receipt still verifies. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyReceiptFile } from '../../attestation/checks/verify-file'
import { readKeySet } from '../../attestation/published-keys'
import { IS_LONG } from '../../testing/repetitions'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { backupText, databaseText, holdsBytes } from './testing/stored-bytes'
import { verifyDecisions } from './verify-decisions'

const ERASED = IS_LONG ? 1_000 : 40
/** Checks that keep their values. */
const KEPT = 5
const SOURCE =
  'declare paid as boolean;\ndeclare amount as numeric;\nassert is_paid { paid };\nassert low { amount < 5 };\n'

let tested: ServicesUnderTest
let folder = ''
beforeAll(async () => {
  tested = await startServices(1)
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-erasures-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await tested.stop()
})

/** A text for an amount that nobody else has. */
const amountOf = (nth: number) => `${918_273_645_000 + nth}.5`

it('leaves no private byte of an erased check behind, and all receipts valid', {
  tags: ['repeated'],
  timeout: 600_000,
}, async () => {
  const administrator = await tested.personCaller(['administrator'])
  const [workbench, service] = [tested.workbenches[0]!, tested.services[0]!]
  const rules = { redaction: 'keep', exceptions: {}, beforeAnswer: true } as const
  await workbench.settings.change(administrator, { decisionLog: { enabled: true, retentionDays: 30, ...rules } })
  const issued = await workbench.credentials.issue(administrator, { label: 'p', tier: 'standard', expiresAt: null })
  const caller = await service.authenticate(issued.token)
  const check = async (nth: number) => {
    const claims = { from: 'value', value: { paid: true, amount: amountOf(nth) } } as const
    const made = await service.check(
      { caller, channel: 'program', addressKey: () => 'test' },
      { source: SOURCE, claims },
    )
    return made.checkId!
  }
  const ids: string[] = []
  for (let nth = 0; nth < ERASED + KEPT; nth++) ids.push(await check(nth))
  const keys = await tested.query<{ id: string; key: Buffer; sealed: Buffer }>(
    `SELECT id::text AS id, key, sealed FROM decision_entry WHERE namespace_id = '${administrator.namespaceId}'`,
  )
  const erasedIds = new Set(ids.slice(0, ERASED))
  const secrets = (isErased: boolean) =>
    keys.filter(({ id }) => erasedIds.has(id) === isErased).flatMap(({ key, sealed }) => [key, sealed])
  const half = Math.floor(ERASED / 2)
  for (const id of ids.slice(0, half))
    expect(await workbench.decisionLog.erase(administrator, { checkIds: [id] })).toEqual({ erased: 1, searched: 1 })
  const others = ids.slice(half, ERASED - 1)
  expect(await workbench.decisionLog.erase(administrator, { checkIds: others })).toEqual({
    erased: others.length,
    searched: others.length,
  })
  const sought = { claim: 'amount', value: amountOf(ERASED - 1) }
  expect(await workbench.decisionLog.erase(administrator, sought)).toEqual({ erased: 1, searched: KEPT + 1 })

  for (const text of [await databaseText(tested), await backupText(tested, path.join(folder, 'after.backup'))]) {
    const isIn = (bytes: Buffer) => holdsBytes(text, bytes)
    expect(secrets(true).filter(isIn)).toEqual([])
    expect(secrets(false).filter(isIn)).toHaveLength(2 * KEPT)
    // No value was ever stored in the clear, erased or not.
    const amounts = ids.map((_, nth) => Buffer.from(amountOf(nth)))
    expect(amounts.filter(isIn)).toEqual([])
  }
  const published = readKeySet(await workbench.signing.publishedKeys())!
  for (const [nth, id] of ids.entries()) {
    const { text } = await workbench.decisionLog.receipt(administrator, id)
    expect(verifyReceiptFile(text, published)).toMatchObject({ ok: true, check: { facts: { checkId: id } } })
    if (nth >= ERASED)
      expect((await workbench.decisionLog.openReceipt(administrator, id)).text).toContain(amountOf(nth))
  }
  expect(await verifyDecisions(tested.store, administrator.namespaceId!, published)).toEqual({
    ...{ entries: BigInt(ids.length), checkpoints: 1, problems: [] },
  })
})
