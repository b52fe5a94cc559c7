/** The content of an export is never logged. */
import type { ExportedByPage } from '../../api/terms/log-kinds'
import type { NotedEventVerbs } from '../../database/log/append-log'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'

export type ExportKind = ExportedByPage | 'log' | 'test_cases' | 'check_values' | 'decision_log'

export interface ExportNoteDependencies {
  readonly store: NotedEventVerbs
  readonly now: () => Date
}

export interface NotedExport {
  readonly what: ExportKind
  /** A ruleset name, record id or number of entries. */
  readonly reference: string | null
}

export interface Exports {
  note(caller: Caller, exported: NotedExport): Promise<void>
}

export function createExports(dependencies: ExportNoteDependencies): Exports {
  return {
    note: async (caller, exported) => {
      demandPermission(caller, 'read')
      await noteExport(dependencies, caller, exported)
    },
  }
}

/** The caller must have checked the permission. */
export async function noteExport(
  { store, now }: ExportNoteDependencies,
  caller: Caller,
  { what, reference }: NotedExport,
): Promise<void> {
  const details = { what, reference }
  await store.noteEvent(namespaceOf(caller), now(), { kind: 'exported', actor: caller.label, details })
}
