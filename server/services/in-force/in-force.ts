/** Which revision of a name applies, and since when. Answers are plain JSON. */
import { Refusal } from '../../api/refusal'
import type { NamespaceVerbs } from '../../database/accounts/namespaces'
import type { ApprovalCountVerbs } from '../../database/rulesets/approval-counts'
import type { NameVerbs } from '../../database/rulesets/names'
import { spanAt } from '../../database/signing/force-timeline'
import type { LogVerbs } from '../../database/signing/log-entries'
import type { InForceVerbs, NewForce } from '../../database/signing/revisions-in-force'
import { demandPermission } from '../access/permit'
import { actorsOf, type Caller, namespaceOf } from '../calls/caller'
import { hasPermission } from '../calls/permissions'
import { type ApprovalStatus, type JudgeDependencies, readApprovalStatus } from '../signing/approval-status'
import { type InForceSpan, toInForceSpan } from './now-in-force'

export interface InForceTimeline {
  readonly name: string
  /** Null if no revision is in force. */
  readonly now: InForceSpan | null
  /** Oldest first, with those that begin later. */
  readonly spans: readonly InForceSpan[]
  /** Whether the caller may put a revision in force. Nobody may under the former name of a renamed ruleset. */
  readonly mayChange: boolean
}

export interface PutRequest {
  readonly name: string
  readonly hash: string
  /** ISO time; null for now. */
  readonly from: string | null
  /** ISO time; null without an end. */
  readonly until: string | null
}

export interface EndRequest {
  readonly name: string
  /** The revision that the page shows as in force at that time. */
  readonly hash: string
  /** ISO time; null for now. */
  readonly at: string | null
}

export interface InForce {
  /** @throws Refusal RULESET_NOT_FOUND */
  timeline(caller: Caller, request: { readonly name: string }): Promise<InForceTimeline>
  /**
   * @throws Refusal CREDENTIAL_SCOPE, RULESET_NOT_FOUND; BAD_REQUEST for a time in the past, or a revision that is not
   * approved
   */
  put(caller: Caller, request: PutRequest): Promise<InForceTimeline>
  /** @throws Refusal CREDENTIAL_SCOPE, RULESET_NOT_FOUND; BAD_REQUEST if another revision is in force */
  end(caller: Caller, request: EndRequest): Promise<InForceTimeline>
}

export interface InForceDependencies extends JudgeDependencies {
  readonly store: JudgeDependencies['store'] &
    ApprovalCountVerbs &
    InForceVerbs &
    Pick<NameVerbs, 'findName'> &
    Pick<NamespaceVerbs, 'findAccount'> &
    Pick<LogVerbs, 'findLogTree'>
  readonly newId: () => string
}

