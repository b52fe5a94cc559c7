import clsx from 'clsx'
import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'

/** The row of tabs over the panels. */
export function PanelTabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Tabs.List
      aria-label={label}
      className="flex min-h-10 min-w-0 flex-wrap items-stretch border-b border-line bg-canvas px-2"
    >
      {children}
    </Tabs.List>
  )
}

export function PanelTab(props: {
  readonly value: string
  readonly className?: string
  /** On wide screens, where the text has no tab. */
  readonly alsoSelected?: boolean
  readonly children: ReactNode
}) {
  return (
    <Tabs.Trigger
      value={props.value}
      className={clsx(
        'relative inline-flex h-10 shrink-0 items-center gap-1.5 rounded-sm px-3 text-sm text-ink-soft -outline-offset-2 hover:text-ink',
        'data-[state=active]:font-medium data-[state=active]:text-ink data-[state=active]:after:absolute data-[state=active]:after:inset-x-2 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:bg-accent',
        props.alsoSelected && 'lg:font-medium lg:text-ink',
        props.className,
      )}
    >
      {props.children}
    </Tabs.Trigger>
  )
}

/** What is not shown is not drawn. */
export function TabPanel(props: { readonly value: string; readonly shown: string; readonly children: ReactNode }) {
  return (
    <Tabs.Content
      value={props.value}
      forceMount
      hidden={props.shown !== props.value}
      className="absolute inset-0 overflow-y-auto overscroll-contain -outline-offset-2"
    >
      {props.shown === props.value && props.children}
    </Tabs.Content>
  )
}

export function TabCount({ value, alarm = false }: { readonly value: number | undefined; readonly alarm?: boolean }) {
  // An empty count keeps its place, so that no tab moves when it comes.
  const empty = value === undefined || value === 0
  return (
    <span
      className={clsx(
        empty && 'invisible',
        'min-w-7 rounded-full px-1.5 text-center text-xs tabular-nums',
        alarm ? 'bg-false-soft text-false' : 'bg-line text-ink-soft',
      )}
    >
      {empty ? '' : value}
    </span>
  )
}
