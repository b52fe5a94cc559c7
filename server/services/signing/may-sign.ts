import { Refusal } from '../../api/refusal'
import type { Meaning } from '../../api/terms/ruleset-terms'
import type { ApprovalFactVerbs } from '../../database/signing/approval-facts'
import { demandPermission, needsStrongerSession, STRONGER_SESSION } from '../access/permit'
import { actorsOf, type Caller, type CallingPerson, namespaceOf } from '../calls/caller'
import { hasPermission } from '../calls/permissions'
import { type Authorship, describeAuthorship, findAuthors } from './authors-of-bytes'

interface AuthorshipDependencies {
  readonly store: ApprovalFactVerbs
  readonly now: () => Date
}

export interface SigningRights {
  readonly sign: boolean
  /** Whether the meaning may be `approved`. */
  readonly approve: boolean
  /** Null if both are true. */
  readonly reason: string | null
}

const NOT_COMPILING =
  'This revision does not compile, so it cannot be approved. Changes can be requested, and an earlier approval can be withdrawn.'

/** @param compiles whether the bytes do: others cannot be approved */
export async function readSigningRights(
  dependencies: AuthorshipDependencies,
  caller: Caller,
  hash: string,
  compiles: boolean,
): Promise<SigningRights> {
  if (!hasPermission(actorsOf(caller), 'sign'))
    return {
      sign: false,
      approve: false,
      reason: 'Reviewers of this namespace sign. An administrator gives that role.',
    }
  if (needsStrongerSession(caller, 'sign')) return { sign: false, approve: false, reason: STRONGER_SESSION }
  if (!compiles) return { sign: true, approve: false, reason: NOT_COMPILING }
  const own = await barringAuthorship(dependencies, caller, hash)
  return { sign: true, approve: own === null, reason: own && ownRevision(own) }
}

/** @throws Refusal CREDENTIAL_SCOPE, TIER_UNAVAILABLE */
export async function demandSigner(
  dependencies: AuthorshipDependencies,
  caller: Caller,
  hash: string,
  meaning: Meaning,
): Promise<CallingPerson> {
  demandPermission(caller, 'sign')
  if (caller.person === null) throw new Error('only people have the permission to sign')
  const own = meaning === 'approved' ? await barringAuthorship(dependencies, caller, hash) : null
  if (own !== null) throw new Refusal('CREDENTIAL_SCOPE', ownRevision(own))
  return caller.person
}

/** @throws Refusal COMPILE_FAILED */
export function demandCompiling(meaning: Meaning, compiles: boolean): void {
  if (meaning === 'approved' && !compiles) throw new Refusal('COMPILE_FAILED', NOT_COMPILING)
}

/** Returns the caller's authorship if the namespace bars authors from approving. */
async function barringAuthorship(
  { store, now }: AuthorshipDependencies,
  caller: Caller,
  hash: string,
): Promise<Authorship | null> {
  const { person, account } = caller
  if (!account.separateApprover || person === null) return null
  const facts = (await store.approvalFacts(namespaceOf(caller), [hash], now())).get(hash)
  return (facts && findAuthors(facts).people.get(person.id)) ?? null
}

function ownRevision(own: Authorship): string {
  const { did, act } = own
  const how = did === 'stored' ? ', when it was compiled or checked' : ''
  const whose = act.credentialLabel === null ? '' : ', which you issued'
  return `In this namespace a person who is not an author of a ruleset approves it, and you ${describeAuthorship(own)}${whose}${how}. Ask another reviewer to approve it. You can still sign that you reviewed it, or request changes.`
}
