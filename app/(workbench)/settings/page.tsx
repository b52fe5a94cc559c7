import { redirect } from 'next/navigation'

/** Opens the first page of the settings, which every member may see. */
export default function SettingsPage() {
  redirect('/settings/account')
}
