import type { Metadata } from 'next'
import { FirstStepsPage } from '@/components/accounts/members/first-steps'

export const metadata: Metadata = { title: 'First steps' }

export default function Page() {
  return <FirstStepsPage />
}
