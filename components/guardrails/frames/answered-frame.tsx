import { GUARDRAIL_ERRORS, type GuardrailErrorCode } from '../../../server/api/terms/guardrail-terms'
import { Notice } from '../../ui/notice'
import { ConclusionMark } from './conclusion-mark'
import type { Answered } from './frame-run'
import { ProofStepList } from './proof-step-list'

const MEANINGS = {
  YES: 'It holds.',
  NO: 'It does not hold.',
  UNKNOWN: 'Undecided: neither yes nor no.',
} as const

/** Shows an answered frame: its conclusion and confidence, or its Error, then the steps. */
export function AnsweredFrame({ answer }: { readonly answer: Answered }) {
  const { frame, messageId } = answer
  return (
    <section aria-label="The evaluated frame" className="flex flex-col gap-3">
      {frame.Error !== null && (
        <Notice kind="problem" title={frame.Error.message}>
          <p className="text-sm">
            <code className="font-mono">{frame.Error.code}</code>
            {frame.Error.retryable ? ', may succeed if you send it again.' : ', will not succeed if you send it again.'}
          </p>
          {errorAdvice(frame.Error.code) !== null && <p className="mt-1">{errorAdvice(frame.Error.code)}</p>}
        </Notice>
      )}
      {frame.E !== null && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ConclusionMark conclusion={frame.E.conclusion} large />
          <span>
            {MEANINGS[frame.E.conclusion]}{' '}
            <span className="text-ink-soft tabular-nums">
              Confidence {(frame.E.confidence * 100).toLocaleString('en-GB', { maximumFractionDigits: 1 })} %
            </span>
          </span>
        </div>
      )}
      <ProofStepList steps={frame.P} />
      <details className="text-sm">
        <summary className="cursor-pointer text-ink-soft hover:text-ink">The returned frame</summary>
        <p className="mt-2 text-xs text-ink-faint">
          Message <code className="font-mono break-all">{messageId}</code>
        </p>
        <pre className="mt-1 max-h-96 overflow-auto rounded-md bg-canvas p-3 font-mono text-xs break-words whitespace-pre-wrap">
          {JSON.stringify(frame, null, 2)}
        </pre>
      </details>
    </section>
  )
}

/** Advice for the Error of an evaluated frame. */
const ADVICE: Readonly<Record<GuardrailErrorCode, string>> = {
  MODEL_NOT_CONFIGURED:
    'The operator names a model with MODEL_BASE_URL and MODEL_NAME. Policy rules answer without one when the answer is facts as JSON, and human review never needs one.',
  MODEL_UNAVAILABLE:
    'Send the frame again later. If the problem persists, ask the operator to check the endpoint of the model.',
  MODEL_REFUSED: 'Check what the frame asks: the model refused to answer.',
  MODEL_ANSWER_UNUSABLE: 'Send the frame again. If it happens often, another model may do better.',
  CLAIMS_REJECTED:
    'Fill in the claims yourself, or provide the documents and the answer from which the claims can be read.',
  RULESET_NOT_FOUND: 'Choose a ruleset in the configuration of the guardrail.',
  RULESET_UNUSABLE: 'Open the ruleset to see its problems, and choose a revision that compiles.',
  BUDGET_EXCEEDED: 'Make the frame or the ruleset smaller, or ask the operator for a larger budget.',
  ALLOWANCE_EXCEEDED: 'The allowance resets each month. The operator sets it.',
  QUESTION_MISSING: 'Enter a question and send the frame again.',
  ANSWER_MISSING: 'Enter an answer and send the frame again.',
  TARGET_GONE: 'Choose another guardrail or application.',
  NODE_FAILED: 'The message names the node. Send a frame directly to the guardrail of that node to see more.',
  EVALUATION_FAILED: 'The operator can find the reason in the log of the evaluator.',
}

function errorAdvice(code: string): string | null {
  return Object.hasOwn(GUARDRAIL_ERRORS, code) ? ADVICE[code as GuardrailErrorCode] : null
}
