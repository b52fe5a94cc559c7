/** GET /v1/units/bridge, under the library in force. A text that is not a unit gets an answer, not a refusal. */
import { canonicalJson } from '../../api/canonical-json'
import { VERSIONS } from '../../api/terms/versions'
import type { Bridge } from '../../language/units/bridge'
import type { Success } from '../calls/call-context'
import type { Caller } from '../calls/caller'
import type { RequestOf } from '../calls/requests'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibrarySource } from '../library/unit-libraries'

export interface BridgeDependencies {
  readonly engine: Pick<EngineDispatch, 'bridge'>
  readonly libraryOf: LibrarySource['libraryOf']
}

/** @throws Refusal ENGINE_BUSY under a library that is too large for the event loop */
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
