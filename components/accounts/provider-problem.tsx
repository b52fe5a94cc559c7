import { Notice } from '../ui/notice'

const REASONS: Readonly<Record<string, string>> = {
  unknown:
    'There is no invitation for you under this identity. Ask an administrator for an invitation and open its link.',
  email_taken:
    'There is an account with your e-mail address and a password. Sign in with the password, or ask an administrator to invite another address.',
  no_email: 'The provider did not state your e-mail address, which an account here needs.',
  other_address: 'The invitation is for another e-mail address than the one that the provider vouches for.',
  disabled: 'This account was disabled. Ask an administrator.',
  held: 'This invitation makes an administrator, and another administrator has to confirm it first. Try again once that is done.',
  no_namespace: 'You are a member of no namespace any more. Ask an administrator to invite you.',
  provider: 'The sign-in at the provider did not succeed, or it took too long. Try it again.',
}

/** Why a person who comes back from the outside provider is not signed in. */
export function ProviderProblem({ reason }: { readonly reason: string | undefined }) {
  if (reason === undefined) return null
  return (
    <Notice kind="problem" className="mb-4">
      {(Object.hasOwn(REASONS, reason) && REASONS[reason]) || REASONS.provider}
    </Notice>
  )
}
