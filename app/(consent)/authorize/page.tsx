import { redirect } from 'next/navigation'

export default function AuthorizeAddressPage() {
  redirect('/authorize/problem')
}
