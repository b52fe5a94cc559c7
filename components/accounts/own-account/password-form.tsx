'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button, Field, TextEntry } from '../../ui/controls'
import { Notice, RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'

const EMPTY = { present: '', next: '', again: '' }

export function PasswordForm({ email }: { readonly email: string }) {
  const [typed, setTyped] = useState(EMPTY)
  const [tried, setTried] = useState(false)
  const change = useMutation({
    mutationFn: () => server.account.changePassword.mutate({ present: typed.present, next: typed.next }),
    onSuccess: () => {
      setTyped(EMPTY)
      setTried(false)
    },
  })
  const refusal = change.error === null ? null : refusalOf(change.error)
  const differs = typed.next !== typed.again
  const failureOf = (field: string) => refusal?.failures.find((failure) => failure.field === field)
  // The refusal says how many attempts are left.
  const wrongPresent = failureOf('present') === undefined ? null : (refusal?.message ?? null)
  const unfitNext = failureOf('password')
  const entry = (key: keyof typeof EMPTY) => ({
    type: 'password',
    value: typed[key],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      setTyped({ ...typed, [key]: target.value })
      change.reset()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!differs && typed.present !== '' && !change.isPending) change.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className="mt-2 flex max-w-md flex-col gap-3">
      {/* Tells a password manager which account the password belongs to. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="Current password"
        problem={wrongPresent ?? (tried && typed.present === '' ? 'Enter your current password.' : null)}
      >
        {(bound) => <TextEntry {...bound} {...entry('present')} autoComplete="current-password" />}
      </Field>
      <Field
        label="New password"
        hint="At least 12 characters. A few words are fine."
        problem={unfitNext === undefined ? null : `Expected ${unfitNext.expected}; this is ${unfitNext.received}.`}
      >
        {(bound) => <TextEntry {...bound} {...entry('next')} autoComplete="new-password" />}
      </Field>
      <Field label="New password again" problem={tried && differs ? 'The two passwords are different.' : null}>
        {(bound) => <TextEntry {...bound} {...entry('again')} autoComplete="new-password" />}
      </Field>
      {refusal !== null && wrongPresent === null && unfitNext === undefined && <RefusalNotice refusal={refusal} />}
      <div aria-live="polite">
        {change.isSuccess && <Notice kind="done">Password changed. All other browsers are signed out.</Notice>}
      </div>
      <div>
        <Button type="submit" aria-busy={change.isPending}>
          {change.isPending ? 'Changing…' : 'Change password'}
        </Button>
      </div>
    </form>
  )
}
