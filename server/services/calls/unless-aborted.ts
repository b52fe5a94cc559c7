/** @throws the signal's reason if it is aborted first */
export async function unlessAborted<T>(wait: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([wait, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
