'use client'

import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck, Hourglass } from 'lucide-react'
import Link from 'next/link'
import { NEW_RULESET_PATH } from '../../../server/api/page-paths'
import { areStepsDone, type FirstStepState, type FirstSteps } from '../../../server/api/viewer'
import { Notice, RefusalNotice } from '../../ui/notice'
import { NoPermission, PageHeader } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { useMay, useViewer } from '../../ui/shell/viewer'
import { FIRST_STEPS_KEY } from '../settings-answers'

const POLL_MS = 10_000

export function useFirstSteps() {
  const { namespace } = useViewer()
  return useQuery({
    queryKey: [...FIRST_STEPS_KEY, namespace.id],
    queryFn: () => server.members.firstSteps.query(),
    enabled: useMay('read'),
    // Polls, because other people take most of the steps.
    refetchInterval: ({ state: { data } }) => (data !== undefined && areStepsDone(data) ? false : POLL_MS),
  })
}

interface Step {
  readonly title: string
  readonly about: string
  readonly state: FirstStepState
  /** Null if someone else takes the step. */
  readonly link: { readonly href: string; readonly words: string } | null
}

/** Steps to the first signature. Each is ticked off when it is done. */
export function FirstStepsList({ steps }: { readonly steps: FirstSteps }) {
  const [maySave, maySign] = [useMay('save'), useMay('sign')]
  return (
    <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
      {stepsOf(steps, maySave, maySign).map(({ title, about, state, link }) => (
        <li key={title} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
          <StateMark state={state} />
          <div className="min-w-0 flex-1 basis-56">
            <p className={state === 'done' ? 'text-ink-soft' : 'font-medium'}>
              {title}
              <span className="sr-only">: {STATE_WORDS[state]}</span>
            </p>
            {state !== 'done' && (
              <p className="text-sm text-ink-soft">{state === 'invited' ? 'Invited, has not joined yet.' : about}</p>
            )}
          </div>
          {state !== 'done' && link !== null && (
            <Link href={link.href} className="text-accent underline">
              {link.words}
            </Link>
          )}
        </li>
      ))}
    </ol>
  )
}

function stepsOf(
  { author, reviewer, ruleset, signature, latestHash }: FirstSteps,
  maySave: boolean,
  maySign: boolean,
): Step[] {
  const invite = (role: 'author' | 'reviewer', state: FirstStepState) => ({
    href: state === 'invited' ? '/settings/members' : `/settings/members?invite=${role}`,
    words: state === 'invited' ? 'See the invitation' : `Invite ${role === 'author' ? 'an author' : 'a reviewer'}`,
  })
  return [
    {
      title: 'Invite an author',
      about: 'An author writes rulesets and test cases.',
      state: author,
      link: invite('author', author),
    },
    {
      title: 'Invite a reviewer',
      about: 'A reviewer reads a ruleset in plain English and signs it.',
      state: reviewer,
      link: invite('reviewer', reviewer),
    },
    {
      title: 'Save the first ruleset',
      about: maySave ? 'Start from an example, or from a short text.' : 'A member with the role author does this.',
      state: ruleset,
      link: maySave ? { href: NEW_RULESET_PATH, words: 'New ruleset' } : null,
    },
    {
      title: 'Sign the first approval',
      about: maySign ? 'Read the ruleset and sign it.' : 'A member with the role reviewer does this.',
      state: signature,
      link: latestHash === null ? null : { href: `/approve/${latestHash}`, words: 'Read the ruleset' },
    },
  ]
}

const STATE_WORDS = { done: 'done', invited: 'invited', open: 'to do' } as const

function StateMark({ state }: { readonly state: FirstStepState }) {
  const [Mark, look] = {
    done: [CircleCheck, 'text-true'] as const,
    invited: [Hourglass, 'text-warning'] as const,
    open: [Circle, 'text-ink-faint'] as const,
  }[state]
  return <Mark size={18} aria-hidden className={`shrink-0 ${look}`} />
}

/** The remaining steps, above the list of rulesets. Renders nothing once all are done. */
export function FirstStepsSection() {
  const mayManage = useMay('manage_members')
  const { data } = useFirstSteps()
  if (data === undefined) return null
  return (
    <>
      <ApproverNotice approver={data.approver} />
      {mayManage && !areStepsDone(data) && (
        <section aria-labelledby="first-steps" className="mb-6">
          <h2 id="first-steps" className="mb-2 text-lg font-semibold">
            First steps
          </h2>
          <FirstStepsList steps={data} />
        </section>
      )}
    </>
  )
}

const APPROVER_WORDS = {
  no_reviewer: 'No member has the role reviewer.',
  only_author: 'Under four eyes an author may not approve what they wrote, and there is no other reviewer.',
} as const

/** Says that no one can approve a ruleset yet, and how to change that. Renders nothing if someone can. */
export function ApproverNotice({ approver }: Pick<FirstSteps, 'approver'>) {
  const mayManage = useMay('manage_members')
  if (approver === 'available') return null
  return (
    <Notice kind="warning" title="No one can approve a ruleset yet" className="mb-4">
      <p>
        {APPROVER_WORDS[approver]}{' '}
        {mayManage ? (
          <Link href="/settings/members?invite=reviewer" className="text-accent underline">
            Invite another reviewer
          </Link>
        ) : (
          'An administrator can invite one.'
        )}
      </p>
    </Notice>
  )
}

/** The same steps in Settings. Completed steps remain in the list. */
export function FirstStepsPanel() {
  const { data, error, refetch } = useFirstSteps()
  if (error !== null) return <RefusalNotice refusal={refusalOf(error)} onRetry={() => void refetch()} />
  if (data === undefined) return null
  return (
    <div className="max-w-3xl">
      <ApproverNotice approver={data.approver} />
      <FirstStepsList steps={data} />
      {areStepsDone(data) && <p className="mt-3 text-ink-soft">All steps are done.</p>}
    </div>
  )
}

export function FirstStepsPage() {
  const may = useMay('manage_members')
  return (
    <>
      <PageHeader title="First steps">
        {may && <p>The way to the first signed ruleset. Each step is ticked off once it is done.</p>}
      </PageHeader>
      {may ? <FirstStepsPanel /> : <NoPermission needs="see the first steps" roles={['administrator']} />}
    </>
  )
}
