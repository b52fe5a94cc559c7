/**
 * Saves a revision for a page.
 *
 * Promises: what an author took the name to point at is compared and replaced in one transaction; where it points at
 * something else nothing is stored, and theirs is answered. A save that is sent again by its author is the same save.
 */
import { Refusal } from '../../api/refusal'
import type { NamedRevisionVerbs } from '../../database/rulesets/named-revisions'
import type { Caller } from '../access/caller'
import { demandCharacters } from '../access/character-budget'
import { namespaceOf } from '../access/namespace-of'
import { demandPermission } from '../access/permit'
import { newerRevision } from './opened-ruleset'
import type { RevisionToSave, SaveAnswer } from './revisions'
import { keepRevision, type SaveParts } from './save-ruleset'

export interface SaveRevisionParts extends Omit<SaveParts, 'limits'> {
  readonly store: SaveParts['store'] & Pick<NamedRevisionVerbs, 'openName'>
  readonly limits: SaveParts['limits'] & { readonly note_chars: number }
}

export async function saveRevision(
  parts: SaveRevisionParts,
  caller: Caller,
  revision: RevisionToSave,
): Promise<SaveAnswer> {
  demandPermission(caller, 'save')
  const { name, source, base, label } = revision
  const namespaceId = namespaceOf(caller)
  if (namespaceId !== revision.namespaceId) throw anotherNamespace()
  const message = readMessage(revision.message, parts.limits.note_chars)
  const { text, put } = await keepRevision(
    parts,
    { caller, channel: 'person' },
    { name, source },
    { expected: base, message },
  )
  const current = await parts.store.openName(namespaceId, name, parts.now())
  if (current === null) throw goneName(name)
  if (put.kind === 'moved') return { kind: 'conflict', theirs: newerRevision(current) }
  await parts.labels.keep(caller, text.hash, label)
  const newer = current.hash === text.hash ? null : newerRevision(current)
  return { kind: 'saved', ...text, savedAt: current.boundAt.toISOString(), newer }
}

/** @returns null where nothing is said */
function readMessage(message: string | null, limit: number): string | null {
  const said = message?.trim() ?? ''
  if (said === '') return null
  demandCharacters('message', said, 'note_chars', limit)
  if (said.includes('\0') || !said.isWellFormed())
    throw new Refusal('BAD_REQUEST', '`message` holds a character that is no text. Type the message again.', {
      failures: [{ field: 'message', expected: 'text', received: 'a NUL character or half a character' }],
      failure_count: 1,
    })
  return said
}

function anotherNamespace(): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'This page belongs to another namespace than the one that this browser acts in now. Nothing was saved. Switch back to the namespace of the page in the account menu of another tab, and save again.',
  )
}

function goneName(name: string): Refusal {
  return new Refusal(
    'RULESET_NOT_FOUND',
    `No ruleset is saved under the name "${name}" in this namespace, though the page was opened from one. Nothing was saved: copy the text and save it as a new ruleset.`,
  )
}
