#!/usr/bin/env node
// Stands in for websocat if that is not installed, as on Debian, which has no package of it: with the very subset that
// the documentation uses. Lines of the standard input are sent as text, messages are printed as lines; -n goes on after the
// end of the input, and --max-messages-rev ends it after so many messages. Written after the manual of websocat 1.14.
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'

const [noClose, option, count, address, ...more] = process.argv.slice(2)
if (noClose !== '-n' || option !== '--max-messages-rev' || address === undefined || more.length > 0)
  throw new Error('usage: websocat -n --max-messages-rev <count> <address>')
let left = Number(count)
const socket = new WebSocket(address)
socket.on('open', () => {
  createInterface({ input: process.stdin }).on('line', (line) => socket.send(line))
})
socket.on('message', (data) => {
  console.log(data.toString())
  if (--left === 0) socket.close()
})
socket.on('close', () => process.exit(left === 0 ? 0 : 1))
