/**
 * Projects, guardrails and applications of a group.
 *
 * Promises: nothing of another group is found by its id; a change names the version that it was made from and never
 * overwrites another's; a guardrail that an application uses, or that a project still has, is not removed.
 */

import type { Aggregation } from '../../api/guardrail-terms'
import type { ApplicationGraph, GuardrailKind, GuardrailRequest } from '../../api/schemas/guardrail'
import type { Caller } from '../access/caller'

interface Kept {
  readonly id: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface Project extends Kept {
  readonly name: string
  readonly description: string
  readonly group: string
}

export type Guardrail = Kept &
  GuardrailKind & {
    readonly projectId: string
    readonly name: string
    readonly updatedBy: string
    /** Of `policy_rules` alone. */
    readonly ruleset: {
      /** The name by which it was chosen. */
      readonly name: string | null
      /** `history`: no name was stored with it; it is the one that pointed at the hash at the last change. */
      readonly name_source?: 'history'
      readonly state: 'approved' | 'unapproved' | 'missing'
      /** Why approvals in force do not count, in words; absent where none is in force. */
      readonly reason?: string
    } | null
  }

export interface Application extends Kept {
  readonly projectId: string
  readonly name: string
  readonly contextDocument: string
  readonly graph: ApplicationGraph
  readonly aggregation: Aggregation
  readonly updatedBy: string
}

export interface ApplicationInput {
  readonly name: string
  readonly contextDocument: string
  readonly graph: ApplicationGraph
  readonly aggregation: Aggregation
}

export interface Page<T> {
  readonly items: readonly T[]
  /** Asks for the next page; null after the last. */
  readonly next: string | null
}

export interface PageInput {
  readonly cursor: string | null
  /** 1 to 200. */
  readonly limit: number
}

/** Every function refuses with CREDENTIAL_SCOPE whoever may not; 404 for what is not there; 412 for another version; 409 for a name that is taken or a thing in use; BUDGET_EXCEEDED for one more than a group has. */
export interface Targets {
  listProjects(caller: Caller, page: PageInput): Promise<Page<Project>>
  project(caller: Caller, id: string): Promise<Project>
  addProject(caller: Caller, wish: { readonly name: string; readonly description: string }): Promise<Project>
  changeProject(
    caller: Caller,
    id: string,
    version: number,
    wish: { readonly name: string; readonly description: string },
  ): Promise<Project>
  removeProject(caller: Caller, id: string, version: number): Promise<void>

  /** Null: of all projects. */
  listGuardrails(caller: Caller, projectId: string | null, page: PageInput): Promise<Page<Guardrail>>
  guardrail(caller: Caller, id: string): Promise<Guardrail>
  addGuardrail(caller: Caller, projectId: string, wish: GuardrailRequest): Promise<Guardrail>
  changeGuardrail(caller: Caller, id: string, version: number, wish: GuardrailRequest): Promise<Guardrail>
  removeGuardrail(caller: Caller, id: string, version: number): Promise<void>

  listApplications(caller: Caller, projectId: string | null, page: PageInput): Promise<Page<Application>>
  application(caller: Caller, id: string): Promise<Application>
  addApplication(caller: Caller, projectId: string, wish: ApplicationInput): Promise<Application>
  changeApplication(caller: Caller, id: string, version: number, wish: ApplicationInput): Promise<Application>
  removeApplication(caller: Caller, id: string, version: number): Promise<void>
}
