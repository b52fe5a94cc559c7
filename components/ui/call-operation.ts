/** Operations of /v1 as the signed-in person: the server's canonical text, success or envelope. */
import { type PageRefusal, refusalFrom } from './page-refusal'
import { server } from './server-calls'

type CallInput = Parameters<typeof server.operations.run.mutate>[0]
export type CalledOperation = CallInput['operation']

export type OperationAnswer =
  /** `body` is what is shown as JSON, exported and linked: the server's bytes. */
  | { readonly ok: true; readonly body: string }
  | { readonly ok: false; readonly body: string; readonly refusal: PageRefusal }

/**
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
