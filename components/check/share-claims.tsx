import { useMutation } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { Button } from '../controls/button'
import type { ClaimLiterals } from './claim-literals'
import { claimsFragment } from './claims-link'

/** Copies a link to this page with the dictionary in it; where copying is barred the link is shown instead. */
export function ShareClaims({ literals }: { readonly literals: ClaimLiterals }) {
  const share = useMutation({
    mutationFn: async () => {
      const link = new URL(window.location.href)
      link.hash = await claimsFragment(literals)
      const copied = await navigator.clipboard.writeText(link.href).then(
        () => true,
        () => false,
      )
      return { link: link.href, copied }
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
          aria-label="Link to this dictionary"
          value={share.data.link}
          onFocus={(event) => event.target.select()}
          className="h-8 w-40 rounded-md border border-line-strong/60 bg-raised px-2 font-mono text-xs"
        />
      )}
      <Button onClick={() => share.mutate()} disabled={share.isPending}>
        <Link2 size={14} aria-hidden /> Link
      </Button>
    </>
  )
}
