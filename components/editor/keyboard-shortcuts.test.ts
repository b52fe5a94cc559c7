import { expect, test } from 'vitest'
import { keysOn, LEAVES_TEXT, platformOf } from './keyboard-shortcuts'

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15'
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

test('a Mac has other keys that let Tab leave the text', () => {
  expect(keysOn(platformOf(MAC), LEAVES_TEXT)).toEqual(['Ctrl', 'Shift', 'M'])
  expect(keysOn(platformOf(WINDOWS), LEAVES_TEXT)).toEqual(['Ctrl', 'M'])
  expect(keysOn(platformOf(LINUX), LEAVES_TEXT)).toEqual(['Ctrl', 'M'])
})

test('the command modifier has its platform’s name, and Linux may have other keys', () => {
  const layOut = { keys: ['Mod', 'F'], onLinux: ['Ctrl', 'I'] }
  expect(keysOn('mac', layOut)).toEqual(['⌘', 'F'])
  expect(keysOn('other', layOut)).toEqual(['Ctrl', 'F'])
  expect(keysOn('linux', layOut)).toEqual(['Ctrl', 'I'])
})
