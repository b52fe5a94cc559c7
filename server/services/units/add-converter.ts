/**
 * POST /v1/units/converters. The factor has exactly the digits of the request. Concurrent additions lose no converter,
 * and old libraries stay stored, so that a check can be repeated.
 */
import { canonicalJson } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import { VERSIONS } from '../../api/terms/versions'
import type { RepeatableCall } from '../../database/access/repeatable-calls'
import type { NamespaceVerbs } from '../../database/accounts/namespaces'
import type { AddConverterResult, StoredConverter, UnitLibraryVerbs } from '../../database/units/unit-libraries'
import { printNumeral } from '../../language/numeric/numeral'
import type { Converter } from '../../language/units/unit'
import type { RequestOf, Success } from '../calls/call-context'
import { type Caller, namespaceOf } from '../calls/caller'
import { namespaceFullRefusal } from '../library/store-refusal'
import { addToLibrary, BUILT_IN_LIBRARY, type NewLibrary, type UnitLibraries } from '../library/unit-libraries'
import type { AffectedNames } from './affected-names'
import { type ConverterLimits, readConverter, toWireConverter } from './wire-converter'

export interface AddConverterDependencies {
  readonly store: Pick<UnitLibraryVerbs, 'addConverter'> & Pick<NamespaceVerbs, 'findAccount'>
  readonly libraries: UnitLibraries
  readonly affectedNames: AffectedNames
  /** Clears the cached callers of a namespace. */
  readonly forget: (namespaceId: string) => Promise<void>
  readonly limits: ConverterLimits & { readonly namespace_bytes: number }
  readonly now: () => Date
}

const MAX_ATTEMPTS = 100

const WARNING =
  'Results of stored rulesets may change: compile, check and the prompt pack use this library from now on. To repeat an earlier check, send `unit_library_hash` from its answer; null there means the built-in standards only, in a request as in an answer.'

/** @throws Refusal BAD_REQUEST with every failing field, BUDGET_EXCEEDED, ENGINE_BUSY */
export async function addConverter(
  dependencies: AddConverterDependencies,
  caller: Caller,
  request: RequestOf<'addConverter'>,
  call: RepeatableCall | null = null,
): Promise<Success> {
  const namespaceId = namespaceOf(caller)
  const converter = readConverter(request, dependencies.limits)
  const stored: StoredConverter = {
    ...{ fromUnit: converter.from, toUnit: converter.to },
    ...{ factor: printNumeral(converter.factor), offset: printNumeral(converter.offset) },
    ...{ attribution: request.attribution ?? null, addedAt: dependencies.now(), addedBy: caller.label },
  }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const added = await tryToAdd(dependencies, caller, converter, stored, call)
    if (added === null) continue
    await dependencies.forget(namespaceId)
    return {
      body: canonicalJson({
        ok: true,
        converter: toWireConverter({ ...stored, addedAt: new Date(added.addedAt) }),
        unit_library_hash: added.hash,
        previous_unit_library_hash: added.previous,
        warning: WARNING,
        affected: [...added.affected],
        versions: VERSIONS,
      }),
    }
  }
  throw new Refusal(
    'ENGINE_BUSY',
    'Other converters are being added to this library continuously, so this one was not added. Send the same request again.',
    { retry_after_ms: 1_000 },
  )
}

export interface ProposedLibrary {
  /** Hash of the library in force. */
  readonly seen: string | null
  readonly library: NewLibrary
  readonly affected: string[]
}

/** @throws Refusal ENGINE_BUSY */
export async function proposeLibrary(
  {
    store,
    libraries,
    affectedNames,
  }: Pick<AddConverterDependencies, 'libraries' | 'affectedNames'> & {
    readonly store: Pick<NamespaceVerbs, 'findAccount'>
  },
  caller: Caller,
  namespaceId: string,
  converter: Converter,
): Promise<ProposedLibrary> {
  const seen = (await store.findAccount(namespaceId))?.unitLibraryHash ?? null
  const before = seen === null ? BUILT_IN_LIBRARY : await libraries.libraryByHash(caller, seen)
  const library = addToLibrary(before, converter)
  return { seen, library, affected: await affectedNames.of(namespaceId, before, library.text) }
}

/** Null if another converter was added meanwhile. */
async function tryToAdd(
  dependencies: AddConverterDependencies,
  caller: Caller,
  converter: Converter,
  stored: StoredConverter,
  call: RepeatableCall | null,
): Promise<Extract<AddConverterResult, { kind: 'added' }> | null> {
  const namespaceId = namespaceOf(caller)
  const { store, libraries, limits } = dependencies
  // If the workers are busy, nothing must be stored.
  const { seen, library, affected } = await proposeLibrary(dependencies, caller, namespaceId, converter)
  const { hash } = library.text
  const added = await store.addConverter({
    ...{ namespaceId, seen, converter: stored, limitBytes: limits.namespace_bytes },
    editorId: caller.person?.id ?? null,
    library: { hash, canonical: library.canonical },
    affected,
    call,
  })
  if (added.kind === 'namespace_full') throw namespaceFullRefusal(limits.namespace_bytes, added.actual)
  if (added.kind === 'stale') return null
  if (added.hash === hash) libraries.remember(namespaceId, library)
  return added
}
