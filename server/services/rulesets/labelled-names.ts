/**
 * Which rulesets bear which label: where the terms of the vocabulary are used.
 *
 * Promises: names of the caller's own namespace alone, of the bytes they point at now; none where labelling is off.
 */
import type { LabelledName, LabelVerbs } from '../../database/rulesets/labels'
import type { Caller } from '../access/caller'
import { namespaceOf } from '../access/namespace-of'
import { demandPermission } from '../access/permit'

export interface LabelledNames {
  /** @throws Refusal CREDENTIAL_SCOPE */
  list(caller: Caller): Promise<readonly LabelledName[]>
}

export function createLabelledNames({
  store,
}: {
  readonly store: Pick<LabelVerbs, 'listLabelledNames'>
}): LabelledNames {
  return {
    list: async (caller) => {
      demandPermission(caller, 'read')
      const namespaceId = namespaceOf(caller)
      return caller.account.labelingAllowed ? store.listLabelledNames(namespaceId) : []
    },
  }
}
