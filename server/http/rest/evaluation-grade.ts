/**
 * Every answer to an evaluation credential has its grade, even if the operation needs no credential
 * (public/docs/api.md, "Get a credential").
 * The look-up never fails and never delays noticeably: if the credential is not known in time or the database does not
 * answer, the call counts as one without a credential.
 */
import { Refusal } from '../../api/refusal'
import { EVALUATION_TOKEN_PREFIX } from '../../services/access/issue-evaluation-credential'
import type { Service } from '../../services/create-service'

export interface EvaluationGradeDependencies {
  readonly service: Pick<Service, 'authenticate'>
  readonly after: CallAfter
  readonly reportBug: (error: unknown, requestId: string) => void
}

/** Calls once after a delay. @returns a function that cancels the call */
export type CallAfter = (milliseconds: number, call: () => void) => () => void

/** Longer than a busy database needs for one row, and too short to be noticed. */
const MAX_WAIT_MS = 250

export type EvaluationGrade = (token: string | undefined, requestId: string) => boolean | Promise<boolean>

export function evaluationGrade({ service, after, reportBug }: EvaluationGradeDependencies): EvaluationGrade {
  const isEvaluation = async (token: string, requestId: string) => {
    try {
      return (await service.authenticate(token)).grade === 'evaluation'
    } catch (error) {
      // The credential is no longer valid, or the database does not answer.
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
