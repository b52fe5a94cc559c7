import { useQuery } from '@tanstack/react-query'
import { createTRPCClient, httpLink } from '@trpc/client'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { checkResult } from '../../server/api/schemas/check'
import type { AppRouter } from '../../server/http/trpc/router'
import { callOperation, refusalFrom } from '../ui/server-calls'

export type CheckResult = z.infer<typeof checkResult>

export interface EngineRefusal {
  readonly message: string
  readonly docs: string | null
  readonly code: string
}

type EngineAnswer =
  | { readonly ok: true; readonly result: CheckResult; readonly body: string }
  | { readonly ok: false; readonly refusal: EngineRefusal }

/** `source` identifies an unsaved ruleset. @throws if the engine is unreachable */
export type AskEngine = (source: string, claims: string, signal?: AbortSignal) => Promise<EngineAnswer>

const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/api/trpc' })] })

/** Asks anonymously. */
export const askEngine: AskEngine = async (source, claims, signal) => {
  const { ok, body } = await client.playground.check.mutate({ source, claims }, signal === undefined ? {} : { signal })
  return ok ? { ok, result: await readCheck(body), body } : { ok, refusal: refusalFrom(body) }
}

/** The schema is loaded with the first answer, so that pages are usable sooner. */
export async function readCheck(body: string): Promise<CheckResult> {
  const { checkResult } = await import('../../server/api/schemas/check')
  return checkResult.parse(JSON.parse(body))
}

const TYPING_PAUSE_MS = 200

/** Returns the answer to exactly this question, never to an older one. Null asks nothing. */
export function useEngineCheck(
  question: { readonly source: string; readonly claims: string } | null,
  ask: AskEngine = askEngine,
) {
  const settled = useSettled(question, TYPING_PAUSE_MS)
  const current = question !== null && settled?.source === question.source && settled.claims === question.claims
  return useQuery({
    queryKey: ['engine', question?.source ?? '', question?.claims ?? ''],
    queryFn: ({ signal }) => ask(question?.source ?? '', question?.claims ?? '', signal),
    enabled: current,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    networkMode: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Returns the value once it has been unchanged for a while. */
function useSettled<T>(value: T, milliseconds: number): T | null {
  const [settled, setSettled] = useState<T | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}

/**
 * Sends the claims as text, because parsing them would round numbers.
 * @param unitLibraryHash the current library if null
 */
export function askSaved(hash: string, unitLibraryHash: string | null = null): AskEngine {
  const library = unitLibraryHash === null ? '' : `,"unit_library_hash":"${unitLibraryHash}"`
  return async (_source, claims, signal) => {
    const answer = await callOperation('check', `{"ruleset_hash":"${hash}"${library},"claims":${claims}}`, signal)
    if (answer.ok) return { ok: true, result: await readCheck(answer.body), body: answer.body }
    return { ok: false, refusal: answer.refusal }
  }
}
