/**
 * Asks the browser's authenticators.
 *
 * Returns the authenticator's response, which is sent to the server unchanged, or a problem in words for the person.
 * The library is loaded on first use.
 */
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/http/trpc/router'

type Asked = inferRouterOutputs<AppRouter>['passkeys']
type Answered = inferRouterInputs<AppRouter>['passkeys']

/** `problem` is null if the person cancelled. */
export type Answer<T> = { readonly value: T } | { readonly problem: string | null }

/** Whether this browser supports passkeys at this address. */
export function knowsPasskeys(): boolean {
  const isNumber = /^[\d.]+$|:/.test(location.hostname)
  return window.isSecureContext && !isNumber && 'PublicKeyCredential' in window
}

export function answerPasskey(
  question: Asked['beginSignIn']['question'],
): Promise<Answer<Answered['signIn']['assertion']>> {
  return askAuthenticator(async () =>
    (await import('@simplewebauthn/browser')).startAuthentication({ optionsJSON: question }),
  )
}

export function makePasskey(
  options: Asked['beginAdding']['options'],
): Promise<Answer<Answered['endAdding']['registration']>> {
  return askAuthenticator(async () =>
    (await import('@simplewebauthn/browser')).startRegistration({ optionsJSON: options }),
  )
}

async function askAuthenticator<T>(ask: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await ask() }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

/** Browsers report the same error if the person cancelled and if no authenticator fits. */
function problemOf(error: unknown): string | null {
  const { name } = error instanceof Error ? error : { name: '' }
  if (name === 'NotAllowedError' || name === 'AbortError') return null
  if (name === 'InvalidStateError') return 'This authenticator already has one of your passkeys for this address.'
  if (name === 'SecurityError') return 'This browser cannot use passkeys at this address.'
  if (name === 'ConstraintError' || name === 'NotSupportedError')
    return 'This authenticator cannot store a passkey or does not verify you. Use another one.'
  return 'The authenticator did not respond. Try again.'
}
