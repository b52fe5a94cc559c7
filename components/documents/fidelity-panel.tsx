import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/controls'
import { Badge, Notice, RefusalNotice } from '../ui/notice'
import { SkeletonLines } from '../ui/page-frame'
import { type PageRefusal, refusalOf, server } from '../ui/server-calls'
import { useViewer } from '../ui/shell/viewer'
import {
  type FidelityPlan,
  type FidelityRuleset,
  modelNameQuery,
  type OpenedDocument,
  type ReadGroup,
  tokensInWords,
} from './document-data'

interface Props {
  readonly document: OpenedDocument
  /** Saved or not: the same report for both. */
  readonly ruleset: FidelityRuleset
}

type Group = FidelityPlan['groups'][number]

/** Compares rules with the clauses that they cite by a second, blind reading and by scenarios. */
export function FidelityPanel({ document, ruleset }: Props) {
  const { namespace } = useViewer()
  const { label, revision } = document
  const subject = { label, revision: revision.number, ruleset }
  const model = useQuery(modelNameQuery())
  const plan = useQuery({
    queryKey: ['fidelity', namespace.id, subject],
    queryFn: ({ signal }) => server.drafting.planFidelity.mutate(subject, { signal }),
    retry: false,
  })
  const [read, setRead] = useState<readonly ReadGroup[]>([])
  const [problem, setProblem] = useState<PageRefusal | null>(null)
  const [running, setRunning] = useState<AbortController | null>(null)
  const unmounting = useRef<AbortController | null>(null)
  useEffect(() => () => unmounting.current?.abort(), [])
  const groups = plan.data?.groups ?? []
  const start = async () => {
    const controller = new AbortController()
    unmounting.current = controller
    setRunning(controller)
    setProblem(null)
    setRead([])
    try {
      for (const { clauses } of groups) {
        const group = await server.drafting.readGroup.mutate(
          { ...subject, clauses: [...clauses] },
          { signal: controller.signal },
        )
        setRead((before) => [...before, group])
      }
    } catch (error) {
      if (!controller.signal.aborted) setProblem(refusalOf(error))
    } finally {
      setRunning(null)
    }
  }
  return (
    <section aria-labelledby="fidelity" className="flex flex-col gap-4 rounded-md border border-line p-4">
      <h2 id="fidelity" className="text-xl font-semibold">
        Fidelity
      </h2>
      {plan.isPending && <SkeletonLines what="the report" lines={3} />}
      {plan.error !== null && <RefusalNotice refusal={refusalOf(plan.error)} onRetry={() => void plan.refetch()} />}
      {plan.data !== undefined && (
        <>
          <p>{plan.data.coverage.summary}.</p>
          {groups.length === 0 && <Notice kind="info">No rule cites a clause of this document.</Notice>}
          {model.data === null && groups.length > 0 && (
            <Notice kind="info">
              No language model is configured here, so nobody reads the clauses a second time. Coverage and numbers need
              no model.
            </Notice>
          )}
          {typeof model.data === 'string' && groups.length > 0 && (
            <p className="text-ink-soft">
              A language model reads each clause without seeing its rules. Its reading is compared with the rules
              exactly, and it judges cases at their thresholds. Each difference is shown with a case that shows it.
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            {typeof model.data === 'string' && groups.length > 0 && running === null && (
              <Button look="primary" onClick={() => void start()}>
                Read the clauses again
              </Button>
            )}
            {running !== null && <Button onClick={() => running.abort()}>Cancel</Button>}
          </div>
          {(running !== null || read.length > 0) && (
            <p role="status" className="text-ink-soft">
              {read.length} of {groups.length} read. {tokensInWords(read.map(({ tokens }) => tokens))}
            </p>
          )}
          {problem !== null && <RefusalNotice refusal={problem} />}
          <ol className="flex flex-col gap-4">
            {read.map((group) => (
              <li
                key={group.clauses.join(' ')}
                className="grid gap-3 lg:grid-cols-2"
                data-testid={`read ${group.clauses.join(' ')}`}
              >
                <ClauseTexts document={document} group={group} />
                <GroupReport group={group} />
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

function ClauseTexts({ document, group }: { readonly document: OpenedDocument; readonly group: Group }) {
  const clauses = document.clauses.filter(({ label }) => group.clauses.includes(label))
  return (
    <blockquote className="flex flex-col gap-2 border-l-2 border-line pl-3">
      {clauses.map(({ label, start, end }) => (
        <p key={label} className="break-words whitespace-pre-wrap">
          <span className="font-mono text-sm">{label}</span> {document.text.slice(start, end).trim()}
        </p>
      ))}
      <p className="text-sm text-ink-soft">Rules: {group.rules.join(', ')}</p>
    </blockquote>
  )
}

const ANSWERS = { TRUE: 'met', FALSE: 'not met', UNKNOWN: 'without an answer' } as const
const SCENARIO_ANSWERS = { met: 'met', not_met: 'not met', cannot_tell: 'without an answer' } as const

function GroupReport({ group: { reading, scenarios } }: { readonly group: ReadGroup }) {
  const { count, disagreements, cause } = scenarios
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {reading.status === 'equal' && (
        <p>
          <Badge tone="good">Same</Badge> The second reading has the same answers for every case: proved.
        </p>
      )}
      {reading.status === 'not_decided' && (
        <p className="text-ink-soft">The second reading was compared, and no difference was found or excluded.</p>
      )}
      {reading.status === 'unusable' && (
        <Notice kind="info" title="The second reading was not compared.">
          {[reading.cause, ...reading.problems].join(' ')}
        </Notice>
      )}
      {reading.status === 'differs' &&
        reading.differences.map(({ rules, reading: other, words, regions, claims }) => (
          <Notice key={`${rules} ${other} ${words}`} kind="warning" title="The second reading differs.">
            <p>
              If {words}, the clause is {ANSWERS[rules]} by the rules and {ANSWERS[other]} by the second reading.
            </p>
            {regions.length > 0 && <p>This holds for {regions.join('; ')}.</p>}
            <Witness claims={claims} />
          </Notice>
        ))}
      {disagreements.map(({ scenario, facts, expected, answer, reason, claims }) => (
        <Notice key={scenario} kind="warning" title={`Scenario ${scenario} is answered in two ways.`}>
          <ul className="list-disc pl-5">
            {facts.map(({ question, value }) => (
              <li key={question}>
                {question} {value}
              </li>
            ))}
          </ul>
          <p>
            The clause is {SCENARIO_ANSWERS[expected]} by the rules and {SCENARIO_ANSWERS[answer]} by the model:{' '}
            {reason}
          </p>
          <Witness claims={claims} />
        </Notice>
      ))}
      {cause !== null && (
        <Notice kind="info" title="The scenarios were not answered.">
          {cause}
        </Notice>
      )}
      {cause === null && count > 0 && disagreements.length === 0 && (
        <p>
          {count} {count === 1 ? 'scenario' : 'scenarios'} at the thresholds: no disagreement.
        </p>
      )}
    </div>
  )
}

/** The whole dictionary, as a check takes it. */
function Witness({ claims }: { readonly claims: Readonly<Record<string, unknown>> }) {
  return (
    <details>
      <summary className="cursor-pointer text-sm">The facts of this case</summary>
      <pre className="overflow-x-auto font-mono text-sm">{JSON.stringify(claims, null, 2)}</pre>
    </details>
  )
}
