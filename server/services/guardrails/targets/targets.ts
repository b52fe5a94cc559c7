/**
 * Functions refuse with CREDENTIAL_SCOPE, 404 (not in this group), 412 (another version), 409 (name taken, or target in
 * use) and BUDGET_EXCEEDED.
 */
import { type ApplicationDependencies, type Applications, createApplications } from './applications'
import { createGuardrails, type GuardrailDependencies, type Guardrails } from './guardrails'
import { createProjects, type ProjectDependencies, type Projects } from './projects'

export type Targets = Projects & Guardrails & Applications

export function createTargets(
  dependencies: ProjectDependencies & GuardrailDependencies & ApplicationDependencies,
): Targets {
  return { ...createProjects(dependencies), ...createGuardrails(dependencies), ...createApplications(dependencies) }
}
