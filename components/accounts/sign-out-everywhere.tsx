'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { refusalOf } from '../ui/page-refusal'
import { server } from '../ui/server-calls'

/** Ends every session of the person, this one and those of agents too. */
export function SignOutEverywhere() {
  const [asked, setAsked] = useState(false)
  const ending = useMutation({
    mutationFn: () => server.account.signOutEverywhere.mutate(),
    onSuccess: () => window.location.assign('/sign-in'),
  })
  return (
    <>
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
          <p>
            Every browser in which you are signed in is signed out, this one too, and agents that you allowed act no
            more. Save your work there first.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
