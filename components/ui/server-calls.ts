import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import type { ExportedByPage } from '../../server/api/log-kinds'
import { UNATTENDED_HEADER } from '../../server/api/page-headers'
import type { AppRouter } from '../../server/http/trpc/router'

/** The calls of the pages to the server, and what went wrong with one. One client for each browser. */
/** Milliseconds without a key, a pointer or a wheel after which the page counts as unattended. */
const ATTENDED_FOR = 60_000

let lastUse = 0
let isListening = false

function note(): void {
  lastUse = Date.now()
}

/** Calls of an unattended page do not extend the session. */
function isUnattended(): boolean {
  if (typeof window === 'undefined') return false
  if (!isListening) {
    isListening = true
    note()
    for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
      window.addEventListener(kind, note, { capture: true, passive: true })
  }
  return Date.now() - lastUse > ATTENDED_FOR
}

const headers = () => (isUnattended() ? { [UNATTENDED_HEADER]: '1' } : {})

export const server = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/api/trpc', headers })] })

type CallInput = Parameters<typeof server.operations.run.mutate>[0]
type CalledOperation = CallInput['operation']

type OperationAnswer =
  /** `body` is what is shown as JSON, exported and linked: the server's bytes. */
  | { readonly ok: true; readonly body: string }
  | { readonly ok: false; readonly body: string; readonly refusal: PageRefusal }

/**
 * Runs an operation of /v1 as the signed-in person: the server's canonical text, a success or a refusal.
 *
 * @param request JSON text of the body, or of the members of path and query
 * @throws where the server cannot be reached, or the session is over
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

/** Records in the log of the namespace what leaves the page as a file or on paper. Call it before the export. */
export async function noteExport(what: ExportedByPage, reference: string | null): Promise<void> {
  await server.audit.noteExport.mutate({ what, reference })
}

/** What went wrong with a call, in the words of the server where it answered. */
export interface PageRefusal {
  /** Of the contract's codes; `UNREACHABLE` where no answer came. */
  readonly code: string
  readonly message: string
  /** The page about the code. */
  readonly docs: string | null
  readonly failures: readonly { readonly field: string; readonly expected: string; readonly received: string }[]
  readonly diagnostics: readonly { readonly line: number | null; readonly message: string }[]
}

/** Of an error that a call threw. */
export function refusalOf(error: unknown): PageRefusal {
  const data = error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data : null
  return data?.refusal === undefined ? UNREACHABLE : refusalFrom(data.refusal)
}

/** The HTTP status of a refused call: 404 for not found, 412 for another version. Null without an answer. */
export function statusOf(error: unknown): number | null {
  return error instanceof TRPCClientError ? ((error as TRPCClientError<AppRouter>).data?.httpStatus ?? null) : null
}

type Envelope = { readonly error: Pick<PageRefusal, 'code' | 'message'> & Partial<PageRefusal> }

/**
 * Reads an error envelope, the canonical text that /v1 returns too. It is not validated: the validator would load with
 * every page, and the text comes from this deployment.
 */
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
