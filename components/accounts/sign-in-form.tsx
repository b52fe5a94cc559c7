'use client'

import { useState } from 'react'
import { server } from '../ui/server-calls'
import { AccountEntries, NO_ANSWERS } from './account-entries'
import { PasskeyButton } from './passkey-button'
import { SendRow } from './send-row'
import { useSending } from './use-sending'

/** @param next where the browser goes then */
export function SignInForm({ next }: { readonly next: string }) {
  const [answers, setAnswers] = useState(NO_ANSWERS)
  const { sending, refusal, problemOf, onSubmit } = useSending(async () => {
    const { email, password } = answers
    await server.session.signIn.mutate({ email, password })
    location.assign(next)
  })
  return (
    <>
      <form method="post" onSubmit={onSubmit} className="flex flex-col gap-4">
        <AccountEntries answers={answers} onChange={setAnswers} problemOf={problemOf} existing />
        <SendRow refusal={refusal} sending={sending} label="Sign in" />
      </form>
      <PasskeyButton next={next} />
    </>
  )
}
