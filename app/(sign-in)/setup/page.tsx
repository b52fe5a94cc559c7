import { redirect } from 'next/navigation'

export default function SetupAddressPage() {
  redirect('/sign-in')
}
