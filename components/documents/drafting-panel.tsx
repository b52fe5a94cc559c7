import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { Button, LongEntry } from '../ui/controls'
import { CopyText } from '../ui/copy-text'
import { Badge, Notice, RefusalNotice } from '../ui/notice'
import { type PageRefusal, refusalOf, server } from '../ui/server-calls'
import { useViewer } from '../ui/shell/viewer'
import { composeDraft, type Proposal, rulesText } from './composed-draft'
import {
  type DraftedClause,
  modelNameQuery,
  type OpenedDocument,
  type ShownClause,
  tokensInWords,
} from './document-data'
import {
  hasUnsavedRuleset,
  type OpenedDraft,
  openDraft,
  RuleNotAddedError,
  type RuleTarget,
  storeDraft,
} from './draft-rule'
import { TargetFields } from './rule-dialog'

interface Outcome {
  readonly clause: ShownClause
  /** Null while the model is asked. */
  readonly drafted: DraftedClause | null
}

/** Proposes rules clause by clause. Accepted proposals go into a draft, which the editor opens; nothing is saved. */
export function DraftingPanel({ document }: { readonly document: OpenedDocument }) {
  const router = useRouter()
  const { person, namespace } = useViewer()
  const owner = { personId: person.id, namespaceId: namespace.id }
  const model = useQuery(modelNameQuery())
  const [target, setTarget] = useState<RuleTarget>({ kind: 'new' })
  const [hasUnsaved] = useState(() => hasUnsavedRuleset(owner))
  const [opened, setOpened] = useState<OpenedDraft | null>(null)
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const [proposals, setProposals] = useState<readonly Proposal[]>([])
  const [problem, setProblem] = useState<PageRefusal | string | null>(null)
  const [running, setRunning] = useState<AbortController | null>(null)
  const unmounting = useRef<AbortController | null>(null)
  useEffect(() => () => unmounting.current?.abort(), [])
  const clauses = document.clauses.filter(
    ({ role, mark }) =>
      (role === 'text' && mark?.kind !== 'not_checkable' && mark?.kind !== 'definition') || mark?.kind === 'rule',
  )
  const start = async () => {
    const controller = new AbortController()
    unmounting.current = controller
    setRunning(controller)
    setProblem(null)
    setOutcomes([])
    setProposals([])
    try {
      const begun = await openDraft(owner, target)
      setOpened(begun)
      const made: Proposal[] = []
      for (const clause of clauses) {
        setOutcomes((before) => [...before, { clause, drafted: null }])
        const source = composeDraft(begun.source, made, () => true)
        const request = { label: document.label, revision: document.revision.number, clause: clause.label, source }
        const drafted = await server.drafting.clause.mutate(request, { signal: controller.signal })
        setOutcomes((before) => [...before.slice(0, -1), { clause, drafted }])
        if (drafted.kind !== 'proposed') continue
        const proposal: Proposal = { drafted, decision: 'open', changed: null }
        made.push(proposal)
        setProposals((before) => [...before, proposal])
      }
    } catch (error) {
      setOutcomes((before) => before.filter(({ drafted }) => drafted !== null))
      if (!controller.signal.aborted) setProblem(error instanceof RuleNotAddedError ? error.message : refusalOf(error))
    } finally {
      setRunning(null)
    }
  }
  const decide = (clause: string, changes: Partial<Proposal>) =>
    setProposals((before) => before.map((each) => (each.drafted.clause === clause ? { ...each, ...changes } : each)))
  const accepted = proposals.filter(({ decision }) => decision === 'accepted')
  const handOver = () => {
    if (opened === null) return
    const source = composeDraft(opened.source, proposals, ({ decision }) => decision === 'accepted')
    try {
      router.push(storeDraft(owner, opened, source))
    } catch (error) {
      if (!(error instanceof RuleNotAddedError)) throw error
      setProblem(error.message)
    }
  }
  const done = outcomes.flatMap(({ drafted }) => drafted ?? [])
  return (
    <section aria-labelledby="draft-rules" className="flex flex-col gap-4 rounded-md border border-line p-4">
      <h2 id="draft-rules" className="text-xl font-semibold">
        Draft rules
      </h2>
      {model.data === null ? (
        <Notice kind="info">
          No language model is configured here. Copy the prompt, give it to another model, and paste its answer into a
          new ruleset.
        </Notice>
      ) : (
        <p className="text-ink-soft">
          A language model proposes claims and rules for each clause. You accept, change or drop each proposal. Nothing
          is saved until you save the ruleset yourself.
        </p>
      )}
      <TargetFields hasUnsaved={hasUnsaved} target={target} onChange={setTarget} />
      <div className="flex flex-wrap items-center gap-2">
        {typeof model.data === 'string' && running === null && (
          <Button look="primary" onClick={() => void start()}>
            Draft {clauses.length} {clauses.length === 1 ? 'clause' : 'clauses'}
          </Button>
        )}
        {running !== null && <Button onClick={() => running.abort()}>Cancel</Button>}
        <CopiedPrompt document={document} target={target} />
      </div>
      {problem !== null &&
        (typeof problem === 'string' ? <Notice kind="problem">{problem}</Notice> : <RefusalNotice refusal={problem} />)}
      {outcomes.length > 0 && (
        <p role="status" className="text-ink-soft">
          {done.length} of {clauses.length} {clauses.length === 1 ? 'clause' : 'clauses'} read.{' '}
          {tokensInWords(done.map(({ tokens }) => tokens))}
        </p>
      )}
      <ol className="flex flex-col gap-4">
        {outcomes.map(({ clause, drafted }) => (
          <li key={clause.start} className="grid gap-3 lg:grid-cols-2" data-testid={`draft ${clause.label}`}>
            <blockquote className="border-l-2 border-line pl-3 break-words whitespace-pre-wrap">
              <span className="font-mono text-sm">{clause.label}</span>{' '}
              {document.text.slice(clause.start, clause.end).trim()}
            </blockquote>
            {drafted === null ? (
              <p className="text-ink-soft">The model reads this clause…</p>
            ) : (
              <ClauseOutcome
                drafted={drafted}
                proposal={proposals.find((each) => each.drafted.clause === clause.label) ?? null}
                onDecide={(changes) => decide(clause.label, changes)}
              />
            )}
          </li>
        ))}
      </ol>
      {accepted.length > 0 && (
        <div>
          <Button look="primary" disabled={running !== null} onClick={handOver}>
            Open {accepted.length} accepted {accepted.length === 1 ? 'proposal' : 'proposals'} in the editor
          </Button>
        </div>
      )}
    </section>
  )
}

