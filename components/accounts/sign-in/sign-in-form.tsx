'use client'

import { KeyRound } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { Button } from '../../ui/controls'
import { Notice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { answerPasskey, knowsPasskeys } from '../own-account/authenticator'
import { AccountEntries, NO_ANSWERS } from './account-entries'
import { SendRow, useSending } from './send-row'

/** @param next path to open after signing in */
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

const noSubscription = () => () => {}
const CALLED_OFF = 'No passkey was used. Try again, or sign in with your password.'

/** Signs in with a passkey, which identifies the person. Hidden if the browser does not support passkeys. */
function PasskeyButton({ next }: { readonly next: string }) {
  const known = useSyncExternalStore(noSubscription, knowsPasskeys, () => false)
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!known) return null
  const signIn = async () => {
    const { ceremonyId, question } = await server.passkeys.beginSignIn.mutate()
    const answer = await answerPasskey(question)
    if ('problem' in answer) return setProblem(answer.problem ?? CALLED_OFF)
    await server.passkeys.signIn.mutate({ ceremonyId, assertion: answer.value })
    location.assign(next)
  }
  const start = () => {
    if (asking) return
    setAsking(true)
    setProblem(null)
    signIn()
      .catch((error: unknown) => setProblem(refusalOf(error).message))
      .finally(() => setAsking(false))
  }
  return (
    <div className="mt-5 flex flex-col gap-3 border-t border-line pt-5">
      {problem !== null && <Notice kind="problem">{problem}</Notice>}
      <Button onClick={start} aria-disabled={asking} className="h-9 w-full">
        <KeyRound size={16} aria-hidden />
        {asking ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
      </Button>
    </div>
  )
}

export function SignOutForm() {
  const { sending, refusal, onSubmit } = useSending(async () => {
    await server.session.signOut.mutate()
    location.assign('/sign-in')
  })
  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-4">
      <p className="text-ink-soft">This browser is signed out. Unsaved work stays in this browser.</p>
      <SendRow
        refusal={refusal}
        sending={sending}
        label="Sign out"
        beside={
          <a href="/" className="text-sm text-accent hover:underline">
            Stay signed in
          </a>
        }
      />
    </form>
  )
}
