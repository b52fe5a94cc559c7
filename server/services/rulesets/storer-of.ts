/**
 * Who is recorded as having stored or bound bytes for a call.
 *
 * Promises: null exactly where authorship is not recorded: an evaluation credential has a namespace without people, and
 * the playground stores nothing.
 */
import type { Storer } from '../../database/rulesets/rulesets'
import type { CallContext } from '../service'

/** Who calls, and whether a page, a program or an AI agent carries the call. */
export type Calling = Pick<CallContext, 'caller' | 'channel'>

export function storerOf({ caller, channel }: Calling): Storer | null {
  const { grade, person, credentialId, label } = caller
  if (grade === 'evaluation' || grade === 'playground') return null
  return { personId: person?.id ?? null, credentialId, channel, label }
}
