'use client'

import clsx from 'clsx'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { lazy, Suspense, useEffect, useState } from 'react'
import { AccountMenu } from './account-menu'
import { Wordmark } from './app-header'
import { PaletteOpener } from './palette-opener'
import { ThemeToggle } from './theme-toggle'
import { useOwnPages } from './viewer'

// Loaded after the page.
const HeaderCount = lazy(() => import('./header-counts'))

export function WorkbenchHeader() {
  const path = usePathname()
  const shown = useOwnPages()
  // The server renders no counts. A cached answer would differ from its HTML while React hydrates.
  const [hasCounts, setHasCounts] = useState(false)
  useEffect(() => setHasCounts(true), [])
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-5 border-b border-line bg-surface px-4">
      <div className="flex h-12 items-center">
        <Wordmark />
      </div>
      <nav
        aria-label="Main"
        className="order-last -mx-4 flex w-[calc(100%+2rem)] min-w-0 flex-wrap items-center gap-1 border-t border-line px-3 py-1 lg:order-none lg:mx-0 lg:w-auto lg:flex-1 lg:border-0 lg:p-0"
      >
        {shown.map(({ href, title }) => {
          const here = isUnder(path, href)
          return (
            <Link
              key={href}
              href={href}
              aria-current={here ? 'page' : undefined}
              className={clsx(
                'shrink-0 rounded-md px-2.5 py-1 text-sm hover:bg-canvas hover:text-ink',
                here ? 'bg-canvas font-medium text-ink' : 'text-ink-soft',
              )}
            >
              {title}
              {hasCounts && (
                <Suspense fallback={null}>
                  <HeaderCount href={href} />
                </Suspense>
              )}
            </Link>
          )
        })}
      </nav>
      <div className="ml-auto flex items-center gap-1">
        <PaletteOpener />
        <ThemeToggle />
        <AccountMenu />
      </div>
    </header>
  )
}

function isUnder(path: string, href: string): boolean {
  if (href === '/') return path === '/' || path.startsWith('/rulesets') || path.startsWith('/approve')
  if (href === '/guardrails' && /^\/(applications|tool-guards)/.test(path)) return true
  return path === href || path.startsWith(`${href}/`)
}
