/**
 * Whether an answer goes to an evaluation credential, where the operation itself asks for none: every answer to one carries
 * its grade (public/docs/api.md, "Get a credential").
 *
 * Promises: neither an error nor a delay that a caller would notice. Where a credential is not known in time, or the
 * database does not answer, the answer is that of no credential.
 */
import { Refusal } from '../../api/refusal'
import { EVALUATION_TOKEN_PREFIX } from '../../services/access/issue-evaluation-credential'
import type { Service } from '../../services/service'

export interface EvaluationGradeDependencies {
  readonly service: Pick<Service, 'authenticate'>
  readonly after: CallAfter
  readonly reportBug: (error: unknown, requestId: string) => void
}

/** Calls once after so many milliseconds. @returns a function that cancels the call */
export type CallAfter = (milliseconds: number, call: () => void) => () => void

/** Longer than a busy database needs for one row, and too short for a person or a monitor to notice. */
const MAX_WAIT_MS = 250

/** @param token the credential that was sent */
export type EvaluationGrade = (token: string | undefined, requestId: string) => boolean | Promise<boolean>

export function evaluationGrade({ service, after, reportBug }: EvaluationGradeDependencies): EvaluationGrade {
  const isEvaluation = async (token: string, requestId: string) => {
    try {
      return (await service.authenticate(token)).grade === 'evaluation'
    } catch (error) {
      // A credential that holds no longer, or a database that does not answer.
      if (!(error instanceof Refusal)) reportBug(error, requestId)
      return false
    }
  }
  return (token, requestId) => {
    if (token === undefined || !token.startsWith(EVALUATION_TOKEN_PREFIX)) return false
    return new Promise((resolve) => {
      const cancel = after(MAX_WAIT_MS, () => resolve(false))
      void isEvaluation(token, requestId).then((known) => {
        cancel()
        resolve(known)
      })
    })
  }
}
