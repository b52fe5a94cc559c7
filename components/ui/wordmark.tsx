import Link from 'next/link'

/** The name of the product, which leads home. */
export function Wordmark() {
  return (
    <Link href="/" className="flex shrink-0 items-center gap-2 font-semibold text-ink">
      <svg width="18" height="18" viewBox="0 0 32 32" aria-hidden="true">
        <rect x="3" y="3" width="26" height="26" rx="6" fill="var(--ink)" />
        <path
          d="M9 20 L14 23 L23 10"
          fill="none"
          stroke="var(--canvas)"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Touchstone
    </Link>
  )
}
