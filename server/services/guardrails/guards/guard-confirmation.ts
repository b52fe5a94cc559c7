/**
 * A reviewer confirms a guard: its claim map says what a signed ruleset is applied to, so whoever changes the map must not
 * be the only one who saw it (decisions/069).
 */
import { Refusal } from '../../../api/refusal'
import type { NamespaceVerbs } from '../../../database/accounts/namespaces'
import {
  type GuardConfirmed,
  PROGRAM_EDITOR,
  type StoredToolGuard,
  type ToolGuardVerbs,
} from '../../../database/guards/tool-guards'
import type { ApprovalFactVerbs } from '../../../database/signing/approval-facts'
import type { LogVerbs } from '../../../database/signing/log-entries'
import { needsStrongerSession, STRONGER_SESSION } from '../../access/permit'
import { type Account, actorsOf, type Caller, namespaceOf } from '../../calls/caller'
import { hasPermission } from '../../calls/permissions'
import { confirmedDigestOf, digestGuard } from '../../guards/call-digest'

export type ConfirmationStore = Pick<ToolGuardVerbs, 'findToolGuard' | 'confirmToolGuard'> &
  Pick<ApprovalFactVerbs, 'wasAdministrator'> &
  Pick<NamespaceVerbs, 'findAccount'> &
  Pick<LogVerbs, 'findLogTree'>

interface ConfirmationDependencies {
  readonly store: ConfirmationStore
  readonly now: () => Date
}

const MAX_ATTEMPTS = 20

/** Null if nobody confirmed the guard as it is. */
export function confirmationOf(guard: StoredToolGuard): { readonly by: string; readonly at: string } | null {
  const { confirmedAt, confirmedBy } = guard
  if (confirmedDigestOf(guard) === null || confirmedBy === null || confirmedAt === null) return null
  return { by: confirmedBy, at: confirmedAt.toISOString() }
}

/** Returns why this person may not confirm the guard; null if the person may. */
export async function barredFromConfirming(
  store: Pick<ConfirmationStore, 'wasAdministrator'>,
  caller: Caller,
  account: Account,
  { editors }: StoredToolGuard,
): Promise<string | null> {
  const { person } = caller
  if (person === null || !hasPermission(actorsOf(caller), 'confirm_guards')) return REVIEWERS_ONLY
  if (needsStrongerSession({ ...caller, account }, 'confirm_guards')) return STRONGER_SESSION
  if (!account.separateApprover) return null
  // Guards of earlier releases do not say who changed them.
  const known = (editors ?? PROGRAM_EDITOR).split(' ')
  if (known.includes(person.id)) return OWN_CHANGE
  if (!known.includes(PROGRAM_EDITOR)) return null
  return (await store.wasAdministrator(namespaceOf(caller), person.id)) ? UNKNOWN_EDITOR : null
}

/**
 * Repeats until nothing was recorded between reading the facts and the confirmation.
 * @throws Refusal CREDENTIAL_SCOPE, ENGINE_BUSY; BAD_REQUEST (412) if the digest is not of the guard
 */
export async function confirmGuard(
  { store, now }: ConfirmationDependencies,
  caller: Caller,
  { id, version, digest }: { readonly id: string; readonly version: number; readonly digest: string },
): Promise<Exclude<GuardConfirmed, { readonly kind: 'log_moved' }>> {
  const { person } = caller
  if (person === null) throw new Error('only people confirm guards')
  const namespaceId = namespaceOf(caller)
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const { size: logSize } = await store.findLogTree(namespaceId)
    const row = await store.findToolGuard(namespaceId, id)
    if (row === null) return { kind: 'not_found' }
    if (row.version !== version) return { kind: 'version_moved', version: row.version }
    // The rules and units of the caller may be a second old.
    const account = (await store.findAccount(namespaceId)) ?? caller.account
    const { unitLibraryHash } = account
    if (digestGuard(row, unitLibraryHash) !== digest) throw new Refusal('BAD_REQUEST', OTHER_GUARD, {}, { status: 412 })
    const barred = await barredFromConfirming(store, caller, account, row)
    if (barred !== null) throw new Refusal('CREDENTIAL_SCOPE', barred)
    const by = { personId: person.id, label: caller.label }
    const confirmed = await store.confirmToolGuard(namespaceId, {
      id,
      version,
      digest,
      unitLibraryHash,
      at: now(),
      by,
      logSize,
    })
    if (confirmed.kind !== 'log_moved') return confirmed
  }
  throw new Refusal(
    'ENGINE_BUSY',
    'Other changes of this namespace are being recorded without a pause, so nothing was confirmed. Try again in a moment.',
    { retry_after_ms: 1_000 },
  )
}

const REVIEWERS_ONLY = 'Reviewers of this namespace confirm tool guards. An administrator gives that role.'
const OWN_CHANGE =
  'In this namespace another person confirms a guard than those who changed it, and you changed it, or added a unit converter, since the last confirmation. Ask another reviewer.'
const UNKNOWN_EDITOR =
  'In this namespace another person confirms a guard than those who changed it, and it is not known who is behind the service account that changed it, or behind the credential that added a unit converter. A reviewer who never was an administrator of this namespace can confirm it.'
const OTHER_GUARD =
  'The digest is not that of the guard and the unit converters as they are now. Read the guard again, and confirm what it says.'
