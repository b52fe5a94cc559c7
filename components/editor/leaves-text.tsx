'use client'

import { useSyncExternalStore } from 'react'
import { keysOn, LEAVES_TEXT, type Platform, platformOf } from './keyboard-shortcuts'

const never = () => () => {}

/** Which keys let Tab leave the text; the server knows no keyboard and names the keys of most. */
export function LeavesText() {
  const platform = useSyncExternalStore<Platform>(
    never,
    () => platformOf(navigator.userAgent),
    () => 'other',
  )
  return (
    <>
      <kbd className="font-mono">{keysOn(platform, LEAVES_TEXT).join(' ')}</kbd> lets Tab leave the text
    </>
  )
}
