import { Notice } from '../../ui/notice'

const REASONS: Readonly<Record<string, string>> = {
  unknown: 'There is no invitation for this identity. Ask an administrator for an invitation and open its link.',
  email_taken:
    'An account with your e-mail address already exists and has a password. Sign in with the password, or ask an administrator to invite another address.',
  no_email: 'The provider did not send your e-mail address, which an account needs.',
  other_address: 'The invitation is for a different e-mail address than the one the provider confirmed.',
  disabled: 'This account is disabled. Ask an administrator.',
  held: 'This invitation makes an administrator, so another administrator has to confirm it first. Try again after that.',
  no_namespace: 'You are no longer a member of any namespace. Ask an administrator to invite you.',
  provider: 'The sign-in at the provider failed or took too long. Try again.',
}

/** Says why the sign-in at the provider failed. */
export function ProviderProblem({ reason }: { readonly reason: string | undefined }) {
  if (reason === undefined) return null
  return (
    <Notice kind="problem" className="mb-4">
      {(Object.hasOwn(REASONS, reason) && REASONS[reason]) || REASONS.provider}
    </Notice>
  )
}
