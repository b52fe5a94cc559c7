/**
 * Records in the log of the namespace what leaves the product as a file or on paper.
 *
 * Promises: who took what, and when; never the content. A page notes what it makes into a file or prints before it does so.
 */
import type { ExportedByPage } from '../../api/log-kinds'
import type { NotedEventVerbs } from '../../database/signing/append-log'
import { type Caller, namespaceOf } from '../access/caller'
import { demandPermission } from '../access/permit'

export type ExportKind = ExportedByPage | 'log' | 'test_cases'

export interface ExportNoteDependencies {
  readonly store: NotedEventVerbs
  readonly now: () => Date
}

export interface NotedExport {
  readonly what: ExportKind
  /** Name of a ruleset, id of a record, number of entries; null where there is none. */
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

/** Trusts its caller to have checked that the person may export this. */
export async function noteExport(
  { store, now }: ExportNoteDependencies,
  caller: Caller,
  { what, reference }: NotedExport,
): Promise<void> {
  const details = { what, reference }
  await store.noteEvent(namespaceOf(caller), now(), { kind: 'exported', actor: caller.label, details })
}
