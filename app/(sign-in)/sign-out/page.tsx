import type { Metadata } from 'next'
import { EntryFrame } from '@/components/accounts/entry-frame'
import { SignOutForm } from '@/components/accounts/sign-out-form'

export const metadata: Metadata = { title: 'Sign out', robots: { index: false } }

export default function SignOutPage() {
  return (
    <EntryFrame title="Sign out?">
      <SignOutForm />
    </EntryFrame>
  )
}
