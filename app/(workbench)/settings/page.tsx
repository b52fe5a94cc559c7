import { redirect } from 'next/navigation'

/** The first page of the settings, which everybody may see. */
export default function SettingsPage() {
  redirect('/settings/account')
}
