import { redirect } from 'next/navigation'

export default function RulesetsAddressPage() {
  redirect('/')
}
