/**
 * What leaves the product as a file or on paper, told to the log of the namespace.
 *
 * Promises: who took what, and when; never the content. A page notes what it makes into a file or prints before it does so.
 */
import type { ExportedByPage } from '../../api/exports'
import type { NotedEventVerbs } from '../../database/signing/append-log'
import type { Caller } from '../access/caller'
import { namespaceOf } from '../access/namespace-of'
import { demandPermission } from '../access/permit'

export type ExportKind = ExportedByPage | 'log' | 'test_cases'

export interface ExportNoteParts {
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

export function createExports(parts: ExportNoteParts): Exports {
  return {
    note: async (caller, exported) => {
      demandPermission(caller, 'read')
      await noteExport(parts, caller, exported)
    },
  }
}

/** Whoever calls it has checked that the caller may export this. */
export async function noteExport(
  { store, now }: ExportNoteParts,
  caller: Caller,
  { what, reference }: NotedExport,
): Promise<void> {
  const details = { what, reference }
  await store.noteEvent(namespaceOf(caller), now(), { kind: 'exported', actor: caller.label, details })
}
