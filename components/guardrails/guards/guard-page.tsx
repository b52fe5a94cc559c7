'use client'

import type { FormEvent } from 'react'
import { Button } from '../../ui/controls'
import { RefusalNotice } from '../../ui/notice'
import { PageHeader } from '../../ui/page-frame'
import { server } from '../../ui/server-calls'
import { useMay } from '../../ui/shell/viewer'
import { ChangeNotices, TargetConflictDialog } from '../targets/change-notices'
import { SaveRow } from '../targets/save-row'
import { TARGET_KINDS } from '../targets/target-data'
import { RemoveTarget, TargetFacts, TargetPage } from '../targets/target-page'
import { useTargetChange } from '../targets/use-target-change'
import { GuardConfirmation } from './guard-confirmation'
import type { ToolGuard } from './guard-data'
import { draftOf, type GuardDraft, readGuardDraft } from './guard-draft'
import { GuardFields } from './guard-fields'
import { GuardInWords } from './guard-in-words'
import { useGuardCheck } from './use-guard-check'

const KIND = 'tool guard'

export function GuardPage({ id }: { readonly id: string }) {
  return (
    <TargetPage kind={KIND} id={id} ask={() => server.calls.guard.query({ id })}>
      {(guard) => <OpenGuard guard={guard} />}
    </TargetPage>
  )
}

function OpenGuard({ guard }: { readonly guard: ToolGuard }) {
  const mayEdit = useMay('edit_guards')
  return mayEdit ? <GuardEditor guard={guard} /> : <ShownGuard guard={guard} />
}

function ShownGuard({ guard }: { readonly guard: ToolGuard }) {
  return (
    <>
      <PageHeader title={guard.name} above={TARGET_KINDS[KIND].list}>
        <TargetFacts {...guard} term="id" what={KIND} />
      </PageHeader>
      <GuardInWords guard={guard} />
      <GuardConfirmation guard={guard} />
      <p className="mt-4 text-sm text-ink-faint">Only authors can change tool guards.</p>
    </>
  )
}

/** Edits a stored guard below its sentences. */
function GuardEditor({ guard }: { readonly guard: ToolGuard }) {
  const { id, version, name } = guard
  const change = useTargetChange<ToolGuard, GuardDraft>({
    kind: KIND,
    target: guard,
    inputOf: draftOf,
    read: readGuardDraft,
    send: async (from, sent) => server.calls.changeGuard.mutate({ id, version: from, content: await requestOf(sent) }),
  })
  const { value: draft, edit } = change
  const { form, problems, isChecking, refusal, check, requestOf } = useGuardCheck(draft)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isChecking && (await check())) change.save()
  }
  return (
    <>
      <PageHeader
        title={name}
        above={TARGET_KINDS[KIND].list}
        actions={<Button onClick={() => change.setDialog('remove')}>Remove…</Button>}
      >
        <TargetFacts {...guard} term="id" what={KIND} />
      </PageHeader>
      <ChangeNotices change={change} />
      <GuardInWords guard={guard} />
      <GuardConfirmation guard={guard} />
      <section aria-labelledby="changed-heading" className="mt-6 rounded-lg border border-line bg-surface p-4">
        <h2 id="changed-heading" className="mb-3 text-lg font-semibold">
          Change the guard
        </h2>
        <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
          <GuardFields
            draft={draft}
            rulesetName={null}
            problems={problems}
            readOnly={false}
            onRuleset={(rulesetHash) => edit({ ...draft, rulesetHash })}
            onChange={edit}
          />
          {refusal !== null && <RefusalNotice refusal={refusal} />}
          <SaveRow
            kind={KIND}
            change={change}
            fits={!isChecking}
            saved="Saved. If the digest changed, no call passes until a reviewer confirms the guard."
          />
        </form>
      </section>
      {change.dialog === 'remove' && (
        <RemoveTarget
          kind={KIND}
          name={name}
          consequence="Calls that name it are refused. Calls of its tool through the MCP endpoint pass without a guard, unless the connection refuses tools without a guard."
          stays="The log keeps what it decided."
          remove={() => server.calls.removeGuard.mutate({ id, version })}
          onClose={() => change.setDialog(null)}
        />
      )}
      {change.dialog === 'conflict' && <TargetConflictDialog kind={KIND} theirs={guard} change={change} />}
    </>
  )
}
