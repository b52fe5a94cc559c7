'use client'

import { useState } from 'react'
import type { InvitationQuestion } from '../../../server/api/link-message'
import { Button } from '../../ui/controls'
import { Notice } from '../../ui/notice'
import { server } from '../../ui/server-calls'
import { TimeText } from '../../ui/time-text'
import { AccountEntries, NO_ANSWERS } from './account-entries'
import { SendRow, useSending } from './send-row'

const LIST = new Intl.ListFormat('en')

type JoinAs = Parameters<typeof server.session.join.mutate>[0]['as']

/**
 * Shows who invites, and the form to join. The form differs for a signed-in person, a new one, and one with an account.
 */
export function InvitationPanel(props: { readonly token: string; readonly question: InvitationQuestion }) {
  const { token, question } = props
  const { roles, invitedBy, email, expiresAt, held, signedIn } = question
  const [hasAccount, setHasAccount] = useState(false)
  const join = async (as: JoinAs) => {
    await server.session.join.mutate({ token, as })
    location.assign('/')
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="break-words text-ink-soft">
        {invitedBy} invites you as <span className="text-ink">{LIST.format(roles)}</span>. The invitation is valid until{' '}
        <TimeText at={expiresAt} />.
      </p>
      {held && (
        <Notice kind="warning">
          The invitation makes you an administrator, so another administrator of the namespace has to confirm it first.
          Open this link again after that.
        </Notice>
      )}
      {signedIn !== null ? (
        <SignedInJoin signedIn={signedIn} email={email} join={join} />
      ) : (
        <>
          <AccountJoin key={String(hasAccount)} existing={hasAccount} email={email} join={join} />
          <div className="border-t border-line pt-3">
            <Button look="quiet" className="-ml-2.5" onClick={() => setHasAccount(!hasAccount)}>
              {hasAccount ? 'I do not have an account' : 'I already have an account'}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

interface JoinProps {
  /** The only email address that can accept the invitation; null for any. */
  readonly email: string | null
  readonly join: (as: JoinAs) => Promise<void>
}

function SignedInJoin({ signedIn, email, join }: JoinProps & { readonly signedIn: { name: string; email: string } }) {
  const { sending, refusal, onSubmit } = useSending(() => join({ kind: 'signed_in' }))
  if (email !== null && email !== signedIn.email)
    return (
      <Notice kind="warning">
        The invitation is for {email}, but you are signed in as {signedIn.email}.{' '}
        <a href="/sign-out" className="text-accent underline">
          Sign out
        </a>{' '}
        and open the link again.
      </Notice>
    )
  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-4">
      <p>
        You are signed in as {signedIn.name} <span className="text-ink-soft">({signedIn.email})</span>.
      </p>
      <SendRow refusal={refusal} sending={sending} label="Join" />
    </form>
  )
}

function AccountJoin({ existing, email, join }: JoinProps & { readonly existing: boolean }) {
  const [answers, setAnswers] = useState({ ...NO_ANSWERS, email: email ?? '' })
  const { sending, refusal, problemOf, onSubmit } = useSending(() => {
    const { email, password } = answers
    return join(existing ? { kind: 'existing', email, password } : { kind: 'new', ...answers })
  })
  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-4">
      <AccountEntries
        answers={answers}
        onChange={setAnswers}
        problemOf={problemOf}
        existing={existing}
        fixedEmail={email !== null}
      />
      <SendRow refusal={refusal} sending={sending} label={existing ? 'Sign in and join' : 'Create account and join'} />
    </form>
  )
}
