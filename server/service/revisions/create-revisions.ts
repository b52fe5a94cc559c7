/** Makes the area of {@link Revisions} over the parts that /v1 saves, lists and loads with. */
import { Refusal } from '../../contract/refusal'
import type { NamedRevisionVerbs } from '../../store/named-revisions'
import { namespaceOf } from '../namespace-of'
import { demandPermission } from '../permit'
import type { RulesetOutlines } from '../ruleset-outlines'
import { openedRuleset, rulesetRow } from './opened-ruleset'
import type { Revisions } from './revisions'
import { type SaveRevisionParts, saveRevision } from './save-revision'

export interface RevisionParts extends SaveRevisionParts {
  readonly store: SaveRevisionParts['store'] & NamedRevisionVerbs
  readonly outlines: RulesetOutlines
}

/** Bindings that come with an opened ruleset; the page of its history has all. */
const RECENT = 20

export function createRevisions(parts: RevisionParts): Revisions {
  const { store, outlines, rulesets, now } = parts
  return {
    list: async (caller) => {
      demandPermission(caller, 'read')
      const namespaceId = namespaceOf(caller)
      const names = await store.tableOfNames(namespaceId, now())
      const told = await outlines.of(namespaceId, names, await parts.libraryOf(caller))
      return names.map((named) => rulesetRow(named, told.get(named.hash)!, caller.account.labelingAllowed))
    },

    open: async (caller, name) => {
      demandPermission(caller, 'read')
      const namespaceId = namespaceOf(caller)
      const opened = await store.openName(namespaceId, name, now())
      if (opened === null)
        throw new Refusal('RULESET_NOT_FOUND', `No ruleset is saved under the name "${name}" in this namespace.`)
      const history = await store.latestBindings(namespaceId, name, RECENT)
      return openedRuleset(opened, history, caller.account.labelingAllowed)
    },

    source: async (caller, hash) => {
      demandPermission(caller, 'read')
      return (await rulesets.find(namespaceOf(caller), { ruleset_hash: hash })).text
    },

    save: (caller, revision) => saveRevision(parts, caller, revision),
  }
}
