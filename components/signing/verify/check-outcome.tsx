import type { VerifiedCheck } from '../../../server/attestation/checks/verify-file'
import type { ReceiptCheck } from '../../../server/attestation/receipt-check'
import { Notice } from '../../ui/notice'
import { Fact, Facts, UtcTime } from '../facts'
import { CheckList } from './check-list'

/** Shows what the verified receipt of a check proves. */
export function CheckOutcome(props: {
  readonly check: VerifiedCheck
  readonly checks: readonly ReceiptCheck[]
  readonly remarks: readonly string[]
  readonly hasKeys: boolean
}) {
  const { check, checks, remarks, hasKeys } = props
  const { checkId, at, rulesetHash, unitLibraryHash, engineVersion, answers, call } = check.facts
  return (
    <>
      {hasKeys ? (
        <Notice kind="done" title="The receipt verifies with the published keys that you gave">
          <p>The deployment with these keys recorded this check, and nothing of it was changed.</p>
        </Notice>
      ) : (
        <Notice kind="warning" title="The receipt is unchanged, but it does not show whose keys signed it">
          <p>To know which deployment recorded the check, give its published keys too.</p>
        </Notice>
      )}
      {remarks.map((remark) => (
        <Notice key={remark} kind="info" title="Something that is not signed was changed">
          <p className="wrap-anywhere">{remark}</p>
        </Notice>
      ))}
      <article className="rounded-lg border border-line bg-surface p-4 sm:p-5" data-testid="checked">
        <h2 className="mb-3 text-xl font-semibold">What was answered</h2>
        <Facts>
          <Fact name="Time">
            <UtcTime at={at} />
          </Fact>
          {answers.map(([assertion, answer]) => (
            <Fact key={assertion} name={assertion}>
              {answer}
            </Fact>
          ))}
          {call !== null && <Fact name="Call of a tool">{call.decision}</Fact>}
          {call?.grantId != null && <Fact name="Grant">{call.grantId}</Fact>}
          <Fact name="Ruleset">
            <code className="font-mono text-sm break-all">{rulesetHash}</code>
          </Fact>
          {unitLibraryHash !== null && (
            <Fact name="Unit library">
              <code className="font-mono text-sm break-all">{unitLibraryHash}</code>
            </Fact>
          )}
          <Fact name="Engine">{engineVersion}</Fact>
          <Fact name="Check">
            <code className="font-mono text-sm break-all">{checkId}</code>
          </Fact>
          <Fact name="Claims">
            {check.claims === null ? (
              'The receipt holds no values.'
            ) : (
              <code className="font-mono text-sm break-all">{check.claims}</code>
            )}
          </Fact>
        </Facts>
      </article>
      <CheckList checks={checks} />
    </>
  )
}
