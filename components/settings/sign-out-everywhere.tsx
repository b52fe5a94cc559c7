'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalOf } from '../calls/page-refusal'
import { server } from '../calls/server-calls'
import { Button } from '../controls/button'
import { ConfirmDialog } from './confirm-dialog'

/** Ends every session of the person, this one too. */
export function SignOutEverywhere() {
  const [asked, setAsked] = useState(false)
  const ending = useMutation({
    mutationFn: () => server.account.signOutEverywhere.mutate(),
    onSuccess: () => window.location.assign('/sign-in'),
  })
  return (
    <section aria-labelledby="everywhere">
      <h2 id="everywhere" className="text-lg font-semibold">
        Sessions
      </h2>
      <p className="mt-1 mb-2 max-w-prose text-ink-soft">
        A session lasts twelve hours. If a device was lost, end them all and sign in again.
      </p>
      <Button onClick={() => setAsked(true)}>Sign out everywhere</Button>
      {asked && (
        <ConfirmDialog
          title="Sign out everywhere?"
          verb="Sign out everywhere"
          isPending={ending.isPending}
          refusal={ending.error === null ? null : refusalOf(ending.error)}
          onConfirm={() => ending.mutate()}
          onClose={() => setAsked(false)}
        >
          <p>Every browser in which you are signed in is signed out, this one too. Save your work there first.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
