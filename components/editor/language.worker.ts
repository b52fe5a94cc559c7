import { LanguageSession } from './language-session'
import type { FromWorker, ToWorker } from './protocol'

const channel = new MessageChannel()
const waiting: (() => void)[] = []
channel.port1.onmessage = () => waiting.shift()?.()

const session = new LanguageSession(
  (message: FromWorker) => self.postMessage(message),
  (call) => {
    waiting.push(call)
    channel.port2.postMessage(null)
  },
  () => performance.now(),
)

self.onmessage = ({ data }: MessageEvent<ToWorker>) => session.receive(data)
