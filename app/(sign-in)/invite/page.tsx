import { redirect } from 'next/navigation'

export default function InviteAddressPage() {
  redirect('/sign-in')
}
