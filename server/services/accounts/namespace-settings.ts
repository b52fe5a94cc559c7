/**
 * Weakening a rule waits for a second administrator if there is one. Only the operator changes the allowance of checks.
 */

import { Refusal } from '../../api/refusal'
import {
  findWeakenedRules,
  NAMESPACE_RULE_NAMES,
  NAMESPACE_RULES,
  REGULATED_RULES,
  type RuleValues,
} from '../../api/terms/namespace-rules'
import { type AccountSettings, NAMESPACE_ID, type NamespaceVerbs } from '../../database/accounts/namespaces'
import type { ProofMeansVerbs } from '../../database/accounts/people'
import { demandPermission, demandReading } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import { changeResult, proposerOf } from './pending-changes'

export interface NamespaceSettingsDependencies {
  readonly store: Pick<NamespaceVerbs, 'findSettings' | 'changeSettings'> & ProofMeansVerbs
  readonly forget: (namespaceId: string) => Promise<void>
  readonly now: () => Date
  readonly newId: () => string
}

/** Absent members stay unchanged. */
export type SettingsChange = Partial<Omit<AccountSettings, 'checksPerMonth' | 'preset'>>

export interface SettingsResult extends AccountSettings {
  /** Absent if the change is in force. */
  readonly pendingChange?: string
}

/** @throws Refusal CREDENTIAL_SCOPE if the caller may not change settings */
export interface NamespaceSettings {
  read(caller: Caller): Promise<AccountSettings>
  /** @throws Refusal BAD_REQUEST for a name like an id, or a rule that demands a passkey the caller lacks */
  change(caller: Caller, change: SettingsChange): Promise<SettingsResult>
  /** Without a passkey, the rules that demand one stay open. */
  applyRegulated(caller: Caller): Promise<AccountSettings>
}

export function createNamespaceSettings({
  store,
  forget,
  now,
  newId,
}: NamespaceSettingsDependencies): NamespaceSettings {
  const permitted = (caller: Caller) => {
    demandPermission(caller, 'manage_settings')
    return namespaceOf(caller)
  }
  const hasPasskey = async ({ person }: Caller) => {
    if (person === null) return false
    const { passkey, provider } = await store.findProofMeans(person.id)
    return passkey || provider
  }
  return {
    read: async (caller) => {
      demandReading(caller, 'manage_settings')
      return demandSettings(await store.findSettings(namespaceOf(caller)))
    },
    change: async (caller, change) => {
      const namespaceId = permitted(caller)
      if (NAMESPACE_ID.test(change.displayName ?? '')) throw looksLikeId(change.displayName ?? '')
      if (demandsPasskey(change, demandSettings(await store.findSettings(namespaceId))) && !(await hasPasskey(caller)))
        throw passkeyMissing()
      const proposer = proposerOf(caller, newId())
      const outcome = await store.changeSettings(namespaceId, change, { proposer, at: now() })
      await forget(namespaceId)
      if (outcome.kind === 'done') return outcome.settings
      if (outcome.kind === 'unknown') return demandSettings(null)
      const { pendingChange } = changeResult(outcome)
      const settings = demandSettings(await store.findSettings(namespaceId))
      return pendingChange === null ? settings : { ...settings, pendingChange }
    },

    applyRegulated: async (caller) => {
      const namespaceId = permitted(caller)
      const before = demandSettings(await store.findSettings(namespaceId))
      const strong = await hasPasskey(caller)
      const rules = findWeakenedRules(before).filter((rule) => strong || !NAMESPACE_RULES[rule].needsPasskey)
      const change = Object.fromEntries(rules.map((rule) => [rule, REGULATED_RULES[rule]]))
      const by = { proposer: proposerOf(caller, newId()), at: now() }
      const outcome = await store.changeSettings(namespaceId, { ...change, preset: 'regulated' }, by)
      await forget(namespaceId)
      if (outcome.kind !== 'done') throw new Error('a change that makes rules stricter needs no confirmation')
      return outcome.settings
    },
  }
}

function demandsPasskey(change: SettingsChange, before: RuleValues): boolean {
  return NAMESPACE_RULE_NAMES.some(
    (rule) =>
      NAMESPACE_RULES[rule].needsPasskey && change[rule] === REGULATED_RULES[rule] && before[rule] !== change[rule],
  )
}

function passkeyMissing(): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'You have no passkey and do not sign in at a provider, so this rule would lock you out. Add a passkey under Settings, Your account, then switch the rule on.',
  )
}

function demandSettings(settings: AccountSettings | null): AccountSettings {
  if (settings === null) throw new Error('the namespace of a caller is absent')
  return settings
}

function looksLikeId(name: string): Refusal {
  return new Refusal('BAD_REQUEST', 'A namespace is not named like an id, which would hide it. Choose words.', {
    failures: [{ field: 'displayName', expected: 'words for people', received: `the string ${JSON.stringify(name)}` }],
    failure_count: 1,
  })
}
