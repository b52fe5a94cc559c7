/** What signing is made of. */
import type { ApprovalFactVerbs } from '../../store/approval-facts'
import type { ApprovedRevisionVerbs } from '../../store/approved-revisions'
import type { CeremonyVerbs } from '../../store/ceremonies'
import type { LogVerbs } from '../../store/log-entries'
import type { NamespaceVerbs } from '../../store/namespaces'
import type { ProofMeansVerbs } from '../../store/proof-means'
import type { ReviewVerbs } from '../../store/reviews'
import type { LogNotary } from '../audit/log-notary'
import type { EngineDispatch } from '../engine/dispatch'
import type { Passkeys } from '../people/passkeys'
import type { People } from '../people/people'
import type { RulesetLibrary } from '../ruleset-library'
import type { LibrarySource } from '../unit-libraries'
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