interface OutcomeProps {
  readonly drafted: DraftedClause
  readonly proposal: Proposal | null
  readonly onDecide: (changes: Partial<Proposal>) => void
}

function ClauseOutcome({ drafted, proposal, onDecide }: OutcomeProps) {
  if (drafted.kind === 'nothing') return <p className="text-ink-soft">No rule was found: {drafted.reason}</p>
  if (drafted.kind === 'unusable')
    return (
      <Notice kind="warning" title={drafted.cause}>
        <ul className="list-disc pl-5">
          {drafted.problems.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </Notice>
    )
  return proposal && <ProposalCard proposal={proposal} onDecide={onDecide} />
}

const DECISIONS = { open: null, accepted: 'Accepted', dropped: 'Dropped' } as const

function ProposalCard({
  proposal,
  onDecide,
}: {
  readonly proposal: Proposal
  readonly onDecide: (changes: Partial<Proposal>) => void
}) {
  const { drafted, decision, changed } = proposal
  const [isChanging, setIsChanging] = useState(false)
  const decided = DECISIONS[decision]
  const added = [...drafted.newClaims.map(({ text }) => text), ...(isChanging ? [] : [rulesText(proposal)])].join(
    '\n\n',
  )
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {added !== '' && <AddedLines text={added} />}
      {isChanging && (
        <LongEntry
          aria-label={`Rules for clause ${drafted.clause}`}
          className="font-mono text-sm"
          rows={6}
          value={rulesText(proposal)}
          onChange={({ target }) => onDecide({ changed: target.value })}
        />
      )}
      {drafted.reusedClaims.length > 0 && (
        <p className="text-sm text-ink-soft">Uses the claims {drafted.reusedClaims.join(', ')} of the text so far.</p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          aria-label={`Accept the proposal for clause ${drafted.clause}`}
          onClick={() => {
            setIsChanging(false)
            onDecide({ decision: 'accepted' })
          }}
        >
          Accept
        </Button>
        <Button
          look="quiet"
          aria-label={`Change the proposal for clause ${drafted.clause}`}
          aria-expanded={isChanging}
          onClick={() => setIsChanging(!isChanging)}
        >
          Change
        </Button>
        <Button
          look="quiet"
          aria-label={`Drop the proposal for clause ${drafted.clause}`}
          onClick={() => onDecide({ decision: 'dropped' })}
        >
          Drop
        </Button>
        {decided !== null && <Badge tone={decision === 'accepted' ? 'good' : 'plain'}>{decided}</Badge>}
        {changed !== null && <Badge>Changed by you</Badge>}
        {drafted.repairs > 0 && (
          <Badge>
            Mended {drafted.repairs} {drafted.repairs === 1 ? 'time' : 'times'}
          </Badge>
        )}
      </div>
    </div>
  )
}

/** A proposal only adds lines, so its difference is these lines. */
function AddedLines({ text }: { readonly text: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-md bg-true-soft p-3 font-mono text-sm"
    >
      {text
        .split('\n')
        .map((line) => `+ ${line}`.trimEnd())
        .join('\n')}
    </pre>
  )
}

function CopiedPrompt({ document, target }: { readonly document: OpenedDocument; readonly target: RuleTarget }) {
  const { person, namespace } = useViewer()
  const writing = useMutation({
    mutationFn: async () => {
      const { source } = await openDraft({ personId: person.id, namespaceId: namespace.id }, target)
      return server.drafting.prompt.mutate({ label: document.label, revision: document.revision.number, source })
    },
  })
  if (writing.data !== undefined) return <CopyText text={writing.data} label="Copy prompt" what="prompt" />
  return (
    <>
      <Button disabled={writing.isPending} onClick={() => writing.mutate()}>
        Write one prompt for all clauses
      </Button>
      {writing.error !== null && <RefusalNotice refusal={refusalOf(writing.error)} />}
    </>
  )
}
