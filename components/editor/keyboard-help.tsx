'use client'

import { Keyboard } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState, useSyncExternalStore } from 'react'
import { Button } from '../ui/controls'
import { keysOn, LEAVES_TEXT, type Platform, platformOf } from './keyboard-shortcuts'

const ShortcutDialog = dynamic(() => import('./shortcut-dialog').then((module) => module.ShortcutDialog), {
  loading: () => null,
})

export function KeyboardHelp() {
  const [state, setState] = useState<'never opened' | 'open' | 'closed'>('never opened')
  return (
    <>
      <Button look="quiet" onClick={() => setState('open')}>
        <Keyboard size={14} aria-hidden /> Keys
      </Button>
      {state !== 'never opened' && <ShortcutDialog open={state === 'open'} onClose={() => setState('closed')} />}
    </>
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