export function createInForce(dependencies: InForceDependencies): InForce {
  const { store, now } = dependencies
  const timeline = async (caller: Caller, { name }: { readonly name: string }): Promise<InForceTimeline> => {
    demandPermission(caller, 'read')
    const namespaceId = namespaceOf(caller)
    const named = await store.findName(namespaceId, name)
    if (named === null) throw unknownName(name)
    const spans = (await store.forceSpans(namespaceId, [name])).get(name) ?? []
    const status = await readApprovalStatus(dependencies, caller, [...new Set(spans.map(({ hash }) => hash))])
    const shown = spans.map((span) => toInForceSpan(span, status(span.hash)))
    const current = spanAt(spans, now())
    return {
      name,
      now: (current && shown[spans.indexOf(current)]) ?? null,
      spans: shown,
      mayChange: named.renamedTo === null && hasPermission(actorsOf(caller), 'put_in_force'),
    }
  }
  /** Repeats what depends on stored facts until nothing else was recorded in between. */
  const change = async (caller: Caller, decide: (at: Date, caller: Caller) => Promise<Omit<NewForce, 'id'>>) => {
    demandPermission(caller, 'put_in_force')
    if (caller.person === null) throw new Error('only people put revisions in force')
    const namespaceId = namespaceOf(caller)
    const setBy = { personId: caller.person.id, label: caller.label }
    const id = dependencies.newId()
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const { size: logSize } = await store.findLogTree(namespaceId)
      const at = now()
      // The rules of the caller may be a second old.
      const account = (await store.findAccount(namespaceId)) ?? caller.account
      const force = await decide(at, { ...caller, account })
      if ((await store.changeForce({ ...force, id, namespaceId, setBy, at, logSize })) === 'done') return
    }
    throw new Refusal(
      'ENGINE_BUSY',
      'Other changes of this namespace are being recorded without a pause, so nothing was changed. Try again in a moment.',
      { retry_after_ms: 1_000 },
    )
  }
  return {
    timeline,

    put: async (caller, { name, hash, from, until }) => {
      await change(caller, async (at, current) => {
        if (!(await store.isRevisionOf(namespaceOf(caller), name, hash))) throw unknownRevision(name)
        const { renamedTo = null } = (await store.findName(namespaceOf(caller), name)) ?? {}
        if (renamedTo !== null) throw renamedRefusal(name, renamedTo)
        const start = from === null ? at : demandFuture('from', from, at)
        const end = until === null ? null : demandFuture('until', until, start)
        demandApproved((await readApprovalStatus(dependencies, current, [hash]))(hash))
        return { name, hash, from: start, until: end, ends: false }
      })
      return timeline(caller, { name })
    },

    end: async (caller, { name, hash, at: given }) => {
      await change(caller, async (at) => {
        const start = given === null ? at : demandFuture('at', given, at)
        const spans = (await store.forceSpans(namespaceOf(caller), [name])).get(name) ?? []
        if (spanAt(spans, start)?.hash !== hash) throw otherInForce()
        return { name, hash, from: start, until: null, ends: true }
      })
      return timeline(caller, { name })
    },
  }
}

const MAX_ATTEMPTS = 20

/** The past of the timeline never changes. */
function demandFuture(field: 'from' | 'until' | 'at', given: string, after: Date): Date {
  const time = new Date(given)
  if (time > after && time < END_OF_TIME) return time
  const expected = field === 'until' ? 'a time after the beginning' : 'a time in the future'
  throw new Refusal('BAD_REQUEST', `This revision was not put in force: ${field} should be ${expected}.`, {
    failures: [{ field, expected, received: given }],
    failure_count: 1,
  })
}

/** The database and ISO 8601 write later years in another way. */
const END_OF_TIME = new Date('9999-12-31T23:59:59.999Z')

function demandApproved({ state, reason }: ApprovalStatus): void {
  if (state === 'approved') return
  const why = reason === null ? '' : ` ${reason}`
  throw new Refusal(
    'BAD_REQUEST',
    `Only an approved revision can be put in force, and ${UNAPPROVED[state]}.${why} Nothing was changed.`,
    {},
    { status: 409 },
  )
}

const UNAPPROVED: Readonly<Record<Exclude<ApprovalStatus['state'], 'approved'>, string>> = {
  not_counted: 'this one needs another approval',
  unsigned: 'no person has signed this one',
  changes_requested: 'changes of this one are requested',
  none: 'nobody has approved this one',
}

function unknownName(name: string): Refusal {
  return new Refusal('RULESET_NOT_FOUND', `No ruleset is saved under the name "${name}" in this namespace.`)
}

function unknownRevision(name: string): Refusal {
  return new Refusal('RULESET_NOT_FOUND', `The name "${name}" never pointed at a ruleset of this hash.`)
}

function renamedRefusal(name: string, to: string): Refusal {
  return new Refusal('BAD_REQUEST', `"${name}" was renamed to "${to}". Put the revision in force under that name.`)
}

function otherInForce(): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'Another revision, or none, is in force at that time. Nothing was changed. Load the page again.',
    {},
    { status: 409 },
  )
}
