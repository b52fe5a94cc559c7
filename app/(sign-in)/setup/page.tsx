import { redirect } from 'next/navigation'

/** The address of a link that has lost its token. */
export default function SetupAddressPage() {
  redirect('/sign-in')
}
