/**
 * /health and /ready: what works (service.md, "Bodies not shown").
 */
import { canonicalJson } from '../contract/canonical-json'
import { VERSIONS } from '../contract/versions'
import type { Success } from './service'

/** Each part answers null when it is ready, else why it is not, in words an operator may show. */
export interface HealthProbes {
  readonly database: () => Promise<string | null>
  readonly engine: () => string | null
  readonly bus: () => Promise<string | null>
}

export async function reportHealth(probes: HealthProbes, mustBeReady: boolean): Promise<Success> {
  const [database, engine, bus] = await Promise.all([probes.database(), probes.engine(), probes.bus()])
  const ready = database === null && engine === null && bus === null
  return {
    status: mustBeReady && !ready ? 503 : 200,
    body: canonicalJson({
      ok: true,
      database: database ?? 'ready',
      engine: engine ?? 'ready',
      bus: bus ?? 'ready',
      versions: VERSIONS,
    }),
  }
}
