'use client'

import { useState } from 'react'
import { Notice } from '../../ui/notice'
import { server } from '../../ui/server-calls'
import { AccountEntries, NO_ANSWERS } from './account-entries'
import { SendRow, useSending } from './send-row'

/** @param props.otherSignedIn address of a different person who is signed in here, or null */
export function PasswordLinkForm(props: {
  readonly token: string
  readonly email: string
  readonly otherSignedIn: string | null
}) {
  const { token, email, otherSignedIn } = props
  const [answers, setAnswers] = useState({ ...NO_ANSWERS, email })
  const { sending, refusal, problemOf, onSubmit } = useSending(async () => {
    await server.session.setPassword.mutate({ token, password: answers.password })
    location.assign('/')
  })
  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-4">
      <p className="text-ink-soft">
        You sign in with this password from now on. All other browsers that are signed in with this account are signed
        out. Passkeys stay.
      </p>
      {otherSignedIn !== null && (
        <Notice kind="warning">
          You are signed in as {otherSignedIn}. This link is for {email}, who will be signed in here afterwards.
        </Notice>
      )}
      <AccountEntries answers={answers} onChange={setAnswers} problemOf={problemOf} hasName fixedEmail />
      <SendRow refusal={refusal} sending={sending} label="Set password" />
    </form>
  )
}
