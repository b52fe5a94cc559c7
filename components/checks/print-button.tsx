import { useMutation } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../ui/button'
import { refusalOf } from '../ui/page-refusal'

/** Prints the page, every result opened; afterwards those that were closed are closed again. The log gets its entry before. */
export function PrintButton({ note }: { readonly note: () => Promise<void> }) {
  const printing = useMutation({ mutationFn: note, onSuccess: () => window.print() })
  useEffect(() => {
    let opened: HTMLDetailsElement[] = []
    const open = () => {
      opened = [...document.querySelectorAll<HTMLDetailsElement>('[data-testid="results"] li details:not([open])')]
      for (const details of opened) details.open = true
    }
    const close = () => {
      for (const details of opened) details.open = false
    }
    window.addEventListener('beforeprint', open)
    window.addEventListener('afterprint', close)
    return () => {
      window.removeEventListener('beforeprint', open)
      window.removeEventListener('afterprint', close)
    }
  }, [])
  return (
    <>
      {printing.isError && (
        <span role="alert" className="text-sm text-false">
          Not printed: {refusalOf(printing.error).message}
        </span>
      )}
      <Button onClick={() => !printing.isPending && printing.mutate()}>
        <Printer size={14} aria-hidden /> Print
      </Button>
    </>
  )
}
