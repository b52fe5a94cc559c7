'use client'

import clsx from 'clsx'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { TARGET_KINDS } from './target-kinds'

/** Between the two kinds of what frames are sent to. */
export function TargetsTabs() {
  const path = usePathname()
  return (
    <nav aria-label="Guardrails and applications" className="mb-4 flex gap-1 border-b border-line">
      {Object.values(TARGET_KINDS).map(({ list: { href, title } }) => (
        <Link
          key={href}
          href={href}
          aria-current={path === href ? 'page' : undefined}
          className={clsx(
            '-mb-px border-b-2 px-3 py-1.5 text-sm hover:text-ink',
            path === href ? 'border-accent font-medium text-ink' : 'border-transparent text-ink-soft',
          )}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}
