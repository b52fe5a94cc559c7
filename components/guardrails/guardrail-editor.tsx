import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { PLATFORM_LIMITS } from '../../server/contract/guardrail-terms'
import { refusalOf, statusOf } from '../calls/page-refusal'
import { server } from '../calls/server-calls'
import { Button } from '../controls/button'
import { Field, TextEntry } from '../controls/field'
import { Notice } from '../controls/notice'
import { RefusalNotice } from '../controls/refusal-notice'
import { TryPanel } from '../frames/try-panel'
import { ConfirmDialog } from '../settings/confirm-dialog'
import { PageHeader } from '../shell/page-header'
import { useMay, useViewer } from '../shell/viewer'
import { ChangeNotices } from '../targets/change-notices'
import { TargetConflictDialog } from '../targets/conflict-dialog'
import { type Guardrail, type GuardrailWish, guardrailsKey } from '../targets/target-data'
import { TargetFacts } from '../targets/target-facts'
import { useKeptChange } from '../targets/use-kept-change'
import { GuardrailFields } from './guardrail-fields'
import { guardrailProblems, hasProblem } from './guardrail-problems'
import { TYPE_WORDS } from './guardrail-words'
import { readGuardrailWish, wishOf } from './kept-guardrail'
import { ModelNote } from './model-note'
import { RulesetStateBadge } from './ruleset-state'

