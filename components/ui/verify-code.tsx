import { lazy, Suspense, useEffect, useState } from 'react'

const QrCode = lazy(async () => ({ default: (await import('./qr-code')).QrCode }))

/**
 * The address for the code on a printed page. Browsers do not send the fragment, so no server learns what is verified.
 * @param subject the id of a record, or the hash of a ruleset
 */
export function verifyAddress(origin: string, subject: string): string {
  return `${origin}/verify#${subject}`
}

const RECORD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const HASH = /^[0-9a-f]{64}$/

/** Returns the record or ruleset that a fragment names, or null. */
export function readSubject(fragment: string): string | null {
  const subject = fragment.replace(/^#/, '')
  return RECORD_ID.test(subject) || HASH.test(subject) ? subject : null
}

/** Shorter fragments are places of the page itself. */
const MIN_SUBJECT_LENGTH = 20

/** Whether a fragment is the end of a printed code that was typed or read wrongly. */
export function isDamagedSubject(fragment: string): boolean {
  return fragment.length > MIN_SUBJECT_LENGTH && readSubject(fragment) === null
}

/** Says which receipt belongs to a printed code. */
export function subjectInWords(subject: string): string {
  return HASH.test(subject) ? 'the ruleset on the printed page' : 'the signature on the printed page'
}

/** The fragment of the page's own address. Empty while the server renders the page, which does not know it. */
export function useFragment(): string {
  const [fragment, setFragment] = useState('')
  useEffect(() => {
    const read = () => setFragment(window.location.hash)
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return fragment
}

/**
 * Shows where to verify, as an address and as a code for a phone.
 * @param props.subject as of {@link verifyAddress}
 */
export function VerifyCode({ subject, children }: { readonly subject: string; readonly children: string }) {
  // The server does not know under which address the page was opened.
  const [origin, setOrigin] = useState<string | null>(null)
  useEffect(() => setOrigin(window.location.origin), [])
  const address = origin === null ? null : verifyAddress(origin, subject)
  return (
    <div className="verify-code flex flex-wrap items-center gap-4">
      <div className="size-32 shrink-0">
        {address !== null && (
          <Suspense fallback={null}>
            <QrCode text={address} label={`Code with the address ${address}`} className="size-32" />
          </Suspense>
        )}
      </div>
      <div className="min-w-0 flex-1 basis-60">
        <p>{children}</p>
        {address !== null && (
          <a href={address} className="font-mono text-sm text-accent underline wrap-anywhere">
            {address}
          </a>
        )}
      </div>
    </div>
  )
}
