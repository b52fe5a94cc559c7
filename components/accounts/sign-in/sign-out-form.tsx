'use client'

import { server } from '../../ui/server-calls'
import { SendRow, useSending } from './send-row'

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
