import Link from 'next/link'

/** The one sentence that answers a pasted policy. */
export function ProseAnswer({ className }: { readonly className: string }) {
  return (
    <p className={className}>
      This reads as prose, which is not translated here: write each rule as an assertion, as{' '}
      <Link href="/docs/language" className="text-accent underline">
        the language guide
      </Link>{' '}
      and the examples show, and keep the prose in comments, each line after <code className="font-mono">{'//'}</code>.
    </p>
  )
}
