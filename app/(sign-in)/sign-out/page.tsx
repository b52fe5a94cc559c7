import type { Metadata } from 'next'
import { SignOutForm } from '@/components/accounts/sign-in/sign-in-form'
import { CardPage } from '@/components/ui/page-frame'

export const metadata: Metadata = { title: 'Sign out', robots: { index: false } }

export default function SignOutPage() {
  return (
    <CardPage title="Sign out?">
      <SignOutForm />
    </CardPage>
  )
}
