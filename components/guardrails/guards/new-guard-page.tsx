'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/controls'
import { RefusalNotice } from '../../ui/notice'
import { NoPermission, PageHeader } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { useMay, useViewer } from '../../ui/shell/viewer'
import { TARGET_KINDS, targetsKey } from '../targets/target-data'
import { type GuardDraft, NEW_GUARD } from './guard-draft'
import { GuardFields } from './guard-fields'
import { useGuardCheck } from './use-guard-check'

const { list } = TARGET_KINDS['tool guard']

export function NewGuardPage() {
  const mayEdit = useMay('edit_guards')
  return (
    <>
      <PageHeader title="New tool guard" above={list}>
        <p>A tool guard decides each call of one tool by an approved ruleset, before the tool runs.</p>
      </PageHeader>
      {mayEdit ? <NewGuard /> : <NoPermission needs="add tool guards" roles={['author']} />}
    </>
  )
}

function NewGuard() {
  const { namespace } = useViewer()
  const router = useRouter()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<GuardDraft>(NEW_GUARD)
  const [rulesetName, setRulesetName] = useState<string | null>(null)
  const { form, problems, isChecking, refusal, check, requestOf } = useGuardCheck(draft)
  const add = useMutation({
    mutationFn: async () => server.calls.addGuard.mutate(await requestOf(draft)),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: targetsKey('tool guard', namespace.id) })
      router.push(`${list.href}/${id}`)
    },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isChecking && !add.isPending && (await check())) add.mutate()
  }
  const failed = refusal ?? (add.error === null ? null : refusalOf(add.error))
  return (
    <form
      ref={form}
      onSubmit={(event) => void submit(event)}
      noValidate
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4"
    >
      <GuardFields
        draft={draft}
        rulesetName={rulesetName}
        problems={problems}
        readOnly={false}
        onRuleset={(rulesetHash, name) => {
          setRulesetName(name)
          setDraft((now) => ({ ...now, rulesetHash }))
        }}
        onChange={setDraft}
      />
      {failed !== null && <RefusalNotice refusal={failed} />}
      <Button type="submit" look="primary" className="h-9 self-start px-4" aria-busy={isChecking || add.isPending}>
        Add the guard
      </Button>
    </form>
  )
}
