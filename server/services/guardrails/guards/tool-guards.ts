import { Refusal } from '../../../api/refusal'
import type { ToolGuard, ToolGuardRequest } from '../../../api/schemas/tool-guard'
import type { RepeatableCall } from '../../../database/access/repeatable-calls'
import type { StoredToolGuard, ToolGuardContent, ToolGuardVerbs } from '../../../database/guards/tool-guards'
import type { GuardMistake } from '../../../guard/prepared-guard'
import { demandPermission } from '../../access/permit'
import { type Caller, namespaceOf } from '../../calls/caller'
import type { EngineDispatch } from '../../engine-pool/dispatch'
import { confirmedDigestOf, digestGuard } from '../../guards/call-digest'
import { readStoredGuard, UNCONFIRMED } from '../../guards/decide-by-rules'
import { type DecidingDependencies, readDecidingState } from '../../guards/deciding-ruleset'
import type { RulesetLibrary } from '../../library/ruleset-library'
import type { LibrarySource } from '../../library/unit-libraries'
import { type Page, type PageInput, readPage } from '../targets/pages'
import {
  addedRow,
  changedRow,
  changeOf,
  type GroupLimits,
  isRulesetRefusal,
  refuseRuleset,
  removeTargetOf,
  storedId,
  targetNotFound,
  type Versioned,
} from '../targets/target-changes'
import { barredFromConfirming, type ConfirmationStore, confirmationOf, confirmGuard } from './guard-confirmation'

export interface ToolGuardShown extends Versioned {
  readonly name: string
  readonly guard: ReturnType<typeof readStoredGuard>
  readonly waitSeconds: number
  readonly updatedBy: string
  readonly decides: boolean
  /** Why no call passes now; else null. */
  readonly reason: string | null
  /** Digest of everything that a reviewer confirms. */
  readonly digest: string
  /**
   * Digest of the guard with converters that were added since the confirmation, which a new confirmation covers; null
   * if there are no such converters.
   */
  readonly newerUnitsDigest: string | null
  /** Who confirmed the guard as it is now; null if nobody did. */
  readonly confirmed: { readonly by: string; readonly at: string } | null
}

export interface ConfirmableGuard extends ToolGuardShown {
  /** Why the caller may not confirm it; null if the caller may. */
  readonly mayNotConfirm: string | null
}

/** What the person read. */
export interface ConfirmedGuard {
  readonly version: number
  readonly digest: string
}

export interface ToolGuards {
  listGuards(caller: Caller, page: PageInput): Promise<Page<ToolGuardShown>>
  guard(caller: Caller, id: string): Promise<ConfirmableGuard>
  /**
   * @param call for a call with an `Idempotency-Key`
   * @throws Refusal BAD_REQUEST for a ruleset that cannot be used, and for a claim map that does not fit
   */
  addGuard(caller: Caller, input: ToolGuardRequest, call?: RepeatableCall | null): Promise<ConfirmableGuard>
  changeGuard(caller: Caller, id: string, version: number, input: ToolGuardRequest): Promise<ConfirmableGuard>
  removeGuard(caller: Caller, id: string, version: number): Promise<void>
  /**
   * Lets the guard decide. Under the rule of a separate approver, not by those who changed it since the last confirmation.
   * @throws Refusal CREDENTIAL_SCOPE; BAD_REQUEST (404; 412 for a guard that is not the one that was read)
   */
  confirmGuard(caller: Caller, id: string, confirmed: ConfirmedGuard): Promise<ConfirmableGuard>
  /** All mistakes of a claim map that is not saved yet; a ruleset that cannot be used is one. */
  mistakes(caller: Caller, draft: GuardDraft): Promise<readonly GuardMistake[]>
}

export type GuardDraft = Pick<ToolGuardRequest, 'ruleset_hash' | 'map'>

export interface ToolGuardDependencies extends DecidingDependencies, Pick<LibrarySource, 'libraryOf'> {
  readonly store: DecidingDependencies['store'] & ToolGuardVerbs & ConfirmationStore
  readonly engine: Pick<EngineDispatch, 'guardMistakes'>
  readonly rulesets: RulesetLibrary
  readonly limits: Pick<GroupLimits, 'guardrails_per_group'>
  readonly newId: () => string
}

