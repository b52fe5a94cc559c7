import { redirect } from 'next/navigation'

/** The approve page lists the receipts of its revision. */
export default async function ReceiptsAddressPage({ params }: { readonly params: Promise<{ readonly hash: string }> }) {
  redirect(`/approve/${encodeURIComponent((await params).hash)}`)
}
