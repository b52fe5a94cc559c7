/** Joins projects, guardrails and applications. */
import { createApplications } from './create-applications'
import { createGuardrails } from './create-guardrails'
import { createProjects } from './create-projects'
import type { Targets } from './targets'

export type TargetsParts = Parameters<typeof createProjects>[0] &
  Parameters<typeof createGuardrails>[0] &
  Parameters<typeof createApplications>[0]

export function createTargets(parts: TargetsParts): Targets {
  return { ...createProjects(parts), ...createGuardrails(parts), ...createApplications(parts) }
}
