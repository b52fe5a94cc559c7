/** What went wrong with a call, in the words of the server where it answered. */
import { TRPCClientError } from '@trpc/client'
import type { AppRouter } from '../../server/http/trpc/router'

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

/** The HTTP status of a call that was refused: 404 for what is not there, 412 for another version. Null where no answer came. */
export function statusOf(error: unknown): number | null {
  return error instanceof TRPCClientError ? ((error as TRPCClientError<AppRouter>).data?.httpStatus ?? null) : null
}

type Envelope = { readonly error: Pick<PageRefusal, 'code' | 'message'> & Partial<PageRefusal> }

/**
 * Of an envelope, the canonical text that /v1 gives too. It is not held against the schema of the contract: that would
 * bring the whole validator into every page before it can be used, and the text is this very deployment's own.
 */
export function refusalFrom(envelope: string): PageRefusal {
  const { error }: Envelope = JSON.parse(envelope)
  const { code, message, docs = null, failures = [], diagnostics = [] } = error
  return { code, message, docs, failures, diagnostics }
}

const UNREACHABLE: PageRefusal = {
  code: 'UNREACHABLE',
  message: 'The server does not answer. Nothing was lost: try again when the connection is back.',
  docs: null,
  failures: [],
  diagnostics: [],
}
