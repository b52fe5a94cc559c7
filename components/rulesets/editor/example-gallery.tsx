import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useState } from 'react'
import { type ExampleTitle, fetchExample } from '../../checks/examples'
import { ColouredText } from '../../editor/coloured-text'
import { Button, Field, TextEntry } from '../../ui/controls'
import { Dialog } from '../../ui/dialog'
import { RefusalNotice } from '../../ui/notice'
import { EmptyState, SkeletonLines } from '../../ui/page-frame'
import { refusalOf } from '../../ui/server-calls'
import { domainTitle, foundExamples, STARTER } from '../ruleset-data'
import type { StartFrom } from './ruleset-editor'

/** Listed with the examples, so that an author can return to it. */
const SHORT_TEXT = 'short-text'

/** Example policies as cards. The chosen one shows its text before it is used. */
export function ExampleGallery(props: {
  readonly examples: readonly ExampleTitle[]
  readonly onStart: StartFrom
  readonly onClose: () => void
}) {
  const { examples, onStart, onClose } = props
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const matches = foundExamples(examples, search)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Start from an example"
      description="Real policies, with their sources. Choose one to see its text. Your own text is not lost."
    >
      <Field label="Search examples" className="pb-3">
        {(bound) => (
          <TextEntry
            {...bound}
            type="search"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            placeholder="Subject, country, law or domain"
          />
        )}
      </Field>
      <p role="status" className="sr-only">
        {matches.length} of {examples.length} examples
      </p>
      {matches.length === 0 && (
        <EmptyState title="No examples match">
          <p>Try a country, such as European Union, or a subject, such as leave.</p>
        </EmptyState>
      )}
      <ul aria-label="Examples" className="grid grid-flow-dense grid-cols-1 gap-3 pb-3 sm:grid-cols-2">
        {matches.map((example) => (
          <Card
            key={example.slug}
            title={example.title}
            sentence={example.summary}
            facts={`${example.country} · ${domainTitle(example.domain)}`}
            isOpen={chosen === example.slug}
            onToggle={() => setChosen(chosen === example.slug ? null : example.slug)}
          >
            <ExamplePreview example={example} onStart={onStart} />
          </Card>
        ))}
        {search.trim() === '' && (
          <Card
            title="A short text"
            sentence="Two claims and one rule that compile, to write your own policy over."
            facts="No source"
            isOpen={chosen === SHORT_TEXT}
            onToggle={() => setChosen(chosen === SHORT_TEXT ? null : SHORT_TEXT)}
          >
            <Preview title="A short text" text={STARTER} onStart={onStart} />
          </Card>
        )}
      </ul>
    </Dialog>
  )
}

function Card(props: {
  readonly title: string
  readonly sentence: string
  readonly facts: string
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly children: React.ReactNode
}) {
  const { title, sentence, facts, isOpen, onToggle, children } = props
  return (
    <li
      ref={isOpen ? scrolledTo : undefined}
      className={clsx(
        'flex flex-col rounded-md border bg-surface',
        isOpen ? 'border-accent sm:col-span-2' : 'border-line hover:border-line-strong',
      )}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex flex-1 flex-col items-start rounded-md p-3 text-left"
      >
        <span className="block font-medium">{title}</span>
        <span className="mt-1 block text-sm text-ink-soft">{sentence}</span>
        <span className="mt-1.5 block text-xs text-ink-faint">{facts}</span>
      </button>
      {isOpen && <div className="border-t border-line p-3">{children}</div>}
    </li>
  )
}

/** An open card is wider, so it may have moved. */
function scrolledTo(card: HTMLLIElement | null) {
  card?.scrollIntoView({ block: 'start' })
}

function ExamplePreview({ example, onStart }: { readonly example: ExampleTitle; readonly onStart: StartFrom }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['example', example.slug],
    queryFn: () => fetchExample(example.slug),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error !== null)
    return (
      <RefusalNotice
        refusal={{ ...refusalOf(error), message: 'The example could not be loaded.' }}
        onRetry={() => void refetch()}
      />
    )
  if (data === undefined) return <SkeletonLines what="the example" lines={6} />
  return (
    <>
      <p className="mb-2 text-xs text-ink-faint">Source: {data.source}</p>
      <Preview title={example.title} text={data.ruleset} onStart={onStart} />
    </>
  )
}

function Preview(props: { readonly title: string; readonly text: string; readonly onStart: StartFrom }) {
  const { title, text, onStart } = props
  return (
    <>
      <section
        aria-label={`Text of “${title}”`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        tabIndex={0}
        className="max-h-64 overflow-auto rounded-md border border-line bg-canvas"
      >
        <pre className="p-3 font-mono text-xs leading-5 break-words whitespace-pre-wrap">
          <ColouredText text={text} />
        </pre>
      </section>
      <div className="mt-3 flex justify-end">
        <Button look="primary" onClick={() => onStart(text, title)}>
          Use this text
        </Button>
      </div>
    </>
  )
}
