import { useMutation } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { Button } from '../controls/button'

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
      const made = await link()
      const copied = await navigator.clipboard.writeText(made).then(
        () => true,
        () => false,
      )
      return { link: made, copied }
    },
  })
  return (
    <>
      <span role="status" className="text-sm text-ink-soft">
        {share.data?.copied && 'Link copied'}
        {share.isError && `No link: ${share.error.message}`}
      </span>
      {share.data?.copied === false && (
        <input
          readOnly
          aria-label={`Link to ${what}`}
          value={share.data.link}
          onFocus={(event) => event.target.select()}
          className="h-8 w-40 rounded-md border border-line-strong/60 bg-raised px-2 font-mono text-xs"
        />
      )}
      <Button onClick={() => share.mutate()} disabled={share.isPending}>
        <Link2 size={14} aria-hidden /> {title}
      </Button>
    </>
  )
}
