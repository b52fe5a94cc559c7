/**
 * What an administrator decides of a namespace.
 *
 * Promises: a change is stored with its entry in the log, and what is decided holds at once for this process and within
 * a second for every other; what only the operator decides (the allowance of checks) is told and never changed.
 */
import { Refusal } from '../contract/refusal'
import { type AccountSettings, NAMESPACE_ID, type NamespaceVerbs } from '../store/namespaces'
import type { Caller } from './caller'
import { namespaceOf } from './namespace-of'
import { demandPermission } from './permit'

export interface NamespaceSettingsParts {
  readonly store: Pick<NamespaceVerbs, 'findSettings' | 'setAccount'>
  /** What is known of the callers of a namespace is read again. */
  readonly forget: (namespaceId: string) => void
  readonly now: () => Date
}

/** What an administrator may change; absent members stay. */
export type SettingsChange = Partial<Omit<AccountSettings, 'checksPerMonth'>>

/** Both refuse with CREDENTIAL_SCOPE whoever may not change settings. */
export interface NamespaceSettings {
  read(caller: Caller): Promise<AccountSettings>
  /** @throws Refusal BAD_REQUEST for a name that could be mistaken for an id */
  change(caller: Caller, change: SettingsChange): Promise<AccountSettings>
}

export function createNamespaceSettings({ store, forget, now }: NamespaceSettingsParts): NamespaceSettings {
  const permitted = (caller: Caller) => {
    demandPermission(caller, 'manage_settings')
    return namespaceOf(caller)
  }
  return {
    read: async (caller) => known(await store.findSettings(permitted(caller))),
    change: async (caller, change) => {
      const namespaceId = permitted(caller)
      if (NAMESPACE_ID.test(change.displayName ?? '')) throw looksLikeId(change.displayName ?? '')
      const settings = known(await store.setAccount(namespaceId, change, { actor: caller.label, at: now() }))
      forget(namespaceId)
      return settings
    },
  }
}

function known(settings: AccountSettings | null): AccountSettings {
  if (settings === null) throw new Error('the namespace of a caller is gone')
  return settings
}

function looksLikeId(name: string): Refusal {
  return new Refusal('BAD_REQUEST', 'A namespace is not named like an id, which would hide it. Choose words.', {
    failures: [{ field: 'displayName', expected: 'words for people', received: `the string ${JSON.stringify(name)}` }],
    failure_count: 1,
  })
}
