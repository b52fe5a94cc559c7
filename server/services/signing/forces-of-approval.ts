import type { ReviewStatement } from '../../attestation/review-statement'
import type { ApprovalCountVerbs } from '../../database/rulesets/approval-counts'
import type { NameVerbs } from '../../database/rulesets/names'
import type { ApprovedRevisionVerbs } from '../../database/signing/approved-revisions'
import { type ForceSpan, spanAt } from '../../database/signing/force-timeline'
import type { InForceVerbs, NewForce } from '../../database/signing/revisions-in-force'
import { type Caller, namespaceOf } from '../calls/caller'
import { decideApprovalStatus, type JudgeDependencies, judgeDemands, readApprovalStatus } from './approval-status'

export interface ForceDependencies extends JudgeDependencies {
  readonly store: JudgeDependencies['store'] &
    ApprovalCountVerbs &
    Pick<InForceVerbs, 'forceSpans'> &
    Pick<ApprovedRevisionVerbs, 'namesOf'> &
    Pick<NameVerbs, 'findName'>
  readonly newId: () => string
}

/**
 * Returns what a signature that is about to be recorded puts in force: its bytes under each of their names, if it is the
 * one that makes them approved, and if the namespace does this automatically. A revision that was scheduled keeps its
 * time.
 * @throws Refusal ENGINE_BUSY
 */
export async function forcesOfApproval(
  dependencies: ForceDependencies,
  caller: Caller,
  statement: ReviewStatement,
): Promise<NewForce[]> {
  const { meaning, rulesetHash: hash, signedAt } = statement
  if (meaning !== 'approved' || !caller.account.inForceWhenApproved) return []
  if ((await readApprovalStatus(dependencies, caller, [hash]))(hash).state === 'approved') return []
  if (!(await approvesWith(dependencies, caller, statement))) return []
  const namespaceId = namespaceOf(caller)
  const names = await currentNames(dependencies, namespaceId, hash)
  const spans = await dependencies.store.forceSpans(namespaceId, names)
  const from = new Date(signedAt)
  return names.flatMap((name): NewForce[] => {
    const own = spans.get(name) ?? []
    if (spanAt(own, from)?.hash === hash) return []
    return [{ id: dependencies.newId(), name, hash, from, until: nextStart(own, from), ends: false }]
  })
}

/** Leaves out former names of renamed rulesets. */
async function currentNames({ store }: ForceDependencies, namespaceId: string, hash: string): Promise<string[]> {
  const current: string[] = []
  for (const name of await store.namesOf(namespaceId, hash))
    if ((await store.findName(namespaceId, name))?.renamedTo === null) current.push(name)
  return current
}

function nextStart(spans: readonly ForceSpan[], after: Date): Date | null {
  return spans.find(({ from }) => from > after)?.from ?? null
}

async function approvesWith(
  dependencies: ForceDependencies,
  caller: Caller,
  statement: ReviewStatement,
): Promise<boolean> {
  const { store, now } = dependencies
  const { rulesetHash: hash, recordId, signer } = statement
  const namespaceId = namespaceOf(caller)
  const everAdministrator = await store.wasAdministrator(namespaceId, signer.id)
  const approval = { recordId, personId: signer.id, printedName: signer.name, everAdministrator }
  const demands = await judgeDemands(dependencies, caller, [hash], { hash, approval, statement })
  const asking = await store.peopleRequestingChanges(namespaceId, hash, now())
  const changesRequested = asking.filter((personId) => personId !== signer.id).length
  const counts = { signed: 1, unsigned: 0, changesRequested }
  return decideApprovalStatus(counts, demands(hash)).state === 'approved'
}
