/**
 * Saves a revision for a page. One transaction compares the expected revision and replaces it. A repeated save counts
 * once.
 */

import { Refusal } from '../../api/refusal'
import type { NamedRevisionVerbs } from '../../database/rulesets/named-revisions'
import type { NameVerbs } from '../../database/rulesets/names'
import type { ApprovalFactVerbs } from '../../database/signing/approval-facts'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import type { RulesetLibrary } from '../library/ruleset-library'
import { demandCharacters } from '../library/store-refusal'
import { findAuthors } from '../signing/authors-of-bytes'
import type { LabelRequest } from '../vocabulary/labels'
import { type NewerRevision, toNewerRevision } from './opened-ruleset'
import { type SaveDependencies, storeRevision } from './save-ruleset'

export interface RevisionToSave {
  /** The page's namespace, because the browser may have switched. */
  readonly namespaceId: string
  readonly name: string
  readonly source: string
  /** The author's message, if any. */
  readonly message: string | null
  /** The revision it was made from; null for a new name. */
  readonly base: string | null
  readonly label?: LabelRequest | null | undefined
}

export type SaveAnswer =
  | {
      readonly kind: 'saved'
      readonly hash: string
      /** As stored. */
      readonly source: string
      readonly savedAt: string
      /** Set if this save was already stored and another revision followed. */
      readonly newer: NewerRevision | null
    }
  /** The name points at another revision than `base`, so nothing was stored. */
  | { readonly kind: 'conflict'; readonly theirs: NewerRevision }

export interface SaveRevisionDependencies extends Omit<SaveDependencies, 'limits'> {
  readonly store: SaveDependencies['store'] & Pick<NamedRevisionVerbs, 'openName'>
  readonly limits: SaveDependencies['limits'] & { readonly note_chars: number }
}

export async function saveRevision(
  dependencies: SaveRevisionDependencies,
  caller: Caller,
  revision: RevisionToSave,
): Promise<SaveAnswer> {
  demandPermission(caller, 'save')
  const { name, source, base, label } = revision
  const namespaceId = namespaceOf(caller)
  if (namespaceId !== revision.namespaceId) throw anotherNamespace()
  const message = readMessage(revision.message, dependencies.limits.note_chars)
  const { text, put } = await storeRevision(
    dependencies,
    { caller, channel: 'person' },
    { name, source },
    { expected: base, message },
  )
  const current = await dependencies.store.openName(namespaceId, name, dependencies.now())
  if (current === null) throw missingName(name)
  if (put.kind === 'moved') return { kind: 'conflict', theirs: toNewerRevision(current) }
  await dependencies.labels.assign(caller, text.hash, label)
  const newer = current.hash === text.hash ? null : toNewerRevision(current)
  return { kind: 'saved', ...text, savedAt: current.boundAt.toISOString(), newer }
}

/** @returns null if the message is empty */
function readMessage(message: string | null, limit: number): string | null {
  const text = message?.trim() ?? ''
  if (text === '') return null
  demandCharacters('message', text, 'note_chars', limit)
  if (text.includes('\0') || !text.isWellFormed())
    throw new Refusal('BAD_REQUEST', '`message` holds a character that is no text. Type the message again.', {
      failures: [{ field: 'message', expected: 'text', received: 'a NUL character or half a character' }],
      failure_count: 1,
    })
  return text
}

function anotherNamespace(): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'This page belongs to another namespace than the one that this browser acts in now. Nothing was saved. Switch back to the namespace of the page in the account menu of another tab, and save again.',
  )
}

function missingName(name: string): Refusal {
  return new Refusal(
    'RULESET_NOT_FOUND',
    `No ruleset is saved under the name "${name}" in this namespace, though the page was opened from one. Nothing was saved: copy the text and save it as a new ruleset.`,
  )
}

export interface OwnApprovalDependencies {
  readonly store: ApprovalFactVerbs & Pick<NameVerbs, 'findName'>
  readonly rulesets: RulesetLibrary
  readonly now: () => Date
}

export interface IntendedSave {
  /** Null for a name that is not chosen yet. */
  readonly name: string | null
  readonly source: string
}

/** @throws Refusal CREDENTIAL_SCOPE, BUDGET_EXCEEDED */
export async function endsOwnApproval(
  dependencies: OwnApprovalDependencies,
  caller: Caller,
  save: IntendedSave,
): Promise<boolean> {
  demandPermission(caller, 'save')
  const { person, account } = caller
  if (person === null || !account.separateApprover) return false
  const namespaceId = namespaceOf(caller)
  const { text } = await dependencies.rulesets.find(namespaceId, { source: save.source })
  const facts = (await dependencies.store.approvalFacts(namespaceId, [text.hash], dependencies.now())).get(text.hash)
  if (facts === undefined || findAuthors(facts).people.has(person.id)) return false
  if (!facts.signed.some(({ personId }) => personId === person.id)) return false
  const bound = save.name === null ? null : await dependencies.store.findName(namespaceId, save.name)
  return bound?.hash !== text.hash
}
