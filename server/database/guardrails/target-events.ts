/**
 * Descriptions, instructions, graphs and context documents are omitted, because a log is permanent and others read it.
 */
import type { Json } from '../../api/canonical-json'
import type { LogEvent } from '../log/log-event'
import type { StoredGuardrailType } from './runnable-targets'

type Deed = 'added' | 'changed' | 'removed'

interface Versioned {
  readonly id: string
  readonly name: string
  /** The new version, or the last one of a removed target. */
  readonly version: number
}

interface InProject extends Versioned {
  readonly projectId: string
}

interface TypedGuardrail extends InProject {
  readonly type: StoredGuardrailType
  readonly configuration: unknown
}

export function projectEvent(deed: Deed, by: string, { id, name, version }: Versioned): LogEvent {
  return { kind: `project_${deed}`, actor: by, details: { project_id: id, project_name: name, version } }
}

export function guardrailEvent(deed: Deed, by: string, guardrail: TypedGuardrail): LogEvent {
  const { id, projectId, name, type, configuration, version } = guardrail
  const own = { guardrail_id: id, guardrail_name: name, guardrail_type: type, project_id: projectId, version }
  const details = type === 'policy_rules' ? { ...own, ruleset_hash: rulesetHashIn(configuration) } : own
  return { kind: `guardrail_${deed}`, actor: by, details }
}

export function applicationEvent(deed: Deed, by: string, { id, projectId, name, version }: InProject): LogEvent {
  const details = { application_id: id, application_name: name, project_id: projectId, version }
  return { kind: `application_${deed}`, actor: by, details }
}

/** Null for a value that the schema would reject. */
function rulesetHashIn(configuration: unknown): Json {
  if (typeof configuration !== 'object' || configuration === null || !('ruleset_hash' in configuration)) return null
  return typeof configuration.ruleset_hash === 'string' ? configuration.ruleset_hash : null
}
