import clsx from 'clsx'
import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'

export function TabList(props: { readonly label: string; readonly className?: string; readonly children: ReactNode }) {
  return (
    <Tabs.List
      aria-label={props.label}
      className={clsx('flex min-h-10 flex-wrap items-stretch border-b border-line', props.className)}
    >
      {props.children}
    </Tabs.List>
  )
}

export function Tab(props: {
  readonly value: string
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <Tabs.Trigger
      value={props.value}
      className={clsx(
        'relative shrink-0 px-3 text-sm text-ink-soft -outline-offset-2 hover:text-ink',
        'data-[state=active]:font-medium data-[state=active]:text-ink data-[state=active]:after:absolute data-[state=active]:after:inset-x-2 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:bg-accent',
        props.className,
      )}
    >
      {props.children}
    </Tabs.Trigger>
  )
}
