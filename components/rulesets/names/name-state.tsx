'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { rulesetPath } from '../../../server/api/page-paths'
import { Button } from '../../ui/controls'
import { Notice } from '../../ui/notice'
import { useMay, useViewer } from '../../ui/shell/viewer'
import { type OpenedRuleset, rulesetQuery } from '../ruleset-data'
import { NameDialog } from './name-dialog'

/** Whether the name is listed, which name it replaced, and what may be done about it. */
export default function NameState({ name }: { readonly name: string }) {
  const { namespace } = useViewer()
  const mayOrganise = useMay('organise')
  const router = useRouter()
  const [isOpen, setIsOpen] = useState(false)
  const opened = useQuery(rulesetQuery(namespace.id, name)).data ?? null
  if (opened === null) return null
  const { archivedAt, renamedTo, renamedFrom } = opened
  return (
    <div className="mb-4 flex flex-col items-start gap-3">
      {(archivedAt !== null || renamedTo !== null) && (
        <Notice kind="info">
          <p>
            <UnlistedWords opened={opened} />
          </p>
        </Notice>
      )}
      {renamedFrom !== null && (
        <p className="text-sm text-ink-soft">
          Renamed from {renamedFrom}. The revisions before are in the{' '}
          <Link href={rulesetPath(renamedFrom, 'history')} className="text-accent underline">
            history of {renamedFrom}
          </Link>
          .
        </p>
      )}
      {mayOrganise && renamedTo === null && (
        <Button onClick={() => setIsOpen(true)}>{archivedAt === null ? 'Rename or archive' : 'Restore'}</Button>
      )}
      {isOpen && (
        <NameDialog
          name={name}
          archived={archivedAt !== null}
          onClose={() => setIsOpen(false)}
          onRenamed={(to) => router.push(rulesetPath(to, 'history'))}
        />
      )}
    </div>
  )
}

/** Says why lists leave the name out; empty for a listed name. */
export function UnlistedWords({ opened }: { readonly opened: OpenedRuleset }) {
  if (opened.renamedTo !== null)
    return (
      <>
        Renamed to{' '}
        <Link href={rulesetPath(opened.renamedTo)} className="text-accent underline">
          {opened.renamedTo}
        </Link>
        . This name keeps pointing at the revision that it had then. A new revision under this name lists it again.
      </>
    )
  if (opened.archivedAt === null) return null
  return 'Archived: lists and searches leave this ruleset out. Programs that load it by its name still get it. A new revision lists it again.'
}
