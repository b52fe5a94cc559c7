import { redirect } from 'next/navigation'

/** The list of rulesets shows the state of each approval. */
export default function ApproveAddressPage() {
  redirect('/?sort=approval')
}