/** A stored guardrail: its configuration to change, and beside it a frame to try it on. */
export function GuardrailEditor({ guardrail }: { readonly guardrail: Guardrail }) {
  const { id, type, ruleset } = guardrail
  const { person } = useViewer()
  const queries = useQueryClient()
  const mayEdit = useMay('edit_guardrails')
  const [dialog, setDialog] = useState<'conflict' | 'remove' | null>(null)
  const change = useKeptChange<GuardrailWish>({
    key: `touchstone.guardrail/${person.id}/${id}`,
    version: guardrail.version,
    stored: wishOf(guardrail),
    read: (value) => readGuardrailWish(value, type),
  })
  const { value: wish } = change
  const save = useMutation({
    mutationFn: ({ version, sent }: { readonly version: number; readonly sent: GuardrailWish }) =>
      server.targets.changeGuardrail.mutate({ id, version, wish: { ...sent, name: sent.name.trim() } }),
    onSuccess: (saved, { sent }) => {
      change.confirm(sent, wishOf(saved), saved.version)
      queries.setQueryData(['guardrail', id], saved)
      setDialog(null)
    },
    onError: async (error) => {
      if (statusOf(error) !== 412) return
      await queries.invalidateQueries({ queryKey: ['guardrail', id] })
      setDialog('conflict')
    },
  })
  const problems = guardrailProblems(wish)
  const refusal = save.error === null || statusOf(save.error) === 412 ? null : refusalOf(save.error)
  const edit = (next: GuardrailWish) => {
    change.change(next)
    save.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.outdated) setDialog('conflict')
    else if (change.dirty && !hasProblem(problems) && !save.isPending)
      save.mutate({ version: change.version, sent: wish })
  }
  return (
    <>
      <PageHeader
        title={guardrail.name}
        above={{ href: '/guardrails', title: 'Guardrails' }}
        actions={mayEdit && <Button onClick={() => setDialog('remove')}>Remove…</Button>}
      >
        <p className="mb-1">
          {TYPE_WORDS[type].title}: it {TYPE_WORDS[type].does}
        </p>
        <TargetFacts {...guardrail} what="guardrail" />
      </PageHeader>
      <ChangeNotices change={change} onDiscard={change.discard} onDecide={() => setDialog('conflict')} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <section aria-labelledby="configuration" className="min-w-0 rounded-lg border border-line bg-surface p-4">
          <h2 id="configuration" className="mb-3 text-lg font-semibold">
            Configuration
          </h2>
          {guardrail.type === 'policy_rules' && ruleset !== null && (
            <RulesetStanding hash={guardrail.configuration.ruleset_hash} ruleset={ruleset} />
          )}
          <form onSubmit={submit} noValidate className="flex flex-col gap-4">
            <ModelNote type={type} />
            <Field label="Name" problem={problems.name}>
              {(bound) => (
                <TextEntry
                  {...bound}
                  readOnly={!mayEdit}
                  value={wish.name}
                  maxLength={PLATFORM_LIMITS.name_chars}
                  onChange={({ target }) => edit({ ...wish, name: target.value })}
                />
              )}
            </Field>
            <GuardrailFields
              wish={wish}
              rulesetName={ruleset?.name ?? null}
              problems={problems}
              readOnly={!mayEdit}
              onChange={edit}
            />
            {refusal !== null && <RefusalNotice refusal={refusal} />}
            {mayEdit ? (
              <div className="flex flex-wrap items-center gap-3">
                <Button
                  type="submit"
                  look="primary"
                  className="h-9 px-4"
                  disabled={!change.dirty || hasProblem(problems) || save.isPending}
                >
                  {save.isPending ? 'Saving…' : 'Save'}
                </Button>
                {change.dirty && (
                  <Button look="quiet" onClick={change.discard}>
                    Discard the change
                  </Button>
                )}
                <p role="status" className="text-sm text-true empty:hidden">
                  {save.isSuccess && !change.dirty ? 'Saved. It holds for every frame from now on.' : ''}
                </p>
              </div>
            ) : (
              <p className="text-sm text-ink-faint">Authors change guardrails.</p>
            )}
          </form>
        </section>
        <div className="min-w-0 rounded-lg border border-line bg-surface p-4">
          <TryPanel
            targetId={id}
            unsaved={change.dirty}
            claimSources={
              guardrail.type === 'policy_rules'
                ? [{ title: ruleset?.name ?? 'the ruleset', hash: guardrail.configuration.ruleset_hash }]
                : []
            }
          />
        </div>
      </div>
      {dialog === 'remove' && <RemoveGuardrail guardrail={guardrail} onClose={() => setDialog(null)} />}
      {dialog === 'conflict' && (
        <TargetConflictDialog
          what="guardrail"
          theirs={guardrail}
          busy={save.isPending}
          refusal={refusal}
          onLoad={() => {
            change.discard()
            save.reset()
            setDialog(null)
          }}
          onOverwrite={() => save.mutate({ version: guardrail.version, sent: wish })}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

function RulesetStanding({
  hash,
  ruleset,
}: {
  readonly hash: string
  readonly ruleset: NonNullable<Guardrail['ruleset']>
}) {
  return (
    <div className="mb-3 flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-ink-soft">The saved ruleset is</span>
        <RulesetStateBadge state={ruleset.state} hash={hash} />
      </p>
      {ruleset.state === 'missing' && (
        <Notice kind="problem">
          Nothing is saved in this namespace under <code className="font-mono text-xs break-all">{hash}</code>. Every
          frame is answered with an Error until another ruleset is chosen.
        </Notice>
      )}
    </div>
  )
}

function RemoveGuardrail({ guardrail, onClose }: { readonly guardrail: Guardrail; readonly onClose: () => void }) {
  const { namespace } = useViewer()
  const queries = useQueryClient()
  const router = useRouter()
  const { id, version, name } = guardrail
  const remove = useMutation({
    mutationFn: () => server.targets.removeGuardrail.mutate({ id, version }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: guardrailsKey(namespace.id) })
      router.push('/guardrails')
    },
  })
  return (
    <ConfirmDialog
      title={`Remove “${name}”?`}
      verb="Remove it"
      isPending={remove.isPending}
      refusal={remove.error === null ? null : refusalOf(remove.error)}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        Programs that send frames to it are refused from then on, and frames that still wait are answered with an Error.
        A guardrail that an application uses stays until it is taken out there.
      </p>
    </ConfirmDialog>
  )
}
