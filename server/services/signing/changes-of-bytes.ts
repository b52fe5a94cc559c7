/** What engines changed in the meaning of stored rulesets, read from what is kept of their texts for lists. */

import type { RulesetVerbs } from '../../database/rulesets/rulesets'
import type { EngineChange } from '../../engine/explain/engine-changes'
import type { Caller } from '../access/caller'
import { namespaceOf } from '../access/namespace-of'
import type { RulesetOutlines } from '../rulesets/ruleset-outlines'
import type { LibrarySource } from '../units/unit-libraries'

/** Of each of the hashes; empty for a text that does not compile, or that is not stored here. */
export type ChangesOf = (caller: Caller, hashes: readonly string[]) => Promise<ChangesByHash>
export type ChangesByHash = (hash: string) => readonly EngineChange[]

interface Parts extends Pick<LibrarySource, 'libraryOf'> {
  readonly store: Pick<RulesetVerbs, 'sizesOf'>
  readonly outlines: RulesetOutlines
}

/** The function may throw the Refusal ENGINE_BUSY. */
export function changesOfBytes({ store, outlines, libraryOf }: Parts): ChangesOf {
  return async (caller, hashes) => {
    if (hashes.length === 0) return () => []
    const namespaceId = namespaceOf(caller)
    const listed = await store.sizesOf(namespaceId, hashes)
    const told = await outlines.of(namespaceId, listed, await libraryOf(caller))
    return (hash) => told.get(hash)?.changes ?? []
  }
}
