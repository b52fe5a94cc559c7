import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../controls/button'

/** Prints the page, every result opened; afterwards those that were closed are closed again. */
export function PrintButton() {
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
    <Button onClick={() => window.print()}>
      <Printer size={14} aria-hidden /> Print
    </Button>
  )
}
