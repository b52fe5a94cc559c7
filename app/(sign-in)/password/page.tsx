import { redirect } from 'next/navigation'

/** The address of a link that has lost its token. */
export default function PasswordAddressPage() {
  redirect('/sign-in')
}
