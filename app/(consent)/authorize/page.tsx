import { redirect } from 'next/navigation'

/** The address of a question that has lost its id. */
export default function AuthorizeAddressPage() {
  redirect('/authorize/problem')
}
