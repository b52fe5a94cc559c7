import { redirect } from 'next/navigation'

/** Revisions are approved from the list of rulesets, which shows the state of each approval. */
export default function ApproveAddressPage() {
  redirect('/?sort=approval')
}
