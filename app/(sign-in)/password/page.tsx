import { redirect } from 'next/navigation'

export default function PasswordAddressPage() {
  redirect('/sign-in')
}
