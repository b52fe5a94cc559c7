import { useMutation } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { Button } from './button'
import { ByHand } from './copy-text'
import { copyToClipboard } from './copy-to-clipboard'

/** Copies a link that carries something in its fragment; where copying is barred the link is shown instead. */
export function CopyLink(props: {
  /** What the link leads to: `this draft`. */
  readonly what: string
  readonly link: () => Promise<string>
  /** What the button says. */
  readonly title: string
}) {
  const { what, link, title } = props
  const share = useMutation({
    mutationFn: async () => {
      const made = link()
      const problem = await copyToClipboard(made)
      return { link: await made, problem }
    },
  })
  return (
    <>
      {share.data !== undefined && share.data.problem !== null && (
        <ByHand text={share.data.link} what={`the link to ${what}`} />
      )}
      <span role="status" className="text-sm text-ink-soft">
        {share.data !== undefined && (share.data.problem ?? 'Link copied')}
        {share.isError && `No link: ${share.error.message}`}
      </span>
      <Button onClick={() => share.mutate()} disabled={share.isPending}>
        <Link2 size={14} aria-hidden /> {title}
      </Button>
    </>
  )
}
