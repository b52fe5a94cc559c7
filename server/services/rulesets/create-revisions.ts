/** Makes the area of {@link Revisions} over the parts that /v1 saves, lists and loads with. */
import { Refusal } from '../../api/refusal'
import type { NamedRevisionVerbs } from '../../database/rulesets/named-revisions'
import type { NameVerbs } from '../../database/rulesets/names'
import { namespaceOf } from '../access/namespace-of'
import { demandPermission } from '../access/permit'
import { type JudgeParts, judgeDemands } from '../signing/approval-status'
import { onlyUnderOlderEngine } from '../signing/only-under-older-engine'
import { endsOwnApproval } from './ends-own-approval'
import { openedRuleset, rulesetRow } from './opened-ruleset'
import type { Revisions } from './revisions'
import type { RulesetOutlines } from './ruleset-outlines'
import { type SaveRevisionParts, saveRevision } from './save-revision'

export interface RevisionParts extends SaveRevisionParts {
  readonly store: SaveRevisionParts['store'] & NamedRevisionVerbs & JudgeParts['store'] & Pick<NameVerbs, 'findName'>
  readonly changesOf: JudgeParts['changesOf']
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
      const hashes = names.filter(({ signed, unsigned }) => signed + unsigned > 0).map(({ hash }) => hash)
      const demands = await judgeDemands(parts, caller, hashes)
      const labelling = caller.account.labelingAllowed
      const olderEngines = new Map<string, string | null>()
      for (const hash of new Set(hashes)) {
        const { changes } = told.get(hash)!
        if (changes.length > 0) olderEngines.set(hash, await onlyUnderOlderEngine(parts, namespaceId, hash, changes))
      }
      return names.map((named) => {
        const { hash } = named
        return rulesetRow(named, told.get(hash)!, labelling, demands(hash), olderEngines.get(hash) ?? null)
      })
    },

    open: async (caller, name) => {
      demandPermission(caller, 'read')
      const namespaceId = namespaceOf(caller)
      const opened = await store.openName(namespaceId, name, now())
      if (opened === null)
        throw new Refusal('RULESET_NOT_FOUND', `No ruleset is saved under the name "${name}" in this namespace.`)
      const history = await store.latestBindings(namespaceId, name, RECENT)
      const demands = await judgeDemands(parts, caller, [opened.hash])
      return openedRuleset(opened, history, caller.account.labelingAllowed, demands(opened.hash))
    },

    source: async (caller, hash) => {
      demandPermission(caller, 'read')
      return rulesets.findStored(namespaceOf(caller), hash)
    },

    endsOwnApproval: (caller, save) => endsOwnApproval(parts, caller, save),

    save: (caller, revision) => saveRevision(parts, caller, revision),
  }
}
