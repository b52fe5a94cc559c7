/**
 * GET /v1/units: the standards that every library begins with, and what the project added.
 *
 * Promises: hash and converters are of one moment; of each pair of units the converter in force, oldest first. A long
 * list never holds the event loop for more than a few milliseconds.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { canonicalJson, canonicalObject } from '../../api/canonical-json'
import { VERSIONS } from '../../api/versions'
import type { UnitLibraryVerbs } from '../../database/units/unit-libraries'
import { builtInLibrary } from '../../language/units/library'
import { unitSymbols } from '../../language/units/unit-symbols'
import type { Caller } from '../access/caller'
import { namespaceOf } from '../access/namespace-of'
import type { Success } from '../service'
import { wireConverter } from './wire-converter'

export interface ListUnitsParts {
  readonly store: Pick<UnitLibraryVerbs, 'readUnitLibrary'>
  /** {@link builtInStandards}, which never change while a process runs. */
  readonly standards: string
}

/** Converters written before others get their turn. */
const ROWS_AT_ONCE = 500

export async function listUnits({ store, standards }: ListUnitsParts, caller: Caller): Promise<Success> {
  const { hash, converters } = await store.readUnitLibrary(namespaceOf(caller))
  const rows: string[] = []
  for (const [place, converter] of converters.entries()) {
    if (place % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await breathe()
    rows.push(canonicalJson(wireConverter(converter)))
  }
  return {
    body: canonicalObject({
      ok: 'true',
      unit_library_hash: canonicalJson(hash),
      standards,
      converters: `[${rows.join(',')}]`,
      versions: canonicalJson(VERSIONS),
    }),
  }
}

/** `standards` of the answer, as canonical JSON. */
export function builtInStandards(): string {
  const standards = new Map<string, { name: string; version: string; units: object[] }>()
  for (const { standard: name, version, symbol, aliases, definition } of unitSymbols(builtInLibrary())) {
    const units = standards.get(name)?.units ?? []
    units.push({ symbol, aliases, definition })
    standards.set(name, { name, version, units })
  }
  return canonicalJson([...standards.values()] as never)
}
