import { redirect } from 'next/navigation'

/** The list of rulesets is the first page. */
export default function RulesetsAddressPage() {
  redirect('/')
}
