/**
 * Projects, guardrails and applications of a group.
 *
 * Promises: no target of another group is found by its id; a change names the version that it was made from and never
 * overwrites another change; a guardrail that an application uses, and a project that has guardrails or applications, is
 * not removed.
 *
 * Every function refuses with CREDENTIAL_SCOPE a caller who may not do this; with 404 an id that the group does not have,
 * with 412 another version, with 409 a name that is taken or a target in use, and with BUDGET_EXCEEDED one target more than
 * the group may have.
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
