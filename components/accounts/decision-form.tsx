import type { ConsentingCredential } from '@/server/api/consent-question'
import { AnswerButton, ConsentProblemNote } from './consent-frame'
import { limitsOf, rightsOf } from './credential-rights'

/** Shows what the agent could do with the credential, and asks. */
export function DecisionForm(props: { readonly credential: ConsentingCredential; readonly problem: string | null }) {
  const { credential, problem } = props
  const limits = limitsOf(credential)
  const { can, cannot } = rightsOf(credential)
  return (
    <form method="post">
      <ConsentProblemNote id="problem" problem={problem} />
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="min-w-0 font-medium break-words">
          With your credential{credential.label !== '' && ` “${credential.label}”`} the agent could
        </h2>
        <span className="shrink-0 rounded-sm bg-accent-soft px-1.5 py-0.5 text-xs font-medium text-accent">
          {credential.grade === 'evaluation' ? 'evaluation' : credential.tier === 'read_only' ? 'read only' : 'full'}
        </span>
      </div>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-ink-soft marker:text-ink-faint">
        {can.map((right) => (
          <li key={right}>{right}</li>
        ))}
      </ul>
      {cannot !== null && <p className="mt-2 text-ink-soft">It could not {cannot}.</p>}
      {limits !== null && <p className="mt-3 text-sm text-ink-soft">{limits}</p>}
      <p className="mt-3 text-sm text-ink-soft">Revoking the credential ends the agent’s access within a second.</p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <AnswerButton answer="other_credential" look="quiet" className="mr-auto -ml-2.5">
          Use another credential
        </AnswerButton>
        <AnswerButton answer="deny">Deny</AnswerButton>
        <AnswerButton answer="allow" look="primary">
          Allow
        </AnswerButton>
      </div>
    </form>
  )
}
