/**
 * Rulesets as pages list, open and save them.
 *
 * Promises: a save names the revision it was made from. Where the name points at another one by then, nothing is stored,
 * and the answer has the other text, so that neither is lost. A ruleset that no longer compiles is still listed and opened.
 */

import { Refusal } from '../../api/refusal'
import type { NamedRevisionVerbs } from '../../database/rulesets/named-revisions'
import type { NameVerbs } from '../../database/rulesets/names'
import { type Caller, namespaceOf } from '../access/caller'
import { demandPermission } from '../access/permit'
import { type JudgeDependencies, judgeDemands } from '../signing/approval-status'
import { onlyUnderOlderEngine } from '../signing/under-older-engine'
import { type OpenedRuleset, openedRuleset, type RulesetRow, rulesetRow } from './opened-ruleset'
import type { RulesetOutlines } from './ruleset-outlines'
import {
  endsOwnApproval,
  type IntendedSave,
  type RevisionToSave,
  type SaveAnswer,
  type SaveRevisionDependencies,
  saveRevision,
} from './save-revision'

export interface Revisions {
  /** In the order of names; a fixed number of database queries for each thousand of them. */
  list(caller: Caller): Promise<readonly RulesetRow[]>
  /** @throws Refusal RULESET_NOT_FOUND */
  open(caller: Caller, name: string): Promise<OpenedRuleset>
  /** The stored source of a revision. @throws Refusal RULESET_NOT_FOUND */
  source(caller: Caller, hash: string): Promise<{ readonly hash: string; readonly source: string }>
  /**
   * Whether saving this text makes the caller's own approval of the same bytes stop counting.
   * @throws Refusal CREDENTIAL_SCOPE, BUDGET_EXCEEDED
   */
  endsOwnApproval(caller: Caller, save: IntendedSave): Promise<boolean>
  /**
   * Sent again with the same text and base, it returns the same answer.
   * @throws Refusal COMPILE_FAILED, BUDGET_EXCEEDED, RULESET_NOT_FOUND, BAD_REQUEST, CREDENTIAL_SCOPE
   */
  save(caller: Caller, revision: RevisionToSave): Promise<SaveAnswer>
}

export interface RevisionDependencies extends SaveRevisionDependencies {
  readonly store: SaveRevisionDependencies['store'] &
    NamedRevisionVerbs &
    JudgeDependencies['store'] &
    Pick<NameVerbs, 'findName'>
  readonly changesOf: JudgeDependencies['changesOf']
  readonly outlines: RulesetOutlines
}

/** Bindings that come with an opened ruleset; the page of its history has all. */
const RECENT = 20

export function createRevisions(dependencies: RevisionDependencies): Revisions {
  const { store, outlines, rulesets, now } = dependencies
  return {
    list: async (caller) => {
      demandPermission(caller, 'read')
      const namespaceId = namespaceOf(caller)
      const names = await store.tableOfNames(namespaceId, now())
      const outlined = await outlines.of(namespaceId, names, await dependencies.libraryOf(caller))
      const hashes = names.filter(({ signed, unsigned }) => signed + unsigned > 0).map(({ hash }) => hash)
      const demands = await judgeDemands(dependencies, caller, hashes)
      const labelling = caller.account.labelingAllowed
      const olderEngines = new Map<string, string | null>()
      for (const hash of new Set(hashes)) {
        const { changes } = outlined.get(hash)!
        if (changes.length > 0)
          olderEngines.set(hash, await onlyUnderOlderEngine(dependencies, namespaceId, hash, changes))
      }
      return names.map((named) => {
        const { hash } = named
        return rulesetRow(named, outlined.get(hash)!, labelling, demands(hash), olderEngines.get(hash) ?? null)
      })
    },

    open: async (caller, name) => {
      demandPermission(caller, 'read')
      const namespaceId = namespaceOf(caller)
      const opened = await store.openName(namespaceId, name, now())
      if (opened === null)
        throw new Refusal('RULESET_NOT_FOUND', `No ruleset is saved under the name "${name}" in this namespace.`)
      const history = await store.latestBindings(namespaceId, name, RECENT)
      const demands = await judgeDemands(dependencies, caller, [opened.hash])
      return openedRuleset(opened, history, caller.account.labelingAllowed, demands(opened.hash))
    },

    source: async (caller, hash) => {
      demandPermission(caller, 'read')
      return rulesets.findStored(namespaceOf(caller), hash)
    },

    endsOwnApproval: (caller, save) => endsOwnApproval(dependencies, caller, save),

    save: (caller, revision) => saveRevision(dependencies, caller, revision),
  }
}
