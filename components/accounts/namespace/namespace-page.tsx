'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { findWeakenedRules, NAMESPACE_RULES, type NamespaceRule } from '../../../server/api/terms/namespace-rules'
import { Button } from '../../ui/controls'
import { Badge, RefusalNotice } from '../../ui/notice'
import { NoPermission, PageHeader, SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { useMay } from '../../ui/shell/viewer'
import { type NamespaceSettings, SETTINGS_KEY } from '../settings-answers'
import { NamespaceForm } from './namespace-form'

export function NamespacePage() {
  const may = useMay('manage_settings')
  return (
    <>
      <PageHeader title="Namespace">
        {may && <p>Changes apply to every member within a second and are recorded in the log.</p>}
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

/** Shows whether the preset `regulated` is in force, and applies its missing rules in one step. */
function PresetSection({ settings }: { readonly settings: NamespaceSettings }) {
  const queries = useQueryClient()
  const open = findWeakenedRules(settings)
  const needsPasskey = open.some((rule) => NAMESPACE_RULES[rule].needsPasskey)
  const apply = useMutation({
    mutationFn: () => server.settings.applyRegulated.mutate(),
    onSuccess: (next) => queries.setQueryData(SETTINGS_KEY, next),
  })
  return (
    <section aria-labelledby="preset" className="max-w-2xl rounded-lg border border-line bg-surface p-4">
      <h2 id="preset" className="flex flex-wrap items-center gap-2 text-lg font-semibold">
        Preset “Regulated” <PresetBadge open={open.length} isChosen={settings.preset === 'regulated'} />
      </h2>
      <p className="mt-1 text-ink-soft">{presetSentence(open, settings.preset === 'regulated')}</p>
      {needsPasskey && (
        <p className="mt-3 text-sm text-ink-soft">
          You can switch on the rules about a second factor once you have a passkey or sign in at your provider. Add a
          passkey under{' '}
          <Link href="/settings/account" className="text-accent underline">
            Your account
          </Link>
          , then apply the preset.
        </p>
      )}
      {apply.error !== null && <RefusalNotice refusal={refusalOf(apply.error)} className="mt-3" />}
      {open.length > 0 && (
        <Button className="mt-3" aria-busy={apply.isPending} onClick={() => !apply.isPending && apply.mutate()}>
          {settings.preset === 'regulated' ? 'Switch on the missing rules' : 'Apply “Regulated”'}
        </Button>
      )}
    </section>
  )
}

function PresetBadge({ open, isChosen }: { readonly open: number; readonly isChosen: boolean }) {
  if (open === 0) return <Badge tone="good">in force</Badge>
  return isChosen ? <Badge tone="warning">{open} missing</Badge> : <Badge tone="accent">recommended</Badge>
}

function presetSentence(open: readonly NamespaceRule[], isChosen: boolean): string {
  if (open.length === 0) return 'All of its rules are in force.'
  const titles = open.map((rule) => `“${NAMESPACE_RULES[rule].short}”`)
  const missing = `Still missing: ${new Intl.ListFormat('en').format(titles)}.`
  return isChosen
    ? missing
    : `For organizations that must show who approved what. It makes rules stricter, so no second administrator has to confirm it. ${missing}`
}
