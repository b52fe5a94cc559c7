/** What signing is made of. */

import type { CeremonyVerbs } from '../../database/accounts/ceremonies'
import type { NamespaceVerbs } from '../../database/accounts/namespaces'
import type { ProofMeansVerbs } from '../../database/accounts/proof-means'
import type { ApprovalFactVerbs } from '../../database/signing/approval-facts'
import type { ApprovedRevisionVerbs } from '../../database/signing/approved-revisions'
import type { LogVerbs } from '../../database/signing/log-entries'
import type { ReviewVerbs } from '../../database/signing/reviews'
import type { Passkeys } from '../accounts/passkeys'
import type { People } from '../accounts/people'
import type { LogNotary } from '../audit/log-notary'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { RulesetLibrary } from '../rulesets/ruleset-library'
import type { LibrarySource } from '../units/unit-libraries'
import type { ChangesOf } from './changes-of-bytes'
import type { KeyRing } from './key-ring'

export interface SigningParts extends LibrarySource {
  readonly store: ReviewVerbs &
    ApprovedRevisionVerbs &
    ApprovalFactVerbs &
    ProofMeansVerbs &
    Pick<CeremonyVerbs, 'beginCeremony' | 'findCeremony'> &
    Pick<NamespaceVerbs, 'findNamespaces'> &
    Pick<LogVerbs, 'readEntries'>
  readonly engine: EngineDispatch
  readonly rulesets: RulesetLibrary
  readonly people: Pick<People, 'reauthenticate'>
  readonly passkeys: Pick<Passkeys, 'questionFor' | 'verify'>
  readonly changesOf: ChangesOf
  readonly keys: KeyRing
  readonly notary: LogNotary
  readonly limits: { readonly note_chars: number }
  /** Address of the documentation, without a final slash. */
  readonly docsUrl: string
  readonly now: () => Date
  readonly newId: () => string
}
