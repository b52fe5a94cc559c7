'use client'

import { useState } from 'react'
import { Button } from '../../ui/controls'
import { Notice } from '../../ui/notice'

/** Starts the sign-in at the provider, then returns to `next`. `again` makes the person prove who they are again. */
export function ProviderButton(props: { readonly name: string; readonly next: string; readonly again?: boolean }) {
  const { name, next, again = false } = props
  const [going, setGoing] = useState(false)
  const [failed, setFailed] = useState(false)
  const go = () => {
    if (going) return
    setGoing(true)
    setFailed(false)
    providerAddress(next, again).then(
      (address) => location.assign(address),
      () => {
        setGoing(false)
        setFailed(true)
      },
    )
  }
  return (
    <div className="mt-4 flex flex-col gap-3">
      {failed && <Notice kind="problem">{name} cannot be reached right now. Try again.</Notice>}
      <Button onClick={go} aria-disabled={going} look={again ? 'primary' : 'plain'} className="h-9 w-full">
        {going ? 'One moment…' : again ? `Sign in again with ${name}` : `Sign in with ${name}`}
      </Button>
    </div>
  )
}

/** A call instead of a form, because forms of this page may only be sent to this origin. */
async function providerAddress(next: string, again: boolean): Promise<string> {
  const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as { readonly csrfToken: string }
  const query = again ? '?prompt=login&max_age=0' : ''
  const answer = await fetch(`/api/auth/signin/oidc${query}`, {
    method: 'POST',
    body: new URLSearchParams({ csrfToken, callbackUrl: next, json: 'true' }),
  })
  const { url } = (await answer.json()) as { readonly url: string }
  if (new URL(url, location.href).origin === location.origin) throw new Error('the provider cannot be reached')
  return url
}
