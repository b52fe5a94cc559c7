import { useMutation } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { Button } from '../ui/button'
import { noteExport } from '../ui/note-export'
import { refusalOf } from '../ui/page-refusal'

/** Prints the receipt; the log gets its entry before. */
export function PrintReceipt({ recordId }: { readonly recordId: string }) {
  const printing = useMutation({
    mutationFn: () => noteExport('receipt_print', recordId),
    onSuccess: () => window.print(),
  })
  return (
    <>
      {printing.isError && (
        <span role="alert" className="text-sm text-false">
          Not printed: {refusalOf(printing.error).message}
        </span>
      )}
      <Button onClick={() => !printing.isPending && printing.mutate()}>
        <Printer size={15} aria-hidden /> Print
      </Button>
    </>
  )
}
