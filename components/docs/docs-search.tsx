'use client'

import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { type DocsSection, excerptOf, searchSections } from './search-sections'

export const SEARCH_INDEX = '/docs/search.json'

type Index =
  | { readonly state: 'none' | 'loading' | 'failed' }
  | { readonly state: 'ready'; readonly sections: readonly DocsSection[] }

/**
 * Searches the documentation, as a combobox (ARIA Authoring Practices). The index is loaded on focus, and typed text
 * never leaves the browser.
 */
export function DocsSearch() {
  const id = useId()
  const [index, setIndex] = useState<Index>({ state: 'none' })
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(-1)
  const [isOpen, setOpen] = useState(false)

  const results = index.state === 'ready' ? searchSections(index.sections, query) : []
  const shown = isOpen && query.trim() !== ''
  const optionId = (position: number) => `${id}-${position}`

  const load = () => {
    if (index.state === 'ready' || index.state === 'loading') return
    setIndex({ state: 'loading' })
    fetch(SEARCH_INDEX)
      .then(async (response) => {
        if (!response.ok) throw new Error(String(response.status))
        setIndex({ state: 'ready', sections: (await response.json()) as readonly DocsSection[] })
      })
      .catch(() => setIndex({ state: 'failed' }))
  }
  const open = ({ href }: DocsSection) => {
    setOpen(false)
    window.location.assign(href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Escape') {
      // The first Escape closes the list; the second lets the browser clear the field.
      if (shown) event.preventDefault()
      setOpen(false)
      setActive(-1)
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && results.length > 0) {
      event.preventDefault()
      setOpen(true)
      const step = key === 'ArrowDown' ? 1 : -1
      const from = active < 0 && step < 0 ? 0 : active
      setActive((from + step + results.length) % results.length)
    } else if (key === 'Enter' && shown) {
      const chosen = results[Math.max(active, 0)]
      if (chosen !== undefined) open(chosen)
    }
  }

  return (
    <search className="relative mb-4 block max-w-[46rem] lg:mb-6">
      <label htmlFor={id} className="sr-only">
        Search the documentation
      </label>
      <Search size={15} aria-hidden className="pointer-events-none absolute top-2.5 left-3 text-ink-faint" />
      <input
        id={id}
        type="search"
        role="combobox"
        aria-expanded={shown && results.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && results[active] !== undefined ? optionId(active) : undefined}
        autoComplete="off"
        placeholder="Search the documentation"
        value={query}
        maxLength={200}
        onFocus={() => {
          load()
          setOpen(true)
        }}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          load()
          setQuery(event.target.value)
          setActive(-1)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
        className="w-full rounded-md border border-line-strong bg-surface py-1.5 pr-3 pl-9 text-sm text-ink placeholder:text-ink-faint"
      />
      <p role="status" className="sr-only">
        {shown ? statusOf(index, results.length) : ''}
      </p>
      <div
        className={clsx(
          'absolute inset-x-0 top-full z-20 mt-1 max-h-[70vh] overflow-y-auto rounded-md border border-line bg-surface shadow-lg',
          !shown && 'hidden',
        )}
      >
        {results.length === 0 && <p className="px-3 py-2 text-sm text-ink-soft">{statusOf(index, 0)}</p>}
        <div id={`${id}-list`} role="listbox" aria-label="Found in the documentation">
          {results.map((section, position) => (
            <div
              key={section.href}
              id={optionId(position)}
              role="option"
              tabIndex={-1}
              aria-selected={position === active}
              ref={(element) => {
                if (position === active) element?.scrollIntoView({ block: 'nearest' })
              }}
              // Without this the field loses focus, and the list closes before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => open(section)}
              onKeyDown={onKeyDown}
              className={clsx(
                'cursor-pointer border-t border-line px-3 py-2 first:border-t-0 hover:bg-canvas',
                position === active && 'bg-accent-soft',
              )}
            >
              <p className="text-sm font-medium text-ink">
                {section.heading}
                {section.heading !== section.page && (
                  <span className="font-normal text-ink-soft"> · {section.page}</span>
                )}
              </p>
              <p className="text-xs text-ink-soft">{excerptOf(section, query)}</p>
            </div>
          ))}
        </div>
      </div>
    </search>
  )
}

function statusOf({ state }: Index, results: number): string {
  if (state === 'failed') return 'The search could not be loaded. Reload the page to try again.'
  if (state !== 'ready') return 'Loading …'
  if (results === 0) return 'No results. Try fewer or shorter words.'
  return results === 1 ? '1 section was found.' : `${results} sections found.`
}
