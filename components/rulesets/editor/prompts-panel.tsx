'use client'

import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { promptPack } from '../../../server/api/schemas/prompt-pack'
import { CopyText } from '../../ui/copy-text'
import { RefusalNotice } from '../../ui/notice'
import { SkeletonLines } from '../../ui/page-frame'
import { callOperation, refusalOf, useSettled } from '../../ui/server-calls'

type PromptPack = z.output<typeof promptPack>

/** Shows the server's prompts and answer schema for the current text. */
export function PromptsPanel({ source, show }: { readonly source: string; readonly show: 'prompts' | 'schema' }) {
  const settled = useSettled(source)
  const pack = useQuery({
    queryKey: ['prompt-pack', settled],
    queryFn: ({ signal }) => callOperation('makePromptPack', JSON.stringify({ source: settled }), signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  if (pack.isError) return <Failed refusal={refusalOf(pack.error)} onRetry={() => void pack.refetch()} />
  if (pack.data === undefined) return <SkeletonLines what="the prompt pack" lines={8} />
  if (!pack.data.ok) return <Failed refusal={pack.data.refusal} onRetry={() => void pack.refetch()} />
  const read = JSON.parse(pack.data.body) as PromptPack
  return show === 'schema' ? (
    <JsonText what="claim schema" text={JSON.stringify(read.claim_schema, null, 2)} />
  ) : (
    <Prompts pack={read} body={pack.data.body} />
  )
}

function Prompts({ pack, body }: { readonly pack: PromptPack; readonly body: string }) {
  return (
    <div className="flex flex-col gap-5 px-5 py-4">
      <div className="flex items-start justify-between gap-3">
        <p className="max-w-prose text-ink-soft">{pack.integrity_rule}</p>
        <CopyText text={body} label="JSON" what="the prompt pack as JSON" />
      </div>
      <ol className="flex flex-col gap-4" data-testid="prompts">
        {pack.prompts.map(({ claim, question, context, answer_format: format, unknown_rule: rule }) => (
          <li key={claim} className="rounded-lg border border-line p-3">
            <div className="flex items-start justify-between gap-2">
              <h2 className="font-medium break-words">{question}</h2>
              <CopyText
                text={[question, context, format, rule].filter(Boolean).join('\n')}
                what={`the prompt of ${claim}`}
              />
            </div>
            <code className="text-sm break-all text-ink-faint">{claim}</code>
            {context !== undefined && <p className="mt-1.5 text-ink-soft">{context}</p>}
            <p className="mt-1.5">{format}</p>
            <p className="mt-1 text-ink-soft">{rule}</p>
          </li>
        ))}
      </ol>
      {(pack.assembly_notes?.length ?? 0) > 0 && (
        <section aria-label="Assembling the prompt">
          <h2 className="font-medium">Assembling the prompt</h2>
          <ul className="mt-1 list-disc pl-5 text-ink-soft">
            {pack.assembly_notes?.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
      <details>
        <summary className="cursor-pointer text-sm font-medium">Claim schema</summary>
        <JsonText what="claim schema" text={JSON.stringify(pack.claim_schema, null, 2)} />
      </details>
    </div>
  )
}

function JsonText({ what, text }: { readonly what: string; readonly text: string }) {
  return (
    <section aria-label={what} className="flex flex-col items-end gap-1 p-3">
      <CopyText text={text} label="Copy" what={what} />
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
        tabIndex={0}
        className="w-full overflow-x-auto rounded-md bg-canvas p-3 font-mono text-xs"
      >
        {text}
      </pre>
    </section>
  )
}

function Failed(props: Parameters<typeof RefusalNotice>[0]) {
  return (
    <div className="p-4">
      <RefusalNotice {...props} />
    </div>
  )
}
