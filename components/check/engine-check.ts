/** Asks the engine for what the browser does not settle, and reads its canonical answer. */
import { useQuery } from '@tanstack/react-query'
import { createTRPCClient, httpLink } from '@trpc/client'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { checkResult } from '../../server/contract/schemas/check'
import { errorEnvelopeSchema } from '../../server/contract/schemas/error'
import type { AppRouter } from '../../server/doors/trpc/router'

export type CheckResult = z.infer<typeof checkResult>

export interface EngineRefusal {
  readonly message: string
  readonly docs: string | null
  readonly code: string
}

export type EngineAnswer =
  | { readonly ok: true; readonly result: CheckResult; readonly body: string }
  | { readonly ok: false; readonly refusal: EngineRefusal }

const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/api/trpc' })] })

/** One check by the server: its bytes and what they say. @throws where the server cannot be reached */
export async function askEngine(source: string, claims: string, signal?: AbortSignal): Promise<EngineAnswer> {
  const { ok, body } = await client.playground.check.mutate({ source, claims }, signal === undefined ? {} : { signal })
  if (ok) return { ok: true, result: checkResult.parse(JSON.parse(body)), body }
  const { error } = errorEnvelopeSchema.parse(JSON.parse(body))
  return { ok: false, refusal: { message: error.message, docs: error.docs ?? null, code: error.code } }
}

const PAUSE = 200

/**
 * The engine's answer to exactly this question; null asks nothing. An answer to an older question is never given.
 */
export function useEngineCheck(question: { readonly source: string; readonly claims: string } | null) {
  const settled = useSettled(question, PAUSE)
  const current = question !== null && settled?.source === question.source && settled.claims === question.claims
  return useQuery({
    queryKey: ['engine', question?.source ?? '', question?.claims ?? ''],
    queryFn: ({ signal }) => askEngine(question?.source ?? '', question?.claims ?? '', signal),
    enabled: current,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    networkMode: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** The value once it has stood still for a while. */
function useSettled<T>(value: T, milliseconds: number): T | null {
  const [settled, setSettled] = useState<T | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
