/**
 * GET /v1/flags has one answer for every caller. A missing operation is false, so that clients need not guess from the
 * release.
 */
import { canonicalJson } from '../api/canonical-json'
import { OPERATIONS, type Operation } from '../api/operations'
import { VERSIONS } from '../api/terms/versions'
import type { Success } from './calls/call-context'

export interface DeploymentFacts {
  readonly credentialsDemanded: boolean
  readonly evaluationIssuedPerHour: number
}

export function reportFlags({ credentialsDemanded, evaluationIssuedPerHour }: DeploymentFacts): Success {
  const offered = Object.values<Operation>(OPERATIONS)
  const has = (path: string, method: Operation['method']) =>
    offered.some((operation) => operation.path === path && operation.method === method)
  return {
    body: canonicalJson({
      ok: true,
      flags: {
        approvals: has('/v1/approvals', 'POST'),
        credentials_required: credentialsDemanded,
        evaluation_credentials: credentialsDemanded && evaluationIssuedPerHour > 0,
        labels: has('/v1/vocabulary', 'GET'),
        mcp: offered.some(({ tool }) => tool !== null),
        prompt_packs: has('/v1/prompt-pack', 'POST'),
        saved_rulesets: has('/v1/rulesets', 'POST'),
        unit_converters: has('/v1/units/converters', 'POST'),
      },
      versions: VERSIONS,
    }),
  }
}
