'use client'

import clsx from 'clsx'
import { type KeyboardEvent, useId, useState } from 'react'

/** A grouped list that is filtered by typing. */
export function GroupedChoice(props: {
  readonly bound: { readonly id: string; readonly 'aria-describedby': string | undefined }
  readonly groups: readonly OptionGroup[]
  /** Empty for everything. */
  readonly value: string
  readonly everything: string
  readonly onChange: (value: string) => void
}) {
  const { bound, groups, value, everything, onChange } = props
  const id = useId()
  /** Null while the list is closed. */
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const matches = foundGroups([{ title: '', options: [{ value: '', title: everything }] }, ...groups], typed ?? '')
  const options = matches.flatMap((group) => group.options)
  const chosen = groups.flatMap((group) => group.options).find((option) => option.value === value)
  const open = () => {
    if (typed === null) setTyped('')
  }
  const choose = (picked: string) => {
    setTyped(null)
    setActive(0)
    onChange(picked)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (typed === null) setTyped('')
      else setActive(Math.min(Math.max(active + step, 0), options.length - 1))
    } else if (event.key === 'Enter' && typed !== null) {
      event.preventDefault()
      const picked = options[active]
      if (picked !== undefined) choose(picked.value)
    } else if (event.key === 'Escape' && typed !== null) {
      event.preventDefault()
      setTyped(null)
    }
  }
  return (
    <div className="relative">
      <input
        {...bound}
        type="text"
        role="combobox"
        aria-expanded={typed !== null}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={typed !== null && options[active] !== undefined ? `${id}-${active}` : undefined}
        autoComplete="off"
        value={typed ?? chosen?.title ?? ''}
        placeholder={typed === null ? everything : 'Type to search'}
        onChange={({ target }) => {
          setTyped(target.value)
          // The first match, not the choice of everything.
          setActive(0)
        }}
        onFocus={(event) => event.target.select()}
        onClick={open}
        onKeyDown={press}
        onBlur={() => setTyped(null)}
        className="h-9 w-full rounded-md border border-line-strong/60 bg-raised px-2.5 text-base text-ink placeholder:text-ink"
      />
      {typed !== null && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={everything}
          // Keeps the focus in the entry.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute top-10 left-0 z-20 max-h-80 w-80 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-md border border-line bg-raised py-1 shadow-lg"
        >
          {options.length === 0 && <p className="px-3 py-2 text-sm text-ink-soft">No matches.</p>}
          {matches.map((group) => (
            <Options key={group.title} {...{ id, group, value, active }} onChoose={choose} />
          ))}
        </div>
      )}
    </div>
  )
}

function Options(props: {
  readonly id: string
  readonly group: FoundGroup
  readonly value: string
  readonly active: number
  readonly onChoose: (value: string) => void
}) {
  const { id, group, value, active, onChoose } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list of options
    <div role="group" aria-label={group.title === '' ? 'All' : group.title}>
      {group.title !== '' && (
        <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-faint">
          {group.title}
        </p>
      )}
      {group.options.map((option, position) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the entry takes the keys
        <div
          key={option.value}
          ref={group.first + position === active ? scrolledTo : undefined}
          id={`${id}-${group.first + position}`}
          role="option"
          tabIndex={-1}
          aria-selected={option.value === value}
          onClick={() => onChoose(option.value)}
          className={clsx(
            'cursor-pointer px-3 py-1 text-sm',
            group.first + position === active ? 'bg-accent-soft text-ink' : 'text-ink-soft hover:bg-canvas',
            option.value === value && 'font-medium text-ink',
          )}
        >
          {option.title}
        </div>
      ))}
    </div>
  )
}

function scrolledTo(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}

export interface OptionGroup {
  /** May be empty. */
  readonly title: string
  readonly options: readonly { readonly value: string; readonly title: string }[]
}

export interface FoundGroup extends OptionGroup {
  /** Position of its first option in the whole list. */
  readonly first: number
}

/** Returns the options with every word of the search in their own title or the group's. */
export function foundGroups(groups: readonly OptionGroup[], search: string): readonly FoundGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const matches: FoundGroup[] = []
  let first = 0
  for (const { title, options } of groups) {
    const fitting = options.filter((option) => {
      const text = `${option.title}\n${title}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    if (fitting.length > 0) matches.push({ title, options: fitting, first })
    first += fitting.length
  }
  return matches
}