export function createToolGuards(dependencies: ToolGuardDependencies): ToolGuards {
  const { store, engine, rulesets, limits, now, newId } = dependencies
  const show = async (caller: Caller, row: StoredToolGuard): Promise<ToolGuardShown> => {
    const { id, name, version, waitSeconds, createdAt, updatedAt, updatedBy } = row
    const state = await readDecidingState(dependencies, caller, row.rulesetHash)
    // Converters may be newer than the session of the caller.
    const account = (await store.findAccount(namespaceOf(caller))) ?? caller.account
    const current = digestGuard(row, account.unitLibraryHash)
    const confirmed = confirmationOf(row)
    const digest = confirmedDigestOf(row) ?? current
    const reason = state.decides ? (confirmed === null ? UNCONFIRMED : null) : state.reason
    return {
      ...{ id, name, version, waitSeconds, updatedBy },
      ...{ createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
      ...{ guard: readStoredGuard(row), decides: reason === null, reason, digest, confirmed },
      newerUnitsDigest: digest === current ? null : current,
    }
  }
  const findMistakes = async (caller: Caller, guard: ToolGuard) => {
    const { text } = await rulesets.find(namespaceOf(caller), { ruleset_hash: guard.ruleset_hash })
    return engine.guardMistakes({ ruleset: text, library: await dependencies.libraryOf(caller) }, guard)
  }
  /** The claim map must fit the ruleset. Whether that is approved is asked with every call. */
  const contentOf = async (caller: Caller, input: ToolGuardRequest): Promise<ToolGuardContent> => {
    const { name, server, tool, ruleset_hash: rulesetHash, unknown, wait_seconds: waitSeconds, map } = input
    const guard = { server, tool, ruleset_hash: rulesetHash, unknown, map }
    const mistakes = await findMistakes(caller, guard).catch((error: unknown) => refuseRuleset('guard', error))
    if (mistakes.length > 0) throw unfitMap(mistakes)
    return { name, server, tool, rulesetHash, unknown, waitSeconds, map }
  }
  const find = async (caller: Caller, id: string): Promise<StoredToolGuard> => {
    const row = await store.findToolGuard(namespaceOf(caller), storedId('tool guard', id))
    if (row === null) throw targetNotFound('tool guard', id)
    return row
  }
  const showConfirmable = async (caller: Caller, row: StoredToolGuard): Promise<ConfirmableGuard> => {
    const [shown, mayNotConfirm] = await Promise.all([
      show(caller, row),
      barredFromConfirming(store, caller, caller.account, row),
    ])
    return { ...shown, mayNotConfirm }
  }
  return {
    listGuards: async (caller, page) => {
      demandPermission(caller, 'read_guardrails')
      const read = store.listToolGuards.bind(null, namespaceOf(caller))
      return readPage('guards', page, read, (rows) => Promise.all(rows.map((row) => show(caller, row))))
    },

    guard: async (caller, id) => {
      demandPermission(caller, 'read_guardrails')
      return showConfirmable(caller, await find(caller, id))
    },

    addGuard: async (caller, input, call = null) => {
      demandPermission(caller, 'edit_guards')
      const id = newId()
      const limit = limits.guardrails_per_group
      const { person, label: by } = caller
      const addition = {
        id,
        ...(await contentOf(caller, input)),
        at: now(),
        by,
        editorId: person?.id ?? null,
        limit,
        call,
      }
      const result = await store.addToolGuard(namespaceOf(caller), addition)
      return showConfirmable(caller, addedRow('tool guard', { name: input.name, limit, projectId: id }, result))
    },

    changeGuard: async (caller, id, version, input) => {
      const change = {
        ...changeOf('tool guard', caller, id, version, now()),
        ...(await contentOf(caller, input)),
        editorId: caller.person?.id ?? null,
      }
      return showConfirmable(
        caller,
        changedRow('tool guard', change, await store.changeToolGuard(namespaceOf(caller), change)),
      )
    },

    removeGuard: removeTargetOf('tool guard', store.removeToolGuard, now),

    confirmGuard: async (caller, id, { version, digest }) => {
      demandPermission(caller, 'confirm_guards')
      const read = { id: storedId('tool guard', id), version, digest }
      const confirmed = await confirmGuard(dependencies, caller, read)
      return showConfirmable(caller, changedRow('tool guard', { id, name: id }, confirmed))
    },

    mistakes: async (caller, { ruleset_hash, map }) => {
      demandPermission(caller, 'edit_guards')
      const guard = { server: 'draft', tool: 'draft', unknown: 'refuse', ruleset_hash, map } as const
      return findMistakes(caller, guard).catch((error: unknown) => [rulesetMistake(error)])
    },
  }
}

const MAX_LISTED = 100

/** @throws everything that is not about the ruleset unchanged */
function rulesetMistake(error: unknown): GuardMistake {
  if (!isRulesetRefusal(error)) throw error
  return { field: 'ruleset_hash', message: error.message }
}

function unfitMap(mistakes: readonly { readonly field: string; readonly message: string }[]): Refusal {
  const failures = mistakes.slice(0, MAX_LISTED).map(({ field, message }) => ({
    ...{ field, expected: 'a source that fits the claim of the ruleset' },
    received: message,
  }))
  const [first] = failures
  return new Refusal(
    'BAD_REQUEST',
    `The claim map does not fit the ruleset: ${first?.field ?? ''}: ${first?.received ?? ''}`,
    { failures, failure_count: mistakes.length },
  )
}
