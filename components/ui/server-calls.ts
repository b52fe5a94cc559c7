import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import { useEffect, useState } from 'react'
import type { ExportedByPage } from '../../server/api/terms/log-kinds'
import { UNATTENDED_HEADER } from '../../server/api/viewer'
import type { AppRouter } from '../../server/http/trpc/router'

/** Milliseconds without input until a page counts as unattended. */
const ATTENDED_MS = 60_000

let lastUse = 0
let isListening = false

function noteUse(): void {
  lastUse = Date.now()
}

/** Calls of an unattended page do not extend the session. */
function isUnattended(): boolean {
  if (typeof window === 'undefined') return false
  if (!isListening) {
    isListening = true
    noteUse()
    for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
      window.addEventListener(kind, noteUse, { capture: true, passive: true })
  }
  return Date.now() - lastUse > ATTENDED_MS
}

const headers = () => (isUnattended() ? { [UNATTENDED_HEADER]: '1' } : {})

/** One client per browser. */
export const server = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/api/trpc', headers })] })

type CallInput = Parameters<typeof server.operations.run.mutate>[0]
type CalledOperation = CallInput['operation']

type OperationAnswer =
  /** The server's exact bytes. */
  | { readonly ok: true; readonly body: string }
  | { readonly ok: false; readonly body: string; readonly refusal: PageRefusal }

/**
 * Runs a /v1 operation as the signed-in person.
 *
 * @param request JSON text of the body, or of path and query
 * @throws if the server is unreachable or the session is over
 */
export async function callOperation(
  operation: CalledOperation,
  request = '',
  signal?: AbortSignal,
): Promise<OperationAnswer> {
  const { ok, body } = await server.operations.run.mutate(
    { operation, request },
    signal === undefined ? {} : { signal },
  )
  return ok ? { ok, body } : { ok, body, refusal: refusalFrom(body) }
}

/** Call it before the export. */
export async function noteExport(what: ExportedByPage, reference: string | null): Promise<void> {
  await server.audit.noteExport.mutate({ what, reference })
}

/** A failed call, in the server's words if it answered. */
export interface PageRefusal {
  /** `UNREACHABLE` without an answer. */
  readonly code: string
  readonly message: string
  /** URL of the page about the code. */
  readonly docs: string | null
  readonly failures: readonly { readonly field: string; readonly expected: string; readonly received: string }[]
  readonly diagnostics: readonly { readonly line: number | null; readonly message: string }[]
}

export function refusalOf(error: unknown): PageRefusal {
  const data = error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data : null
  return data?.refusal === undefined ? UNREACHABLE : refusalFrom(data.refusal)
}

/** 404: not found, 412: another version. Null without an answer. */
export function statusOf(error: unknown): number | null {
  return error instanceof TRPCClientError ? ((error as TRPCClientError<AppRouter>).data?.httpStatus ?? null) : null
}

type Envelope = { readonly error: Pick<PageRefusal, 'code' | 'message'> & Partial<PageRefusal> }

/** Does not validate the envelope, because the validator would load with every page. */
export function refusalFrom(envelope: string): PageRefusal {
  const { error }: Envelope = JSON.parse(envelope)
  const { code, message, docs = null, failures = [], diagnostics = [] } = error
  return { code, message, docs, failures, diagnostics }
}

const UNREACHABLE: PageRefusal = {
  code: 'UNREACHABLE',
  message: 'The server does not respond. Nothing was lost. Try again when the connection is back.',
  docs: null,
  failures: [],
  diagnostics: [],
}

/** Returns a value once it has not changed for `pause` milliseconds. */
export function useSettled(value: string, pause = 600): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}
