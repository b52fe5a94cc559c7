/** /health and /ready (public/docs/api.md, "Versions and health"). */
import { canonicalJson } from '../api/canonical-json'
import { VERSIONS } from '../api/terms/versions'
import type { TableProtection } from '../database/roles/read-protection'
import type { Success } from './calls/call-context'
import type { IntegrityReport } from './library/content-integrity'

/** Each probe returns null when ready, or a reason that an operator may show. */
export interface HealthProbes {
  readonly database: () => Promise<string | null>
  readonly engine: () => string | null
  readonly bus: () => Promise<string | null>
  /** The database's disk and the data on it. */
  readonly storage: () => Promise<string | null>
}

export async function reportHealth(
  probes: HealthProbes,
  { integrity, protection }: { readonly integrity: IntegrityReport; readonly protection: TableProtection },
  mustBeReady: boolean,
): Promise<Success> {
  const [database, engine, bus, storage] = await Promise.all([
    probes.database(),
    probes.engine(),
    probes.bus(),
    probes.storage(),
  ])
  const ready = database === null && engine === null && bus === null && storage === null
  return {
    status: mustBeReady && !ready ? 503 : 200,
    body: canonicalJson({
      ok: true,
      database: database ?? 'ready',
      engine: engine ?? 'ready',
      bus: bus ?? 'ready',
      storage: storage ?? 'ready',
      // A damaged text is an alarm, but the others are still served.
      integrity: { ...integrity },
      append_only: { ...protection },
      versions: VERSIONS,
    }),
  }
}
