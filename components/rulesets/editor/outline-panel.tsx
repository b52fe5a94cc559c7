'use client'

import { useEffect, useState } from 'react'
import type { OutlineEntry } from '../../../server/language/service/outline'
import type { LanguageClient } from '../../editor/language-client'
import { PanelSkeleton } from '../../ui/panel-states'

const KINDS = { claim: 'Claims', local: 'Locals', let: 'Definitions', assertion: 'Assertions' } as const

export function OutlinePanel(props: {
  readonly client: LanguageClient | null
  readonly source: string
  readonly onReveal: (line: number, column: number) => void
}) {
  const { client, source, onReveal } = props
  const [entries, setEntries] = useState<readonly OutlineEntry[] | null>(null)
  useEffect(() => {
    let outdated = false
    const timer = setTimeout(() => {
      void client?.ask(source, { about: 'outline' }).then((answer) => {
        if (!outdated && answer.about === 'outline') setEntries(answer.result)
      })
    }, 200)
    return () => {
      outdated = true
      clearTimeout(timer)
    }
  }, [client, source])
  if (entries === null) return <PanelSkeleton />
  if (entries.length === 0) return <p className="p-5 text-ink-soft">The text has no declarations yet.</p>
  return (
    <div className="flex flex-col gap-4 px-5 py-4" data-testid="outline">
      {(Object.keys(KINDS) as (keyof typeof KINDS)[]).map((kind) => {
        const ofKind = entries.filter((entry) => entry.kind === kind)
        if (ofKind.length === 0) return null
        return (
          <section key={kind} aria-labelledby={`outline-${kind}`}>
            <h2 id={`outline-${kind}`} className="mb-1 font-medium">
              {KINDS[kind]}
            </h2>
            <ul>
              {ofKind.map(({ name, detail, line, column, start }) => (
                <li key={start}>
                  <button
                    type="button"
                    onClick={() => onReveal(line, column)}
                    className="flex w-full items-baseline gap-2 rounded-sm px-1 py-0.5 text-left hover:bg-canvas"
                  >
                    <code className="font-mono text-sm break-all text-accent">{name}</code>
                    <span className="min-w-0 truncate text-sm text-ink-faint">{detail}</span>
                    <span className="ml-auto shrink-0 text-xs text-ink-faint tabular-nums">line {line}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
