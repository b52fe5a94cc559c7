'use client'

import { useQuery } from '@tanstack/react-query'
import { NoPermission } from '../ui/no-permission'
import { PageHeader } from '../ui/page-header'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { SkeletonLines } from '../ui/skeleton'
import { useMay } from '../ui/viewer'
import { NamespaceForm } from './namespace-form'
import { PresetSection } from './preset-section'
import { SETTINGS_KEY } from './settings-answers'

/** What holds for the namespace as a whole. */
export function NamespacePage() {
  const may = useMay('manage_settings')
  return (
    <>
      <PageHeader title="Namespace">
        {may && <p>What is decided here holds for everybody in it within a second, and stands in its log.</p>}
      </PageHeader>
      {may ? (
        <Settings />
      ) : (
        <NoPermission needs="see and change the settings of the namespace" roles={['administrator']} />
      )}
    </>
  )
}

function Settings() {
  const settings = useQuery({ queryKey: SETTINGS_KEY, queryFn: () => server.settings.read.query() })
  if (settings.isPending) return <SkeletonLines what="the settings" />
  if (settings.data === undefined)
    return <RefusalNotice refusal={refusalOf(settings.error)} onRetry={() => void settings.refetch()} />
  return (
    <div className="flex flex-col gap-6">
      <PresetSection settings={settings.data} />
      <NamespaceForm settings={settings.data} />
    </div>
  )
}
