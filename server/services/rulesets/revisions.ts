/** If a name no longer points at a save's base, nothing is stored and the answer has the other text. */

import { Refusal } from '../../api/refusal'
import type { NameVerbs } from '../../database/rulesets/names'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import { readNowInForce } from '../in-force/now-in-force'
import { judgeDemands } from '../signing/approval-status'
import { type OpenedRuleset, toOpenedRuleset } from './opened-ruleset'
import {
  FIRST_PAGE,
  type ListView,
  listRulesetPage,
  type RulesetListDependencies,
  type RulesetListPage,
} from './ruleset-list'
import {
  endsOwnApproval,
  type IntendedSave,
  type RevisionToSave,
  type SaveAnswer,
  type SaveRevisionDependencies,
  saveRevision,
} from './save-revision'

export interface Revisions {
  /** By default the first page, by name. */
  list(caller: Caller, view?: ListView): Promise<RulesetListPage>
  /** @throws Refusal RULESET_NOT_FOUND */
  open(caller: Caller, name: string): Promise<OpenedRuleset>
  /** @throws Refusal RULESET_NOT_FOUND */
  source(caller: Caller, hash: string): Promise<{ readonly hash: string; readonly source: string }>
  /**
   * Whether this save ends the caller's approval of the same bytes.
   * @throws Refusal CREDENTIAL_SCOPE, BUDGET_EXCEEDED
   */
  endsOwnApproval(caller: Caller, save: IntendedSave): Promise<boolean>
  /**
   * A repeated save gets the same answer.
   * @throws Refusal COMPILE_FAILED, BUDGET_EXCEEDED, RULESET_NOT_FOUND, BAD_REQUEST, CREDENTIAL_SCOPE
   */
  save(caller: Caller, revision: RevisionToSave): Promise<SaveAnswer>
}

export interface RevisionDependencies extends SaveRevisionDependencies, Omit<RulesetListDependencies, 'store'> {
  readonly store: SaveRevisionDependencies['store'] & RulesetListDependencies['store'] & Pick<NameVerbs, 'findName'>
}

const RECENT_REVISIONS = 20

export function createRevisions(dependencies: RevisionDependencies): Revisions {
  const { store, rulesets, now } = dependencies
  return {
    list: (caller, view = FIRST_PAGE) => listRulesetPage(dependencies, caller, view),

    open: async (caller, name) => {
      demandPermission(caller, 'read')
      const namespaceId = namespaceOf(caller)
      const opened = await store.openName(namespaceId, name, now())
      if (opened === null)
        throw new Refusal('RULESET_NOT_FOUND', `No ruleset is saved under the name "${name}" in this namespace.`)
      const history = await store.latestBindings(namespaceId, name, RECENT_REVISIONS)
      const demands = await judgeDemands(dependencies, caller, [opened.hash])
      const inForce = (await readNowInForce(dependencies, caller, [name])).get(name) ?? null
      return toOpenedRuleset(opened, history, caller.account.labelingAllowed, demands(opened.hash), inForce)
    },

    source: async (caller, hash) => {
      demandPermission(caller, 'read')
      return rulesets.findStored(namespaceOf(caller), hash)
    },

    endsOwnApproval: (caller, save) => endsOwnApproval(dependencies, caller, save),

    save: (caller, revision) => saveRevision(dependencies, caller, revision),
  }
}
