'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type PageRefusal, refusalOf, server } from '../ui/server-calls'
import type { Sheet, SheetMeaning } from './sheet'

/** The change in meaning, as far as the page may show and sign it. */
export type ShownMeaning =
  | { readonly status: 'comparing' }
  | { readonly status: 'shown'; readonly meaning: SheetMeaning }
  /** Nothing can be signed until it is loaded again. */
  | { readonly status: 'failed'; readonly refusal: PageRefusal }
  /** Another revision was approved in the meantime, so the base differs from the sheet's. */
  | { readonly status: 'other base' }

export function useMeaning(sheet: Sheet): { readonly shown: ShownMeaning; readonly compareAgain: () => void } {
  const queries = useQueryClient()
  const { rulesetHash } = sheet
  const { data, error } = useQuery({
    queryKey: meaningKey(rulesetHash),
    queryFn: ({ signal }) => readMeaning(rulesetHash, signal),
    refetchOnWindowFocus: false,
  })
  // Drops the earlier comparison, even if the new one fails.
  const compareAgain = useCallback(
    () => void queries.resetQueries({ queryKey: meaningKey(rulesetHash) }),
    [queries, rulesetHash],
  )
  return { shown: shownMeaning(sheet, data, error), compareAgain }
}

export function shownMeaning(
  sheet: Pick<Sheet, 'lastApproved'>,
  meaning: SheetMeaning | undefined,
  error: unknown,
): ShownMeaning {
  if (error instanceof UnreadableComparisonError) return { status: 'failed', refusal: UNREADABLE }
  if (error !== null) return { status: 'failed', refusal: refusalOf(error) }
  if (meaning === undefined) return { status: 'comparing' }
  const isOfSheet = meaning.baseHash === (sheet.lastApproved?.hash ?? null)
  return isOfSheet ? { status: 'shown', meaning } : { status: 'other base' }
}

function meaningKey(hash: string): readonly string[] {
  return ['signing', 'meaning', hash]
}

/** The answer has another shape, because the server was updated after the page was loaded. */
export class UnreadableComparisonError extends Error {}

const UNREADABLE: PageRefusal = {
  code: 'UNREADABLE',
  message: 'This page is older than the server and cannot read the comparison. Load the page again in your browser.',
  docs: null,
  failures: [],
  diagnostics: [],
}

/**
 * The schema is loaded with the first comparison.
 * @throws UnreadableComparisonError
 */
async function readMeaning(hash: string, signal: AbortSignal): Promise<SheetMeaning> {
  const { comparison, ...rest } = await server.signing.meaning.query({ hash }, { signal })
  if (comparison === null) return { ...rest, comparison }
  const { shownComparison } = await import('../../server/api/schemas/comparison')
  const { data: answer } = shownComparison.safeParse(comparison.answer)
  if (answer === undefined) throw new UnreadableComparisonError()
  return { ...rest, comparison: { sha256: comparison.sha256, answer } }
}
