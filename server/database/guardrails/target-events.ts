/**
 * The entries in the log of a namespace for a project, a guardrail or an application that was added, changed or removed.
 *
 * Promises: what it is, how it is named and at which version; of a guardrail its type, and the ruleset that it decides by.
 * Descriptions, instructions, graphs and context documents stay out: a log is stored for ever, and others read it.
 */
import type { Json } from '../../api/canonical-json'
import type { LogEvent } from '../signing/log-event'
import type { StoredGuardrailType } from './runnable-targets'

type Deed = 'added' | 'changed' | 'removed'

interface Versioned {
  readonly id: string
  readonly name: string
  /** The one that it has from now on; of what was removed, the last one. */
  readonly version: number
}

interface InProject extends Versioned {
  readonly projectId: string
}

interface TypedGuardrail extends InProject {
  readonly type: StoredGuardrailType
  readonly configuration: unknown
}

/** @param by label of the caller who did it */
export function projectEvent(deed: Deed, by: string, { id, name, version }: Versioned): LogEvent {
  return { kind: `project_${deed}`, actor: by, details: { project_id: id, project_name: name, version } }
}

/** @param by label of the caller who did it */
export function guardrailEvent(deed: Deed, by: string, guardrail: TypedGuardrail): LogEvent {
  const { id, projectId, name, type, configuration, version } = guardrail
  const own = { guardrail_id: id, guardrail_name: name, guardrail_type: type, project_id: projectId, version }
  const details = type === 'policy_rules' ? { ...own, ruleset_hash: rulesetHashIn(configuration) } : own
  return { kind: `guardrail_${deed}`, actor: by, details }
}

/** @param by label of the caller who did it */
export function applicationEvent(deed: Deed, by: string, { id, projectId, name, version }: InProject): LogEvent {
  const details = { application_id: id, application_name: name, project_id: projectId, version }
  return { kind: `application_${deed}`, actor: by, details }
}

/** Null where a row holds something else, which the schema of its type does not let through. */
function rulesetHashIn(configuration: unknown): Json {
  if (typeof configuration !== 'object' || configuration === null || !('ruleset_hash' in configuration)) return null
  return typeof configuration.ruleset_hash === 'string' ? configuration.ruleset_hash : null
}
