'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { usePathname, useRouter } from 'next/navigation'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { MAX_QUERY_CHARS } from '../../../server/api/terms/ruleset-terms'
import { Dialog } from '../dialog'
import { refusalOf, server, useSettled } from '../server-calls'
import { focusClaim, offeredActions, revealInEditor } from './page-actions'
import { actionEntries, hitEntries, PALETTE_GROUPS, type PaletteEntry, pageEntries } from './palette-entries'
import { useMay, useOwnPages, useViewer } from './viewer'

const TYPING_PAUSE_MS = 150
/** Pause before asking again for texts that the search could not read yet. */
const UNSEARCHED_MS = 1_000

/** Goes to pages, rulesets and places in their text, and runs actions of the page: a combobox in a dialog. */
export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // The element that opened the dialog may still take the focus back.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const { entries, search } = usePaletteEntries(typed)
  const go = useGo(onClose)
  const at = Math.min(chosen, entries.length - 1)
  const active = entries[at]
  const pressed = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (event.nativeEvent.isComposing) return
    if (step !== undefined && entries.length > 0) setChosen(step(at, entries.length))
    else if (event.key === 'Enter' && active !== undefined) go(active)
    else return
    event.preventDefault()
  }
  return (
    <Dialog open onClose={onClose} title="Go to">
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label="Search pages, rulesets and their text"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : `${id}-${at}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_QUERY_CHARS}
        placeholder="Page, ruleset, rule, claim or question"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setChosen(0)
        }}
        onKeyDown={pressed}
        className="h-9 w-full rounded-md border border-line-strong bg-surface px-3 text-ink placeholder:text-ink-faint"
      />
      <p role="status" className="mt-2 text-sm text-ink-faint">
        {statusWords(entries.length, search)}
      </p>
      <EntryList id={id} entries={entries} at={at} onGo={go} />
    </Dialog>
  )
}

const PAGE_STEP = 8
const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  PageDown: (at, count) => Math.min(at + PAGE_STEP, count - 1),
  PageUp: (at) => Math.max(at - PAGE_STEP, 0),
}

type PaletteSearch = ReturnType<typeof usePaletteEntries>['search']

function usePaletteEntries(typed: string) {
  const { namespace } = useViewer()
  const [mayRead, maySave] = [useMay('read'), useMay('save')]
  const path = usePathname()
  const query = useSettled(typed.trim(), TYPING_PAUSE_MS)
  const search = useQuery({
    queryKey: ['search', namespace.id, query],
    queryFn: ({ signal }) => server.search.find.query({ query }, { signal }),
    enabled: mayRead && query !== '',
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.unsearched ?? 0) > 0 ? UNSEARCHED_MS : false),
  })
  const pages = useOwnPages()
  const hits = typed.trim() === '' ? [] : hitEntries(search.data?.hits ?? [])
  const unsorted = [...actionEntries(typed, offeredActions()), ...pageEntries(typed, pages, path, maySave), ...hits]
  const entries = PALETTE_GROUPS.flatMap((group) => unsorted.filter((entry) => entry.group === group))
  return { entries, search }
}

function statusWords(count: number, { data, isError, error, isFetching }: PaletteSearch): string {
  if (isError) return refusalOf(error).message
  if (data?.tookTooLong === true) return 'The search took too long. Type a longer or a rarer word.'
  const found = count === 1 ? '1 entry' : `${count} entries`
  if (isFetching && count === 0) return 'Searching…'
  if (data?.hasMore === true) return `${found}, and there are more. Type another word to see fewer.`
  if ((data?.unsearched ?? 0) > 0) return `${found} so far. The text of other rulesets is being read.`
  return count === 0 ? 'Nothing found. A word must begin a word of the text.' : found
}

function EntryList(props: {
  readonly id: string
  readonly entries: readonly PaletteEntry[]
  /** Position of the active entry. */
  readonly at: number
  readonly onGo: (entry: PaletteEntry) => void
}) {
  const { id, entries, at, onGo } = props
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Entries" className="mt-1 pb-3">
      {PALETTE_GROUPS.map((group) => {
        const own = entries.flatMap((entry, place) => (entry.group === group ? [{ entry, place }] : []))
        if (own.length === 0) return null
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
          <div key={group} role="group" aria-label={group}>
            <p aria-hidden className="px-2 pt-3 pb-1 text-xs font-medium text-ink-faint">
              {group}
            </p>
            {own.map(({ entry, place }) => (
              <Entry key={entry.key} id={`${id}-${place}`} entry={entry} active={place === at} onGo={onGo} />
            ))}
          </div>
        )
      })}
    </div>
  )
}

function Entry(props: {
  readonly id: string
  readonly entry: PaletteEntry
  readonly active: boolean
  readonly onGo: (entry: PaletteEntry) => void
}) {
  const { id, entry, active, onGo } = props
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) option.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const isName = entry.group === 'Rulesets'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox, which keeps the focus
    <div
      ref={option}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onClick={() => onGo(entry)}
      className={clsx('cursor-pointer rounded-md px-2 py-1.5', active ? 'bg-accent-soft' : 'hover:bg-canvas')}
    >
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="min-w-0 break-words">
          {isName && entry.excerpt !== null ? <Marked excerpt={entry.excerpt} /> : entry.title}
        </span>
        {entry.detail !== '' && <span className="min-w-0 text-sm break-words text-ink-soft">{entry.detail}</span>}
      </span>
      {!isName && entry.excerpt !== null && (
        <span className="block text-sm break-words text-ink-soft">
          <Marked excerpt={entry.excerpt} />
        </span>
      )}
    </div>
  )
}

function Marked({ excerpt: { text, marks } }: { readonly excerpt: NonNullable<PaletteEntry['excerpt']> }) {
  const pieces = marks.flatMap(([start, end], index) => [
    text.slice(marks[index - 1]?.[1] ?? 0, start),
    <mark key={start} className="rounded-xs bg-warning-soft text-ink">
      {text.slice(start, end)}
    </mark>,
  ])
  return (
    <>
      {pieces}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  )
}

function useGo(onClose: () => void): (entry: PaletteEntry) => void {
  const router = useRouter()
  const path = usePathname()
  return ({ target }) => {
    onClose()
    if (target.kind === 'action') {
      // The closed dialog first returns the focus.
      requestAnimationFrame(target.run)
      return
    }
    if (target.kind === 'line') {
      if (path === target.href && revealInEditor(target.line)) return
      router.push(`${target.href}?line=${target.line}`)
      return
    }
    if (path !== target.href) router.push(target.href)
    if (target.kind === 'claim') focusClaim(target.claim)
  }
}
