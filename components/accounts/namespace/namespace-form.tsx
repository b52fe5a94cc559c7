'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { APPROVAL_SETTING_TITLES } from '../../../server/api/terms/approval-rules'
import { NAMESPACE_RULES, type NamespaceRule } from '../../../server/api/terms/namespace-rules'
import { Button, Field, TextEntry, Tick } from '../../ui/controls'
import { Notice, RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { CHANGES_KEY } from '../../ui/shell/header-counts'
import { PendingNotice } from '../members/change-card'
import { type NamespaceSettings, SETTINGS_KEY } from '../settings-answers'
import { ApprovalRulesFields } from './approval-rules-fields'
import { DecisionLogFields } from './decision-log-fields'

type Settings = NamespaceSettings
type Change = Parameters<typeof server.settings.change.mutate>[0]
type Rule =
  | NamespaceRule
  | 'commentsResolved'
  | 'blindTestDone'
  | 'signerNotInvitedByAuthor'
  | 'inForceWhenApproved'
  | 'labelingAllowed'

const RULES: readonly { readonly rule: Rule; readonly label: string; readonly hint: string }[] = [
  {
    rule: 'separateApprover',
    label: NAMESPACE_RULES.separateApprover.title,
    hint: 'Every approved ruleset then has two people behind it. An author is anyone who first stored the text or gave it a name, including with a credential that they issued or through an AI agent. An author can still review the ruleset or request changes.',
  },
  {
    rule: 'currentEngine',
    label: NAMESPACE_RULES.currentEngine.title,
    hint: 'If a newer engine reads part of a ruleset differently, its earlier approvals do not count until a person approves it again. Rulesets that do not use what has changed stay approved.',
  },
  {
    rule: 'passingCases',
    label: NAMESPACE_RULES.passingCases.title,
    hint: 'When a revision is signed, the test cases of its names run, and those of the revisions since the approved one. If a test case fails or does not fit the revision, the revision cannot be approved. It can still be reviewed, and changes can be requested.',
  },
  {
    rule: 'commentsResolved',
    label: APPROVAL_SETTING_TITLES.commentsResolved,
    hint: 'Nobody can approve a revision while a comment of its review is open. The revision can still be reviewed, and changes can be requested.',
  },
  {
    rule: 'blindTestDone',
    label: APPROVAL_SETTING_TITLES.blindTestDone,
    hint: 'Before anybody approves a revision, a reviewer who is not an author of it says for its scenarios whether each meets the rule, and then sees the answers of the ruleset. Differences do not prevent the approval: they are part of what is signed.',
  },
  {
    rule: 'signerNotInvitedByAuthor',
    label: APPROVAL_SETTING_TITLES.signerNotInvitedByAuthor,
    hint: 'An author could otherwise invite a second account and approve with it. A signature counts if somebody who is not an author invited the signer, or confirmed the account under Settings, Members.',
  },
  {
    rule: 'inForceWhenApproved',
    label: APPROVAL_SETTING_TITLES.inForceWhenApproved,
    hint: 'The signature that makes a revision approved also puts it in force under its names. If this is off, an author or an administrator says when it applies.',
  },
  {
    rule: 'unsignedApprovals',
    label: NAMESPACE_RULES.unsignedApprovals.title,
    hint: 'Programs and agents can then record approvals with a credential. Such approvals are marked as unsigned wherever they are shown. If this is off, only people who sign in can approve.',
  },
  {
    rule: 'peopleApprove',
    label: NAMESPACE_RULES.peopleApprove.title,
    hint: 'An agent that acts for a person is refused. The refusal gives the address at which the person can sign. Your own programs are not agents.',
  },
  {
    rule: 'passkeyToSign',
    label: NAMESPACE_RULES.passkeyToSign.title,
    hint: 'Reviewers sign in with a passkey or at the provider, and confirm each signature the same way. With only a password they can still read. You need a passkey to switch this on.',
  },
  {
    rule: 'passkeyToAdminister',
    label: NAMESPACE_RULES.passkeyToAdminister.title,
    hint: 'Administrators sign in with a passkey or at the provider before they change members, credentials, service accounts or settings. You need a passkey to switch this on.',
  },
  {
    rule: 'labelingAllowed',
    label: 'Store and show labels',
    hint: 'Rulesets can then have a domain and a term of the vocabulary. If this is off, labels are neither stored nor shown.',
  },
]

/** Sends only the changed settings. */
export function NamespaceForm({ settings }: { readonly settings: Settings }) {
  const queries = useQueryClient()
  const router = useRouter()
  const [change, setChange] = useState<Change>({})
  const [saved, setSaved] = useState<'no' | 'in force' | 'waits'>('no')
  const wanted = { ...settings, ...change }
  const isNameless = wanted.displayName.trim() === ''
  const saving = useMutation({
    mutationFn: () => server.settings.change.mutate(changedFrom(settings, wanted)),
    onSuccess: ({ pendingChange, ...next }) => {
      queries.setQueryData(SETTINGS_KEY, next)
      setChange({})
      setSaved(pendingChange === undefined ? 'in force' : 'waits')
      void queries.invalidateQueries({ queryKey: CHANGES_KEY })
      // The header shows the name too.
      router.refresh()
    },
  })
  const edit = (part: Change) => {
    setChange({ ...change, ...part })
    setSaved('no')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isNameless && !saving.isPending) saving.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className="flex max-w-2xl flex-col gap-5">
      <Field label="Name" hint="Shown to people." problem={isNameless ? 'Enter a name.' : null}>
        {(bound) => (
          <TextEntry
            {...bound}
            value={wanted.displayName}
            maxLength={128}
            onChange={({ target }) => edit({ displayName: target.value })}
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-2 text-lg font-semibold">Rules</legend>
        <div className="flex flex-col gap-4">
          <ApprovalRulesFields settings={wanted} onChange={edit} />
          {RULES.map(({ rule, label, hint }) => (
            <Tick
              key={rule}
              label={label}
              hint={hint}
              checked={wanted[rule]}
              onChange={({ target }) => edit({ [rule]: target.checked })}
            />
          ))}
        </div>
      </fieldset>
      <DecisionLogFields settings={wanted.decisionLog} onChange={(decisionLog) => edit({ decisionLog })} />
      <p className="text-ink-soft">
        Checks per month:{' '}
        {settings.checksPerMonth === null ? 'no limit.' : `at most ${settings.checksPerMonth.toLocaleString('en-GB')}.`}{' '}
        The operator of this deployment sets the limit.
      </p>
      {saving.error !== null && <RefusalNotice refusal={refusalOf(saving.error)} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" aria-busy={saving.isPending} className="h-9 px-4">
          {saving.isPending ? 'Saving…' : 'Save'}
        </Button>
        <div aria-live="polite">
          {saved === 'in force' && <Notice kind="done">Saved. The change is in effect.</Notice>}
          {saved === 'waits' && <PendingNotice />}
        </div>
      </div>
    </form>
  )
}

/** Returns only what differs, because another administrator may be changing the rest. */
function changedFrom(settings: Settings, wanted: Settings): Change {
  const keys = [
    ...(['displayName', 'approvalsNeeded', 'neededRole', 'neededRoleLast'] as const),
    ...RULES.map(({ rule }) => rule),
  ]
  const changed = keys.filter((key) => settings[key] !== wanted[key]).map((key) => [key, wanted[key]])
  const { decisionLog } = wanted
  const isLogChanged = decisionLog !== null && JSON.stringify(settings.decisionLog) !== JSON.stringify(decisionLog)
  return { ...Object.fromEntries(changed), ...(isLogChanged && { decisionLog }) }
}
