import { useMutation } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { Button } from '../ui/button'
import { copyToClipboard } from '../ui/copy-to-clipboard'
import { saveFile } from '../ui/download-text'
import { refusalOf } from '../ui/page-refusal'
import type { AskEngine } from './engine-check'

/** Nothing of the answer stands on the page that could be copied by hand. */
const NOT_COPIED = 'Not copied: the browser does not allow it here. Use Download.'

/** What leaves the page is the server's own bytes, never what the browser worked out. */
export function TakeResult(props: {
  readonly source: string
  readonly claims: string
  readonly ask: AskEngine
  /** Tells the log of a download first; where that fails nothing is saved. Absent where nobody is signed in. */
  readonly noteDownload: (() => Promise<void>) | undefined
}) {
  const { source, claims, ask, noteDownload } = props
  const take = useMutation({
    mutationFn: async (how: 'copied' | 'downloaded') => {
      const body = ask(source, claims).then((answer) => {
        if (!answer.ok) throw new Error(answer.refusal.message)
        return answer.body
      })
      if (how === 'copied') return (await copyToClipboard(body)) === null ? 'Copied' : NOT_COPIED
      const taken = await body
      await noteDownload?.().catch((error: unknown) => {
        throw new Error(refusalOf(error).message)
      })
      saveFile('check-result.json', new Blob([taken], { type: 'application/json' }))
      return 'Downloaded'
    },
  })
  return (
    <span className="flex flex-wrap items-center gap-1 print:hidden">
      <span role="status" className="text-xs text-ink-soft">
        {take.data}
        {take.isError && `Not done: ${take.error.message}`}
      </span>
      <Button
        look="quiet"
        onClick={() => take.mutate('copied')}
        disabled={take.isPending}
        title="The server's results, as JSON"
      >
        <Copy size={14} aria-hidden /> Copy JSON
      </Button>
      <Button
        look="quiet"
        onClick={() => take.mutate('downloaded')}
        disabled={take.isPending}
        title="The server's results, as a file"
      >
        <Download size={14} aria-hidden /> Download
      </Button>
    </span>
  )
}
