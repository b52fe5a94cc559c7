import { Refusal } from '../../api/refusal'
import type { ArchiveResult, NameChange, NameChangeVerbs, RenameResult } from '../../database/rulesets/name-changes'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import { demandCharacters } from '../library/store-refusal'

export interface RulesetNames {
  /**
   * Gives the ruleset another name. The former one still points at its revision, and says what replaced it, but no
   * revision is in force under it any more.
   * @throws Refusal RULESET_NOT_FOUND, BAD_REQUEST, BUDGET_EXCEEDED, CREDENTIAL_SCOPE
   */
  rename(caller: Caller, request: { readonly name: string; readonly to: string }): Promise<void>
  /** Hides the name from lists and searches. @throws Refusal RULESET_NOT_FOUND, BAD_REQUEST, CREDENTIAL_SCOPE */
  archive(caller: Caller, request: { readonly name: string }): Promise<void>
  /** @throws Refusal RULESET_NOT_FOUND, BAD_REQUEST, CREDENTIAL_SCOPE */
  restore(caller: Caller, request: { readonly name: string }): Promise<void>
}

export interface NameDependencies {
  readonly store: NameChangeVerbs
  readonly limits: { readonly name_chars: number }
  readonly now: () => Date
  readonly newId: () => string
}

export function createRulesetNames({ store, limits, now, newId }: NameDependencies): RulesetNames {
  const changeBy = (caller: Caller, name: string): NameChange => ({
    ...{ namespaceId: namespaceOf(caller), name, at: now(), by: caller.label },
    party: { personId: caller.person?.id ?? null, credentialId: caller.credentialId, channel: 'person' },
  })
  const setArchived = async (caller: Caller, name: string, archived: boolean): Promise<void> => {
    demandPermission(caller, 'organise')
    demandDone(await store.setArchived(changeBy(caller, name), archived), { name })
  }
  return {
    rename: async (caller, { name, to }) => {
      demandPermission(caller, 'organise')
      demandCharacters('to', to, 'name_chars', limits.name_chars)
      if (name === to)
        throw new Refusal('BAD_REQUEST', `The ruleset already has the name "${name}". Type another name.`)
      demandDone(await store.renameName({ ...changeBy(caller, name), to, newId }), { name, to })
    },
    archive: (caller, { name }) => setArchived(caller, name, true),
    restore: (caller, { name }) => setArchived(caller, name, false),
  }
}

function demandDone(result: RenameResult | ArchiveResult, { name, to = '' }: { name: string; to?: string }): void {
  switch (result.kind) {
    case 'done':
      return
    case 'unknown':
      throw new Refusal('RULESET_NOT_FOUND', `No ruleset is saved under the name "${name}" in this namespace.`)
    case 'replaced':
      throw new Refusal('BAD_REQUEST', `"${name}" was renamed to "${result.by}". Open that ruleset instead.`)
    case 'archived':
      throw new Refusal('BAD_REQUEST', `"${name}" is archived. Restore it before you rename it.`)
    case 'in_review':
      throw new Refusal(
        'BAD_REQUEST',
        `"${name}" has an open review, whose comments belong to the revisions of this name. Complete or end the review, then rename the ruleset.`,
      )
    case 'taken':
      throw new Refusal('BAD_REQUEST', `Another ruleset has or had the name "${to}". Choose another name.`)
  }
}
