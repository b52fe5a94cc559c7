import type { inferRouterOutputs } from '@trpc/server'
import clsx from 'clsx'
import { Check, Mail, MailOpen } from 'lucide-react'
import Link from 'next/link'
import type { MouseEvent } from 'react'
import { KIND_DESCRIPTIONS } from '../../server/api/terms/notification-terms'
import type { AppRouter } from '../../server/http/trpc/router'
import { Button } from '../ui/controls'
import { Badge } from '../ui/notice'
import { TimeText } from '../ui/time-text'

export type InboxRowData = inferRouterOutputs<AppRouter>['notifications']['list']['rows'][number]

export function InboxRow(props: {
  readonly row: InboxRowData
  readonly onOpen: () => void
  readonly onRead: () => void
  readonly onDismiss: () => void
}) {
  const { row, onOpen, onRead, onDismiss } = props
  const { kind, sentence, path, at, isWaiting, isRead } = row
  const open = (event: MouseEvent) => {
    // A click that opens another tab is left to the browser.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <Link
          href={path}
          data-row
          onClick={open}
          className={clsx('block break-words hover:underline', isRead ? 'text-ink-soft' : 'font-medium text-ink')}
        >
          {!isRead && <span className="sr-only">Unread: </span>}
          {sentence}
        </Link>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
          <span>{KIND_DESCRIPTIONS[kind].title}</span>
          <TimeText at={at} />
          {isWaiting && <Badge tone="accent">waiting for you</Badge>}
        </p>
      </div>
      <div className="flex gap-1">
        <Button look="quiet" aria-label={`Mark as ${isRead ? 'unread' : 'read'}: ${sentence}`} onClick={onRead}>
          {isRead ? <Mail size={15} aria-hidden /> : <MailOpen size={15} aria-hidden />}
        </Button>
        <Button look="quiet" aria-label={`Mark as done: ${sentence}`} onClick={onDismiss}>
          <Check size={15} aria-hidden />
        </Button>
      </div>
    </li>
  )
}
