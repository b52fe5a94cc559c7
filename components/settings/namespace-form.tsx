'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import type { AppRouter } from '../../server/doors/trpc/router'
import { refusalOf } from '../calls/page-refusal'
import { server } from '../calls/server-calls'
import { Button } from '../controls/button'
import { Field, TextEntry, Tick } from '../controls/field'
import { Notice } from '../controls/notice'
import { RefusalNotice } from '../controls/refusal-notice'

type Settings = inferRouterOutputs<AppRouter>['settings']['read']
type Change = Parameters<typeof server.settings.change.mutate>[0]
type Rule = 'separateApprover' | 'unsignedApprovals' | 'peopleApprove' | 'labelingAllowed'

export const SETTINGS_KEY = ['settings'] as const

const RULES: readonly { readonly rule: Rule; readonly label: string; readonly hint: string }[] = [
  {
    rule: 'separateApprover',
    label: 'Whoever saved a revision may not approve it',
    hint: 'Two people then stand behind every approved ruleset. They may still review it or ask for changes.',
  },
  {
    rule: 'unsignedApprovals',
    label: 'Approvals without a signature are recorded',
    hint: 'Programs and agents may then record approvals by credential; they are marked as unsigned wherever they are shown. Without it only people who sign in approve.',
  },
  {
    rule: 'peopleApprove',
    label: 'Agents may not approve',
    hint: 'An agent that acts for a person is refused and told the address at which the person signs. Programs of your own are not agents.',
  },
  {
    rule: 'labelingAllowed',
    label: 'Labels are kept and shown',
    hint: 'Rulesets may then bear a domain and a term of the vocabulary. Without it nothing is stored and nothing shown.',
  },
]

/** The settings as entries; what was changed is sent when it is saved. */
export function NamespaceForm({ settings }: { readonly settings: Settings }) {
  const queries = useQueryClient()
  const router = useRouter()
  const [change, setChange] = useState<Change>({})
  const [saved, setSaved] = useState(false)
  const wanted = { ...settings, ...change }
  const isNameless = wanted.displayName.trim() === ''
  const saving = useMutation({
    mutationFn: () => server.settings.change.mutate(changedFrom(settings, wanted)),
    onSuccess: (next) => {
      queries.setQueryData(SETTINGS_KEY, next)
      setChange({})
      setSaved(true)
      // The header tells the name too.
      router.refresh()
    },
  })
  const edit = (part: Change) => {
    setChange({ ...change, ...part })
    setSaved(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isNameless && !saving.isPending) saving.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className="flex max-w-2xl flex-col gap-5">
      <Field label="Name" hint="For people." problem={isNameless ? 'Enter a name.' : null}>
        {(bound) => (
          <TextEntry
            {...bound}
            value={wanted.displayName}
            maxLength={128}
            onChange={({ target }) => edit({ displayName: target.value })}
          />
        )}
      </Field>
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-2 text-lg font-semibold">Rules</legend>
        {RULES.map(({ rule, label, hint }) => (
          <Tick
            key={rule}
            label={label}
            hint={hint}
            checked={wanted[rule]}
            onChange={({ target }) => edit({ [rule]: target.checked })}
          />
        ))}
      </fieldset>
      <p className="text-ink-soft">
        Checks in a month:{' '}
        {settings.checksPerMonth === null
          ? 'no limit is set.'
          : `at most ${settings.checksPerMonth.toLocaleString('en-GB')}.`}{' '}
        The operator of this deployment decides about it.
      </p>
      {saving.error !== null && <RefusalNotice refusal={refusalOf(saving.error)} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" aria-busy={saving.isPending} className="h-9 px-4">
          {saving.isPending ? 'Saving…' : 'Save'}
        </Button>
        <div aria-live="polite">{saved && <Notice kind="done">Saved. It holds from now on.</Notice>}</div>
      </div>
    </form>
  )
}

/** What differs alone: somebody else may be changing the rest. */
function changedFrom(settings: Settings, wanted: Settings): Change {
  const keys = ['displayName', ...RULES.map(({ rule }) => rule)] as const
  return Object.fromEntries(keys.filter((key) => settings[key] !== wanted[key]).map((key) => [key, wanted[key]]))
}
