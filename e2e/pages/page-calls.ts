/**
 * Calls with the session of a page's context, for things that a journey needs but does not test. The page may be blank.
 */
import { expect, type Page } from '@playwright/test'
import { ORIGIN } from './operator-links'

export async function callMutation(page: Page, procedure: string, input: unknown): Promise<unknown> {
  const answer = await page.request.post(`/api/trpc/${procedure}`, { data: input, headers: { origin: ORIGIN } })
  const { result, error } = await answer.json()
  expect(error, procedure).toBeUndefined()
  return result.data
}

/** Uses the operation of /v1. @returns the hash */
export async function saveRuleset(page: Page, name: string, source: string): Promise<string> {
  const request = JSON.stringify({ name, source })
  const answer = (await callMutation(page, 'operations.run', { operation: 'saveRuleset', request })) as {
    ok: boolean
    body: string
  }
  expect(answer.ok, answer.body).toBe(true)
  return JSON.parse(answer.body).ruleset_hash
}

const SHORT_POLICY = '1. Meals\n1.1 A meal costs at most USD 60.\n1.2 Guests are welcome.\n2. Receipts must be kept.\n'

/** Adds a written policy; by default a short one with headings and numbers. */
export async function addDocument(page: Page, label: string, text = SHORT_POLICY): Promise<void> {
  const content = { kind: 'text', text, format: 'text' }
  await callMutation(page, 'documents.add', { label, title: 'Travel policy', content })
}

/** A signature is bound to what a page showed. */
interface Shown {
  readonly reviewDigest: string
  readonly unitLibraryHash: string | null
  readonly engineVersion: string
  readonly citations: { readonly digest: string } | null
}

interface ShownMeaning {
  readonly comparison: { readonly sha256: string } | null
}

/** @returns the id of the record */
export async function signRevision(
  page: Page,
  hash: string,
  password: string,
  meaning = 'approved',
  note: string | null = null,
): Promise<string> {
  const sheet = (await callQuery(page, 'signing.sheet', { hash })) as Shown
  const { reviewDigest, unitLibraryHash, engineVersion } = sheet
  const { comparison } = (await callQuery(page, 'signing.meaning', { hash })) as ShownMeaning
  const citationsDigest = sheet.citations?.digest ?? null
  const shown = {
    ...{ reviewDigest, unitLibraryHash, engineVersion, citationsDigest },
    comparisonDigest: comparison?.sha256 ?? null,
  }
  const input = { hash, meaning, note, expiresAt: null, withdraws: null, ...shown }
  const prepared = (await callMutation(page, 'signing.prepare', input)) as { ceremonyId: string }
  const proof = { kind: 'password', password }
  const signed = (await callMutation(page, 'signing.sign', { ceremonyId: prepared.ceremonyId, proof })) as {
    recordId: string
  }
  return signed.recordId
}

/** Adds a tool guard as an author, and confirms it as a reviewer. @returns the id */
export async function addConfirmedGuard(author: Page, reviewer: Page, guard: object): Promise<string> {
  const { id, version, digest } = (await callMutation(author, 'calls.addGuard', guard)) as {
    readonly id: string
    readonly version: number
    readonly digest: string
  }
  await callMutation(reviewer, 'calls.confirmGuard', { id, version, digest })
  return id
}

export async function callQuery(page: Page, procedure: string, input: unknown): Promise<unknown> {
  const answer = await page.request.get(`/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`)
  const { result, error } = await answer.json()
  expect(error, procedure).toBeUndefined()
  return result.data
}
