/** An answer of /v1 as pages get it: its canonical text, success or envelope, which they show and export unchanged. */
import { errorEnvelope, Refusal } from '../../api/refusal'
import type { Success } from '../../services/service'

export interface CanonicalAnswer {
  readonly ok: boolean
  readonly body: string
}

export async function canonicalAnswer(
  docsUrl: string,
  run: () => Success | Promise<Success>,
): Promise<CanonicalAnswer> {
  try {
    return { ok: true, body: (await run()).body }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, body: errorEnvelope(error, docsUrl) }
    throw error
  }
}
