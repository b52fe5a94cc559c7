/**
 * What an agent could do in a person's name, in words for whoever consents.
 */
import type { ViewerPermission } from '@/server/contract/viewer'

/** Each goes on from "the agent could". What no agent is given is not here. */
const RIGHTS: Partial<Record<ViewerPermission, string>> = {
  compute: 'compile rulesets and check claims against them',
  read: 'see the rulesets of your namespace, their approvals and the units',
  save: 'save revisions of rulesets, which the history shows as yours by an agent',
  convert: 'add unit converters',
}

export function rightsOfPerson(permissions: readonly ViewerPermission[]): string[] {
  return permissions.flatMap((permission) => RIGHTS[permission] ?? [])
}
