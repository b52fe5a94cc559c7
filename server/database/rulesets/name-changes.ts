/**
 * Renames, archives and restores names. Nothing is removed: a renamed or archived name still points at its bytes, and
 * only lists leave it out. Binding a name to other bytes lists it again (signing/bind-name.ts).
 */
import type { Prisma } from '../../../generated/prisma/client'
import { moveTestCases } from '../checks/test-cases'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import type { ActingParty } from '../log/log-event'
import { bindHeldName, holdName } from '../signing/bind-name'
import { moveForces } from '../signing/revisions-in-force'

export interface NameChange {
  readonly namespaceId: string
  readonly name: string
  readonly at: Date
  /** Label of the person. */
  readonly by: string
  readonly party: ActingParty
}

export interface Renaming extends NameChange {
  readonly to: string
  readonly newId: () => string
}

export type ArchiveResult =
  /** The name is as asked for, even if nothing had to change. */
  | { readonly kind: 'done' }
  | { readonly kind: 'unknown' }
  /** Another name replaced it. */
  | { readonly kind: 'replaced'; readonly by: string }

export type RenameResult =
  | ArchiveResult
  | { readonly kind: 'archived' }
  /** It has an open review, whose comments and signatures belong to the revisions of this name. */
  | { readonly kind: 'in_review' }
  /** Another ruleset has or had the new name. */
  | { readonly kind: 'taken' }

export interface NameChangeVerbs {
  /**
   * A name that this ruleset had before can be given back to it. Its test cases follow, and so do the revisions that are
   * or will be in force.
   */
  renameName(renaming: Renaming): Promise<RenameResult>
  setArchived(change: NameChange, archived: boolean): Promise<ArchiveResult>
}

export function nameChangeVerbs({ prisma, repeatable }: Database): NameChangeVerbs {
  return {
    renameName: (renaming) => repeatable(() => prisma.$transaction((tx) => renameHeld(tx, renaming))),
    setArchived: (change, archived) => repeatable(() => prisma.$transaction((tx) => archiveHeld(tx, change, archived))),
  }
}

async function renameHeld(tx: Prisma.TransactionClient, renaming: Renaming): Promise<RenameResult> {
  const { namespaceId, name, to, at, by, party, newId } = renaming
  // Sorted to prevent deadlocks.
  for (const each of [name, to].sort()) await holdName(tx, { namespaceId, name: each })
  const current = await findName(tx, namespaceId, name)
  if (current === null) return { kind: 'unknown' }
  // A repeated call that already took effect gets the same answer.
  if (current.renamedTo !== null) return current.renamedTo === to ? { kind: 'done' } : replacedBy(current.renamedTo)
  if (current.archivedAt !== null) return { kind: 'archived' }
  if ((await tx.review.count({ where: { namespaceId, name, endedAt: null } })) > 0) return { kind: 'in_review' }
  const target = await findName(tx, namespaceId, to)
  if (target !== null && !(await leadsTo(tx, namespaceId, target.renamedTo, name))) return { kind: 'taken' }
  const { hash } = current
  const binding = { namespaceId, name: to, hash, at, boundBy: by, party, renamedFrom: name }
  const bound = await bindHeldName(tx, binding, target?.hash ?? null)
  await tx.rulesetName.update({ where: { namespaceId_name: { namespaceId, name: to } }, data: { renamedTo: null } })
  await tx.rulesetName.update({ where: { namespaceId_name: { namespaceId, name } }, data: { renamedTo: to } })
  const moved = await moveTestCases(tx, { namespaceId, from: name, to })
  const setBy = { personId: party.personId, label: by }
  const forces = await moveForces(tx, { namespaceId, from: name, to, setBy, at, newId })
  const details = { name: to, renamed_from: name, hash, test_cases: moved, person_id: party.personId }
  await appendLog(tx, namespaceId, at, [...bound, ...forces, { kind: 'ruleset_renamed', actor: by, details }])
  return { kind: 'done' }
}

async function archiveHeld(
  tx: Prisma.TransactionClient,
  { namespaceId, name, at, by, party }: NameChange,
  archived: boolean,
): Promise<ArchiveResult> {
  await holdName(tx, { namespaceId, name })
  const current = await findName(tx, namespaceId, name)
  if (current === null) return { kind: 'unknown' }
  if (current.renamedTo !== null) return replacedBy(current.renamedTo)
  if ((current.archivedAt !== null) === archived) return { kind: 'done' }
  const data = { archivedAt: archived ? at : null }
  await tx.rulesetName.update({ where: { namespaceId_name: { namespaceId, name } }, data })
  const kind = archived ? 'ruleset_archived' : 'ruleset_restored'
  const details = { name, hash: current.hash, person_id: party.personId }
  await appendLog(tx, namespaceId, at, [{ kind, actor: by, details }])
  return { kind: 'done' }
}

function replacedBy(by: string): ArchiveResult {
  return { kind: 'replaced', by }
}

function findName(tx: Prisma.TransactionClient, namespaceId: string, name: string) {
  return tx.rulesetName.findUnique({
    where: { namespaceId_name: { namespaceId, name } },
    select: { hash: true, archivedAt: true, renamedTo: true },
  })
}

/** Whether the renames from `start` end at `name`. They have no circle, because a rename ends at a listed name. */
async function leadsTo(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  start: string | null,
  name: string,
): Promise<boolean> {
  let at = start
  while (at !== null && at !== name) at = (await findName(tx, namespaceId, at))?.renamedTo ?? null
  return at === name
}
