import { useMutation } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { Button } from '../controls/button'
import { saveFile } from '../controls/save-file'
import type { AskEngine } from './engine-check'

/** What leaves the page is the server's own bytes, never what the browser worked out. */
export function TakeResult(props: { readonly source: string; readonly claims: string; readonly ask: AskEngine }) {
  const { source, claims, ask } = props
  const take = useMutation({
    mutationFn: async (how: 'copied' | 'downloaded') => {
      const answer = await ask(source, claims)
      if (!answer.ok) throw new Error(answer.refusal.message)
      if (how === 'copied') await navigator.clipboard.writeText(answer.body)
      else saveFile('check-result.json', new Blob([answer.body], { type: 'application/json' }))
      return how
    },
  })
  return (
    <span className="flex flex-wrap items-center gap-1 print:hidden">
      <span role="status" className="text-xs text-ink-soft">
        {take.data === 'copied' && 'Copied'}
        {take.data === 'downloaded' && 'Downloaded'}
        {take.isError && `Not done: ${take.error.message}`}
      </span>
      <Button
        look="quiet"
        onClick={() => take.mutate('copied')}
        disabled={take.isPending}
        title="The server's answer, as JSON"
      >
        <Copy size={14} aria-hidden /> Copy JSON
      </Button>
      <Button
        look="quiet"
        onClick={() => take.mutate('downloaded')}
        disabled={take.isPending}
        title="The server's answer, as a file"
      >
        <Download size={14} aria-hidden /> Download
      </Button>
    </span>
  )
}
