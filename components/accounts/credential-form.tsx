import clsx from 'clsx'
import type { ConsentingAccount } from '@/server/api/consent-question'
import { AccountOffer } from './account-offer'
import { AnswerButton, ConsentProblemNote } from './consent-frame'

/** Asks for the credential that the agent is to act with, or for the person. */
export function CredentialForm(props: { readonly account: ConsentingAccount; readonly problem: string | null }) {
  const { account, problem } = props
  return (
    <>
      <AccountOffer account={account} />
      <form method="post" id="use-credential" autoComplete="off">
        <ConsentProblemNote id="problem" problem={problem} />
        <label htmlFor="credential" className="font-medium">
          Credential
        </label>
        <p id="credential-use" className="mt-1 text-sm text-ink-soft">
          The agent acts with its rights and never sees it. An evaluation credential will do for a trial.
        </p>
        <input
          id="credential"
          name="credential"
          type="password"
          required
          autoComplete="off"
          spellCheck={false}
          aria-describedby={problem === null ? 'credential-use' : 'problem credential-use'}
          aria-invalid={problem !== null || undefined}
          className={clsx(
            'mt-2 h-9 w-full rounded-md border bg-raised px-2.5 font-mono text-sm',
            problem === null ? 'border-line-strong' : 'border-false',
          )}
        />
      </form>
      <div className="mt-5 flex justify-end gap-2">
        <form method="post">
          <AnswerButton answer="deny">Deny</AnswerButton>
        </form>
        <AnswerButton answer="use_credential" look="primary" form="use-credential">
          Continue
        </AnswerButton>
      </div>
    </>
  )
}
