'use client'

import { Keyboard } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { Button } from '../ui/controls'
import { Dialog } from '../ui/dialog'
import { positionKey } from '../ui/lists'
import { keysOn, LEAVES_TEXT, type Platform, platformOf, SHORTCUTS } from './keyboard-shortcuts'

export function KeyboardHelp() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <Keyboard size={14} aria-hidden /> Keys
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Keyboard shortcuts of the editor"
        description="These shortcuts work while the cursor is in the text."
      >
        <ShortcutList />
      </Dialog>
    </>
  )
}

/** Rendered only in an open dialog, never on the server, which does not know the platform. */
function ShortcutList() {
  const platform = platformOf(navigator.userAgent)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
    <section aria-label="List of keys" tabIndex={0} className="-my-2 space-y-5 rounded-md pt-2 pb-5">
      {SHORTCUTS.map(({ about, shortcuts }) => (
        <section key={about} aria-label={about}>
          <h3 className="text-sm font-semibold">{about}</h3>
          <dl className="mt-1 divide-y divide-line text-sm">
            {shortcuts.map((shortcut) => (
              <div key={shortcut.does} className="flex items-baseline justify-between gap-4 py-1.5">
                <dt className="text-ink-soft">{shortcut.does}</dt>
                <dd className="flex shrink-0 gap-1">
                  {keysOn(platform, shortcut).map((key, index) => (
                    <kbd
                      key={positionKey(index)}
                      className="rounded-sm border border-line-strong/50 bg-canvas px-1.5 py-0.5 font-mono text-xs"
                    >
                      {key}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </section>
  )
}

const noSubscription = () => () => {}

/** The server shows the most common keys. */
export function LeavesText() {
  const platform = useSyncExternalStore<Platform>(
    noSubscription,
    () => platformOf(navigator.userAgent),
    () => 'other',
  )
  return (
    <>
      <kbd className="font-mono">{keysOn(platform, LEAVES_TEXT).join(' ')}</kbd> lets Tab leave the text
    </>
  )
}
