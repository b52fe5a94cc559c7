import type { ReviewRow } from './sheet'

type Account = NonNullable<ReviewRow['account']>
type Admission = Account['admissions'][number]

/** Says who invited and who confirmed the signer, and when, with the roles that the signer had. */
export function SignerAccount({ account: { roles, admissions } }: { readonly account: Account }) {
  return (
    <ul className="text-sm text-ink-soft" aria-label="Account of the signer">
      <li>Role then: {new Intl.ListFormat('en').format(roles)}</li>
      {admissions.map((admission) => (
        <AdmissionLine key={`${admission.kind} ${admission.by} ${admission.at}`} admission={admission} />
      ))}
      {admissions.length === 0 && <li>It is not recorded who invited the signer.</li>}
    </ul>
  )
}

const VERBS = {
  invitation: 'Invited by',
  operator: 'Added by the',
  confirmation: 'Confirmed by',
} as const satisfies Record<Admission['kind'], string>

/** The day is in UTC, because the time zone of a printed page's reader is unknown. */
function AdmissionLine({ admission: { kind, by, at } }: { readonly admission: Admission }) {
  return (
    <li className="wrap-anywhere">
      {VERBS[kind]} {by}, <time dateTime={at}>{at.slice(0, 10)}</time>
    </li>
  )
}
