/**
 * The calls that pages make, made with the session of a page's context: for what a journey needs and does not test. The
 * page itself need not be anywhere yet.
 */
import { expect, type Page } from '@playwright/test'
import { ORIGIN } from './operator-links'

/** A call that changes something. @returns what the server answered */
export async function change(page: Page, procedure: string, input: unknown): Promise<unknown> {
  const answer = await page.request.post(`/api/trpc/${procedure}`, { data: input, headers: { origin: ORIGIN } })
  const { result, error } = await answer.json()
  expect(error, procedure).toBeUndefined()
  return result.data
}

/** Saves a ruleset under a name by the operation of /v1. @returns its hash */
export async function saveRuleset(page: Page, name: string, source: string): Promise<string> {
  const request = JSON.stringify({ name, source })
  const answer = (await change(page, 'operations.run', { operation: 'saveRuleset', request })) as {
    ok: boolean
    body: string
  }
  expect(answer.ok, answer.body).toBe(true)
  return JSON.parse(answer.body).ruleset_hash
}

/** What a page showed of a ruleset, to which a signature is bound. */
interface Shown {
  readonly reviewDigest: string
  readonly unitLibraryHash: string | null
  readonly engineVersion: string
}

/** What it showed of the difference in meaning. */
interface ShownMeaning {
  readonly comparison: { readonly sha256: string } | null
}

/** Signs with the person's password. @returns the id of the record */
export async function sign(
  page: Page,
  hash: string,
  password: string,
  meaning = 'approved',
  note: string | null = null,
): Promise<string> {
  const { reviewDigest, unitLibraryHash, engineVersion } = (await ask(page, 'signing.sheet', { hash })) as Shown
  const { comparison } = (await ask(page, 'signing.meaning', { hash })) as ShownMeaning
  const shown = { reviewDigest, unitLibraryHash, engineVersion, comparisonDigest: comparison?.sha256 ?? null }
  const input = { hash, meaning, note, expiresAt: null, withdraws: null, ...shown }
  const prepared = (await change(page, 'signing.prepare', input)) as { ceremonyId: string }
  const proof = { kind: 'password', password }
  const signed = (await change(page, 'signing.sign', { ceremonyId: prepared.ceremonyId, proof })) as {
    recordId: string
  }
  return signed.recordId
}

/** A call that changes nothing. */
export async function ask(page: Page, procedure: string, input: unknown): Promise<unknown> {
  const answer = await page.request.get(`/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`)
  const { result, error } = await answer.json()
  expect(error, procedure).toBeUndefined()
  return result.data
}
