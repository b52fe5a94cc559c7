/**
 * How a thing that is kept by version is asked to change, and what is refused about it: that it is not there, moved on, is
 * needed, or that its name is taken; each the same for projects, guardrails and applications.
 */
import { Refusal } from '../../api/refusal'
import type { ChangeResult, Removal, RemoveResult } from '../../database/client/versioned-row'
import type { Caller } from '../access/caller'

export type Thing = 'project' | 'guardrail' | 'application' | 'review'

const WITHIN: Readonly<Record<Thing, string>> = {
  project: 'this group',
  guardrail: 'this project',
  application: 'this project',
  review: 'this group',
}

/** Why a thing cannot be removed, and what to do. */
const IN_USE: Readonly<Partial<Record<Thing, string>>> = {
  project: 'The project still has guardrails or applications. Remove those first.',
  guardrail: 'An application uses the guardrail. Take it out of the graph of that application first.',
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function notFound(thing: Thing, id: string): Refusal {
  const asked = UUID.test(id) ? id.toLowerCase() : 'that id'
  return new Refusal('BAD_REQUEST', `This group has no ${thing} ${asked}.`, {}, { status: 404 })
}

/** The id as it is stored. @throws Refusal 404 for what cannot be the id of anything */
export function storedId(thing: Thing, id: string): string {
  if (!UUID.test(id)) throw notFound(thing, id)
  return id.toLowerCase()
}

/** The version as it is asked of the store: none is 0, and none comes near what the database can count. */
function storedVersion(version: number): number {
  return Number.isInteger(version) && version > 0 && version < 2_147_483_647 ? version : 0
}

/** Which version of what is changed or removed, when and by whom. @throws Refusal 404 for what cannot be the id of anything */
export function changeOf(thing: Thing, caller: Caller, id: string, version: number, at: Date): Removal {
  return { id: storedId(thing, id), version: storedVersion(version), at, by: caller.label }
}

export function nameTaken(thing: Thing, name: string): Refusal {
  const failures = [
    {
      field: 'name',
      expected: `a name that no other ${thing} of ${WITHIN[thing]} has`,
      received: `the string ${JSON.stringify(name)}`,
    },
  ]
  const message = `Another ${thing} of ${WITHIN[thing]} is named so already.`
  return new Refusal('BAD_REQUEST', message, { failures, failure_count: 1 }, { status: 409 })
}

/** What a change made of it. @throws Refusal 404, 409, 412 */
export function changedRow<Row>(
  thing: Thing,
  { id, name }: { readonly id: string; readonly name: string },
  result: ChangeResult<Row>,
): Row {
  switch (result.kind) {
    case 'saved':
      return result.row
    case 'not_found':
      throw notFound(thing, id)
    case 'name_taken':
      throw nameTaken(thing, name)
    case 'version_moved':
      throw versionMoved(thing, result.version)
  }
}

/** @throws Refusal 404, 409, 412 */
export function demandRemoved(thing: Thing, id: string, result: RemoveResult): void {
  switch (result.kind) {
    case 'removed':
      return
    case 'not_found':
      throw notFound(thing, id)
    case 'in_use':
      throw new Refusal('BAD_REQUEST', IN_USE[thing] ?? `The ${thing} is in use.`, {}, { status: 409 })
    case 'version_moved':
      throw versionMoved(thing, result.version)
  }
}

function versionMoved(thing: Thing, version: number): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    `The ${thing} was changed since: it is at version ${version} now. Read it again and make the change anew.`,
    {},
    { status: 412 },
  )
}
