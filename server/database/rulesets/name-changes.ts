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

export interface NameChange {
  readonly namespaceId: string
  readonly name: string
  readonly at: Date
  /** Label of the person. */
  readonly by: string
  readonly party: ActingParty
}

export type ArchiveResult =
  /** Also if nothing had to change. */
  | { readonly kind: 'done' }
  | { readonly kind: 'unknown' }
  /** Another name replaced it. */
  | { readonly kind: 'replaced'; readonly by: string }

export type RenameResult =
  | ArchiveResult
  | { readonly kind: 'archived' }
  /** Another ruleset has or had the new name. */
  | { readonly kind: 'taken' }

export interface NameChangeVerbs {
  /** A name that this ruleset had before can be given back to it. Its test cases follow. */
  renameName(change: NameChange, to: string): Promise<RenameResult>
  setArchived(change: NameChange, archived: boolean): Promise<ArchiveResult>
}

export function nameChangeVerbs({ prisma, repeatable }: Database): NameChangeVerbs {
  return {
    renameName: (change, to) => repeatable(() => prisma.$transaction((tx) => renameHeld(tx, change, to))),
    setArchived: (change, archived) => repeatable(() => prisma.$transaction((tx) => archiveHeld(tx, change, archived))),
  }
}

async function renameHeld(tx: Prisma.TransactionClient, change: NameChange, to: string): Promise<RenameResult> {
  const { namespaceId, name, at, by, party } = change
  // Sorted to prevent deadlocks.
  for (const each of [name, to].sort()) await holdName(tx, { namespaceId, name: each })
  const current = await findName(tx, namespaceId, name)
  if (current === null) return { kind: 'unknown' }
  // Also the answer to a call that already took effect.
  if (current.renamedTo !== null) return current.renamedTo === to ? { kind: 'done' } : replacedBy(current.renamedTo)
  if (current.archivedAt !== null) return { kind: 'archived' }
  const target = await findName(tx, namespaceId, to)
  if (target !== null && !(await leadsTo(tx, namespaceId, target.renamedTo, name))) return { kind: 'taken' }
  const { hash } = current
  const binding = { namespaceId, name: to, hash, at, boundBy: by, party, renamedFrom: name }
  const bound = await bindHeldName(tx, binding, target?.hash ?? null)
  await tx.rulesetName.update({ where: { namespaceId_name: { namespaceId, name: to } }, data: { renamedTo: null } })
  await tx.rulesetName.update({ where: { namespaceId_name: { namespaceId, name } }, data: { renamedTo: to } })
  const moved = await moveTestCases(tx, { namespaceId, from: name, to })
  const details = { name: to, renamed_from: name, hash, test_cases: moved, person_id: party.personId }
  await appendLog(tx, namespaceId, at, [...bound, { kind: 'ruleset_renamed', actor: by, details }])
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
