import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { canonicalJson, canonicalObject } from '../../api/canonical-json'
import { VERSIONS } from '../../api/terms/versions'
import type { UnitLibraryVerbs } from '../../database/units/unit-libraries'
import type { Bridge } from '../../language/units/bridge'
import { unitSymbols } from '../../language/units/symbol-table'
import { builtInLibrary } from '../../language/units/unit-library'
import type { RequestOf, Success } from '../calls/call-context'
import { type Caller, namespaceOf } from '../calls/caller'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibrarySource } from '../library/unit-libraries'
import { toWireConverter } from './wire-converter'

export interface ListUnitsDependencies {
  readonly store: Pick<UnitLibraryVerbs, 'readUnitLibrary'>
  /** From {@link describeBuiltInStandards}. */
  readonly standards: string
}

/** Converters written before other tasks run. */
const ROWS_AT_ONCE = 500

/** GET /v1/units. Hash and converters are from one read, with the oldest converter first. */
export async function listUnits({ store, standards }: ListUnitsDependencies, caller: Caller): Promise<Success> {
  const { hash, converters } = await store.readUnitLibrary(namespaceOf(caller))
  const rows: string[] = []
  for (const [index, converter] of converters.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await yieldToOthers()
    rows.push(canonicalJson(toWireConverter(converter)))
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

/** Canonical JSON. */
export function describeBuiltInStandards(): string {
  const standards = new Map<string, { name: string; version: string; units: object[] }>()
  for (const { standard: name, version, symbol, aliases, definition } of unitSymbols(builtInLibrary())) {
    const units = standards.get(name)?.units ?? []
    units.push({ symbol, aliases, definition })
    standards.set(name, { name, version, units })
  }
  return canonicalJson([...standards.values()] as never)
}

export interface BridgeDependencies {
  readonly engine: Pick<EngineDispatch, 'bridge'>
  readonly libraryOf: LibrarySource['libraryOf']
}

/**
 * GET /v1/units/bridge, under the library in force. A text that is not a unit gets an answer, not a refusal.
 * @throws Refusal ENGINE_BUSY under a library that is too large for the event loop
 */
export async function bridgeUnits(
  { engine, libraryOf }: BridgeDependencies,
  caller: Caller,
  { from_unit: from, to_unit: to }: RequestOf<'bridgeUnits'>,
): Promise<Success> {
  return bridgeAnswer(await engine.bridge(await libraryOf(caller), from, to))
}

function bridgeAnswer({ exactOffset, ...bridge }: Bridge): Success {
  return { body: canonicalJson({ ok: true, ...bridge, exact_offset: exactOffset, versions: VERSIONS }) }
}
