'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { NAMESPACE_RULE_NAMES, NAMESPACE_RULES, openRules } from '../../server/api/namespace-rules'
import { Button } from '../ui/controls'
import { Badge, RefusalNotice } from '../ui/notice'
import { NoPermission, PageHeader, SkeletonLines } from '../ui/page-frame'
import { refusalOf, server } from '../ui/server-calls'
import { useMay } from '../ui/viewer'
import { NamespaceForm } from './namespace-form'
import { type NamespaceSettings, SETTINGS_KEY } from './settings-answers'

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

/** The preset `regulated`: each rule of it, whether it is in force, and all of them in one step. */
function PresetSection({ settings }: { readonly settings: NamespaceSettings }) {
  const queries = useQueryClient()
  const open = openRules(settings)
  const needsPasskey = open.some((rule) => NAMESPACE_RULES[rule].needsPasskey)
  const apply = useMutation({
    mutationFn: () => server.settings.applyRegulated.mutate(),
    onSuccess: (next) => queries.setQueryData(SETTINGS_KEY, next),
  })
  return (
    <section aria-labelledby="preset" className="max-w-2xl rounded-lg border border-line bg-surface p-4">
      <h2 id="preset" className="flex flex-wrap items-center gap-2 text-lg font-semibold">
        Preset “Regulated”
        {open.length === 0 ? <Badge tone="good">in force</Badge> : <Badge tone="accent">recommended</Badge>}
      </h2>
      <p className="mt-1 text-ink-soft">
        {open.length === 0
          ? 'Every rule of it is in force.'
          : settings.preset === 'regulated'
            ? `It was chosen for this namespace, and ${open.length === 1 ? 'one rule is' : `${open.length} rules are`} still open.`
            : 'For organisations that must show who approved what. It makes rules stricter, so no second administrator has to confirm it.'}
      </p>
      <ul className="mt-3 flex flex-col gap-1.5">
        {NAMESPACE_RULE_NAMES.map((rule) => (
          <li key={rule} className="flex items-start gap-2">
            <span className="w-16 shrink-0 pt-0.5">
              {open.includes(rule) ? <Badge tone="warning">open</Badge> : <Badge tone="good">on</Badge>}
            </span>
            <span className="min-w-0">{NAMESPACE_RULES[rule].sentence}</span>
          </li>
        ))}
      </ul>
      {needsPasskey && (
        <p className="mt-3 text-sm text-ink-soft">
          The rules about the second factor can be switched on once you have a passkey, or sign in at your provider. Add
          one under{' '}
          <Link href="/settings/account" className="text-accent underline">
            Your account
          </Link>
          , then apply the preset.
        </p>
      )}
      {apply.error !== null && <RefusalNotice refusal={refusalOf(apply.error)} className="mt-3" />}
      {open.length > 0 && (
        <Button className="mt-3" aria-busy={apply.isPending} onClick={() => !apply.isPending && apply.mutate()}>
          {settings.preset === 'regulated' ? 'Switch on what is open' : 'Apply “Regulated”'}
        </Button>
      )}
    </section>
  )
}
