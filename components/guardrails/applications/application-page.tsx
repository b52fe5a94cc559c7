'use client'

import { useQuery } from '@tanstack/react-query'
import { AGGREGATIONS, type Aggregation, PLATFORM_LIMITS } from '../../../server/api/terms/guardrail-terms'
import { Choice, Field, LongEntry, TextEntry } from '../../ui/controls'
import { Notice, RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { useMay, useViewer } from '../../ui/shell/viewer'
import { AGGREGATION_WORDS } from '../guardrail-words'
import { SaveRow } from '../targets/save-row'
import { type Application, type Guardrail, guardrailsQuery } from '../targets/target-data'
import { TargetEditor, TargetPage } from '../targets/target-page'
import { useTargetChange } from '../targets/use-target-change'
import { type ApplicationDraft, applicationInput, applicationProblems, draftOf, readDraft } from './application-draft'
import { GraphEditor } from './graph-editor'
import { withDecidingNode } from './graph-edits'

export function ApplicationPage({ id }: { readonly id: string }) {
  return (
    <TargetPage kind="application" id={id} ask={() => server.targets.application.query({ id })}>
      {(application) => <ApplicationEditor application={application} />}
    </TargetPage>
  )
}

/** Edits a stored application, next to a frame to try it with. */
function ApplicationEditor({ application }: { readonly application: Application }) {
  const { id, version } = application
  const { namespace } = useViewer()
  const mayEdit = useMay('edit_guardrails')
  const guardrails = useQuery(guardrailsQuery(namespace.id))
  const change = useTargetChange<Application, ApplicationDraft>({
    kind: 'application',
    target: application,
    inputOf: draftOf,
    read: readDraft,
    send: (from, sent) =>
      server.targets.changeApplication.mutate({ id, version: from, content: applicationInput(sent) }),
  })
  const { value: draft } = change
  const known = guardrails.data?.items ?? []
  const ids = guardrails.data === undefined || guardrails.data.cut ? null : new Set(known.map((each) => each.id))
  const problems = applicationProblems(draft, ids)
  const edit = (part: Partial<ApplicationDraft>) => change.edit({ ...draft, ...part })
  return (
    <TargetEditor
      kind="application"
      target={application}
      change={change}
      heading="Graph"
      wide
      claimSources={claimSources(application, known)}
      remove={() => server.targets.removeApplication.mutate({ id, version })}
      stays="Its guardrails are not removed."
    >
      {guardrails.isError && (
        <RefusalNotice
          refusal={refusalOf(guardrails.error)}
          onRetry={() => void guardrails.refetch()}
          className="mb-3"
        />
      )}
      <GraphEditor graph={draft.graph} guardrails={known} readOnly={!mayEdit} onChange={(graph) => edit({ graph })} />
      <ApplicationEntries draft={draft} readOnly={!mayEdit} onChange={edit} />
      {problems.length > 0 && (
        <Notice kind="problem" title="It cannot be saved yet" className="mt-4">
          <ul className="list-disc pl-5">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      <SaveRow kind="application" change={change} fits={problems.length === 0} onSave={change.save} className="mt-4" />
    </TargetEditor>
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
      <Field label="Conclusion" hint={`${AGGREGATION_WORDS[draft.aggregation].means} Skipped nodes do not count.`}>
        {(bound) => (
          <Choice
            {...bound}
            disabled={readOnly}
            className="max-w-56"
            value={draft.aggregation}
            onChange={({ target }) => {
              const aggregation = target.value as Aggregation
              const graph = aggregation === 'deciding' ? draft.graph : withDecidingNode(draft.graph, null)
              onChange({ aggregation, graph })
            }}
          >
            {AGGREGATIONS.map((aggregation) => (
              <option key={aggregation} value={aggregation}>
                {AGGREGATION_WORDS[aggregation].title}
              </option>
            ))}
          </Choice>
        )}
      </Field>
      {draft.aggregation === 'deciding' && (
        <Field
          label="Deciding node"
          hint="If you choose one, the application is UNKNOWN whenever that node does not conclude."
        >
          {(bound) => (
            <Choice
              {...bound}
              disabled={readOnly}
              className="max-w-56"
              value={draft.graph.deciding_node ?? ''}
              onChange={({ target }) =>
                onChange({ graph: withDecidingNode(draft.graph, target.value === '' ? null : target.value) })
              }
            >
              <option value="">the last nodes</option>
              {draft.graph.nodes.map(({ id }) => (
                <option key={id} value={id}>
                  {id}
                </option>
              ))}
            </Choice>
          )}
        </Field>
      )}
      <Field
        label="Context document (optional)"
        hint="Every node receives it in addition to the documents of the frame."
      >
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

/** Returns each ruleset of the nodes once. Its claims can be filled in as the answer. */
function claimSources({ graph }: Application, guardrails: readonly Guardrail[]) {
  const used = new Set(graph.nodes.map(({ guardrail_id }) => guardrail_id))
  const sources = guardrails.flatMap((guardrail) =>
    used.has(guardrail.id) && guardrail.type === 'policy_rules'
      ? [[guardrail.configuration.ruleset_hash, guardrail.ruleset?.name ?? guardrail.name] as const]
      : [],
  )
  return [...new Map(sources)].map(([hash, title]) => ({ hash, title }))
}
