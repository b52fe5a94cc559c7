import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AGGREGATIONS, type Aggregation, PLATFORM_LIMITS } from '../../server/contract/guardrail-terms'
import { refusalOf, statusOf } from '../calls/page-refusal'
import { server } from '../calls/server-calls'
import { Button } from '../controls/button'
import { Choice, Field, LongEntry, TextEntry } from '../controls/field'
import { Notice } from '../controls/notice'
import { RefusalNotice } from '../controls/refusal-notice'
import { TryPanel } from '../frames/try-panel'
import { PageHeader } from '../shell/page-header'
import { useMay, useViewer } from '../shell/viewer'
import { ChangeNotices } from '../targets/change-notices'
import { TargetConflictDialog } from '../targets/conflict-dialog'
import { type Application, type Guardrail, guardrailsQuery } from '../targets/target-data'
import { TargetFacts } from '../targets/target-facts'
import { useKeptChange } from '../targets/use-kept-change'
import { type ApplicationDraft, applicationProblems, draftOf, readDraft, wishOfDraft } from './application-draft'
import { AGGREGATION_WORDS } from './condition-words'
import { GraphEditor } from './graph-editor'
import { RemoveApplication } from './remove-application'

/** A stored application: its graph and what belongs to it to change, and a frame to try it on. */
export function ApplicationEditor({ application }: { readonly application: Application }) {
  const { id } = application
  const { person, namespace } = useViewer()
  const queries = useQueryClient()
  const mayEdit = useMay('edit_guardrails')
  const guardrails = useQuery(guardrailsQuery(namespace.id))
  const [dialog, setDialog] = useState<'conflict' | 'remove' | null>(null)
  const change = useKeptChange<ApplicationDraft>({
    key: `touchstone.application/${person.id}/${id}`,
    version: application.version,
    stored: draftOf(application),
    read: readDraft,
  })
  const { value: draft } = change
  const save = useMutation({
    mutationFn: ({ version, sent }: { readonly version: number; readonly sent: ApplicationDraft }) =>
      server.targets.changeApplication.mutate({ id, version, wish: wishOfDraft(sent) }),
    onSuccess: (saved, { sent }) => {
      change.confirm(sent, draftOf(saved), saved.version)
      queries.setQueryData(['application', id], saved)
      setDialog(null)
    },
    onError: async (error) => {
      if (statusOf(error) !== 412) return
      await queries.invalidateQueries({ queryKey: ['application', id] })
      setDialog('conflict')
    },
  })
  const known = guardrails.data?.items ?? []
  const ids = guardrails.data === undefined || guardrails.data.cut ? null : new Set(known.map((each) => each.id))
  const problems = applicationProblems(draft, ids)
  const refusal = save.error === null || statusOf(save.error) === 412 ? null : refusalOf(save.error)
  const edit = (part: Partial<ApplicationDraft>) => {
    change.change({ ...draft, ...part })
    save.reset()
  }
  const ask = () => {
    if (change.outdated) setDialog('conflict')
    else if (!save.isPending) save.mutate({ version: change.version, sent: draft })
  }
  return (
    <>
      <PageHeader
        title={application.name}
        above={{ href: '/applications', title: 'Applications' }}
        actions={mayEdit && <Button onClick={() => setDialog('remove')}>Remove…</Button>}
      >
        <TargetFacts {...application} what="application" />
      </PageHeader>
      <ChangeNotices change={change} onDiscard={change.discard} onDecide={() => setDialog('conflict')} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <section aria-labelledby="graph-heading" className="min-w-0 rounded-lg border border-line bg-surface p-4">
          <h2 id="graph-heading" className="mb-3 text-lg font-semibold">
            Graph
          </h2>
          {guardrails.isError && (
            <RefusalNotice
              refusal={refusalOf(guardrails.error)}
              onRetry={() => void guardrails.refetch()}
              className="mb-3"
            />
          )}
          <GraphEditor
            graph={draft.graph}
            guardrails={known}
            readOnly={!mayEdit}
            onChange={(graph) => edit({ graph })}
          />
          <ApplicationEntries draft={draft} readOnly={!mayEdit} onChange={edit} />
          {problems.length > 0 && (
            <Notice kind="problem" title="It cannot be saved like this" className="mt-4">
              <ul className="list-disc pl-5">
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            </Notice>
          )}
          {refusal !== null && <RefusalNotice refusal={refusal} className="mt-4" />}
          {mayEdit ? (
            <div className="mt-4 flex flex-wrap items-center gap-3">
              <Button
                look="primary"
                className="h-9 px-4"
                disabled={!change.dirty || problems.length > 0 || save.isPending}
                onClick={ask}
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
            <p className="mt-4 text-sm text-ink-faint">Authors change applications.</p>
          )}
        </section>
        <div className="min-w-0 rounded-lg border border-line bg-surface p-4">
          <TryPanel targetId={id} unsaved={change.dirty} claimSources={claimSources(application, known)} />
        </div>
      </div>
      {dialog === 'remove' && <RemoveApplication application={application} onClose={() => setDialog(null)} />}
      {dialog === 'conflict' && (
        <TargetConflictDialog
          what="application"
          theirs={application}
          busy={save.isPending}
          refusal={refusal}
          onLoad={() => {
            change.discard()
            save.reset()
            setDialog(null)
          }}
          onOverwrite={() => save.mutate({ version: application.version, sent: draft })}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

function ApplicationEntries(props: {
  readonly draft: ApplicationDraft
  readonly readOnly: boolean
  readonly onChange: (part: Partial<ApplicationDraft>) => void
}) {
  const { draft, readOnly, onChange } = props
  return (
    <div className="mt-5 flex flex-col gap-4 border-t border-line pt-4">
      <Field label="Name">
        {(bound) => (
          <TextEntry
            {...bound}
            readOnly={readOnly}
            value={draft.name}
            maxLength={PLATFORM_LIMITS.name_chars}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
      <Field
        label="Conclusion"
        hint={`${AGGREGATION_WORDS[draft.aggregation].means} Nodes that were skipped count nowhere.`}
      >
        {(bound) => (
          <Choice
            {...bound}
            disabled={readOnly}
            className="max-w-56"
            value={draft.aggregation}
            onChange={({ target }) => onChange({ aggregation: target.value as Aggregation })}
          >
            {AGGREGATIONS.map((aggregation) => (
              <option key={aggregation} value={aggregation}>
                {AGGREGATION_WORDS[aggregation].title}
              </option>
            ))}
          </Choice>
        )}
      </Field>
      <Field label="Context document (optional)" hint="Every node gets it beside the documents of the frame.">
        {(bound) => (
          <LongEntry
            {...bound}
            rows={4}
            readOnly={readOnly}
            value={draft.contextDocument}
            maxLength={PLATFORM_LIMITS.context_document_chars}
            onChange={({ target }) => onChange({ contextDocument: target.value })}
          />
        )}
      </Field>
    </div>
  )
}

/** Rulesets of the nodes whose claims can be the answer, each once. */
function claimSources({ graph }: Application, guardrails: readonly Guardrail[]) {
  const used = new Set(graph.nodes.map(({ guardrail_id }) => guardrail_id))
  const sources = guardrails.flatMap((guardrail) =>
    used.has(guardrail.id) && guardrail.type === 'policy_rules'
      ? [[guardrail.configuration.ruleset_hash, guardrail.ruleset?.name ?? guardrail.name] as const]
      : [],
  )
  return [...new Map(sources)].map(([hash, title]) => ({ hash, title }))
}
