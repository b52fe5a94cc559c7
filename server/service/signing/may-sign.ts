/**
 * Who may sign what.
 *
 * Promises: beside the permission matrix, a namespace may demand that whoever saved a revision does not approve it; any
 * other meaning they may sign.
 */

import { Refusal } from '../../contract/refusal'
import type { Meaning } from '../../contract/review-meanings'
import type { ApprovedRevisionVerbs } from '../../store/approved-revisions'
import { actorsOf, type Caller, type CallingPerson } from '../caller'
import { namespaceOf } from '../namespace-of'
import { mayDo } from '../permissions'
import { demandPermission } from '../permit'
import type { Sheet } from './signing'

type Parts = { readonly store: Pick<ApprovedRevisionVerbs, 'hasSaved'> }

const OWN_REVISION =
  'In this namespace somebody else than its author approves a revision, and you saved this one. Another reviewer can approve it.'

const NOT_COMPILING =
  'This revision does not compile, so it cannot be approved. Changes can be requested, and an earlier approval can be withdrawn.'

/** @param compiles whether these bytes do: what decides nothing is not approved */
export async function maySign(parts: Parts, caller: Caller, hash: string, compiles: boolean): Promise<Sheet['may']> {
  if (!mayDo(actorsOf(caller), 'sign'))
    return {
      sign: false,
      approve: false,
      reason: 'Reviewers of this namespace sign. An administrator gives that role.',
    }
  if (!compiles) return { sign: true, approve: false, reason: NOT_COMPILING }
  const own = await isBarredAuthor(parts, caller, hash)
  return { sign: true, approve: !own, reason: own ? OWN_REVISION : null }
}

/** @throws Refusal CREDENTIAL_SCOPE, TIER_UNAVAILABLE */
export async function demandSigner(
  parts: Parts,
  caller: Caller,
  hash: string,
  meaning: Meaning,
): Promise<CallingPerson> {
  demandPermission(caller, 'sign')
  if (caller.person === null) throw new Error('only people have the permission to sign')
  if (meaning === 'approved' && (await isBarredAuthor(parts, caller, hash)))
    throw new Refusal('CREDENTIAL_SCOPE', OWN_REVISION)
  return caller.person
}

/** @throws Refusal COMPILE_FAILED where bytes that do not compile are to be approved */
export function demandCompiling(meaning: Meaning, compiles: boolean): void {
  if (meaning === 'approved' && !compiles) throw new Refusal('COMPILE_FAILED', NOT_COMPILING)
}

async function isBarredAuthor({ store }: Parts, caller: Caller, hash: string): Promise<boolean> {
  const { person, account } = caller
  return account.separateApprover && person !== null && (await store.hasSaved(namespaceOf(caller), hash, person.id))
}
