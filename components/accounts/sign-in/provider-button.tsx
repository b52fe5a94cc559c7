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

const REASONS: Readonly<Record<string, string>> = {
  unknown: 'There is no invitation for this identity. Ask an administrator for an invitation and open its link.',
  email_taken:
    'An account with your e-mail address already exists and has a password. Sign in with the password, or ask an administrator to invite another address.',
  no_email: 'The provider did not send your e-mail address, which an account needs.',
  other_address: 'The invitation is for a different e-mail address than the one the provider confirmed.',
  disabled: 'This account is disabled. Ask an administrator.',
  held: 'This invitation makes an administrator, so another administrator has to confirm it first. Try again after that.',
  no_namespace: 'You are no longer a member of any namespace. Ask an administrator to invite you.',
  provider: 'The sign-in at the provider failed or took too long. Try again.',
}

/** Says why the sign-in at the provider failed. */
export function ProviderProblem({ reason }: { readonly reason: string | undefined }) {
  if (reason === undefined) return null
  return (
    <Notice kind="problem" className="mb-4">
      {(Object.hasOwn(REASONS, reason) && REASONS[reason]) || REASONS.provider}
    </Notice>
  )
}
