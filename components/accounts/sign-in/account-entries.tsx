'use client'

import { useEffect, useRef } from 'react'
import { Field, TextEntry } from '../../ui/controls'

export interface AccountAnswers {
  readonly name: string
  readonly email: string
  readonly password: string
}

export const NO_ANSWERS: AccountAnswers = { name: '', email: '', password: '' }

/** The fields for a new account, for an existing one, or for a new password. */
export function AccountEntries(props: {
  readonly answers: AccountAnswers
  readonly onChange: (answers: AccountAnswers) => void
  readonly problemOf: (field: string) => string | null
  readonly existing?: boolean
  /** Whether the account already has its name, and only a new password is needed. */
  readonly hasName?: boolean
  /** Whether the email address is given and cannot be edited. */
  readonly fixedEmail?: boolean
}) {
  const { answers, onChange, problemOf, existing = false, hasName = false, fixedEmail = false } = props
  const entry = (field: keyof AccountAnswers) => ({
    name: field,
    value: answers[field],
    required: true,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange({ ...answers, [field]: event.target.value }),
  })
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before
  useEffect(() => {
    // Takes over text typed or filled in before the page's scripts ran. Otherwise the next keystroke would empty it.
    const entries = [...(box.current?.querySelectorAll('input') ?? [])]
    const typed = entries.filter(({ value }) => value !== '').map(({ name, value }) => [name, value])
    if (typed.length > 0) onChange({ ...answers, ...Object.fromEntries(typed) })
  }, [])
  return (
    <div ref={box} className="contents">
      {!existing && !hasName && (
        <Field label="Your name" hint="Printed below everything you sign." problem={problemOf('name')}>
          {(bound) => <TextEntry {...bound} {...entry('name')} autoComplete="name" />}
        </Field>
      )}
      <Field label="E-mail address" problem={problemOf('email')}>
        {(bound) => (
          <TextEntry {...bound} {...entry('email')} type="email" autoComplete="username" readOnly={fixedEmail} />
        )}
      </Field>
      {existing ? (
        <Field label="Password">
          {(bound) => <TextEntry {...bound} {...entry('password')} type="password" autoComplete="current-password" />}
        </Field>
      ) : (
        <Field label="Password" hint="At least 12 characters. A few words are fine." problem={problemOf('password')}>
          {(bound) => <TextEntry {...bound} {...entry('password')} type="password" autoComplete="new-password" />}
        </Field>
      )}
    </div>
  )
}
