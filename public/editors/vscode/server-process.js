/** A language server as a child process, and the messages of JSON-RPC over its standard input and output. */
const { spawn } = require('node:child_process')
const { once } = require('node:events')

const FIRST_HEADER = 'Content-'
const HEADERS_END = '\r\n\r\n'
const METHOD_NOT_FOUND = -32601
/** Time to end after `shutdown`. */
const STOP_MS = 2_000
/** On Windows, programs of npm are scripts, which only a shell starts. */
const NEEDS_SHELL = process.platform === 'win32'

/** The server refused a request; `code` is that of the protocol. */
class AnswerError extends Error {
  /** @param {{ code: number, message: string }} error */
  constructor({ code, message }) {
    super(message)
    this.code = code
  }
}

/** The server has ended, so that nothing is answered. */
class ServerEndedError extends Error {}

class ServerProcess {
  /**
   * @param {readonly string[]} command
   * @param {string | undefined} folder in which it is started
   * @param {{
   *   onRequest(method: string, params: any): unknown,
   *   onNotification(method: string, params: any): void,
   *   onLog(text: string): void,
   *   onEnd(reason: string): void,
   * }} listener a request that it answers with undefined is unknown
   */
  constructor(command, folder, listener) {
    this.listener = listener
    /** @type {Map<number, { resolve(result: any): void, reject(error: Error): void }>} */
    this.waiting = new Map()
    this.lastId = 0
    this.unread = Buffer.alloc(0)
    /** @type {string | null} why it ended */
    this.ended = null
    const [program = '', ...args] = NEEDS_SHELL ? command.map((word) => `"${word}"`) : command
    this.child = spawn(program, args, { cwd: folder, shell: NEEDS_SHELL, windowsHide: true })
    this.child.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      this.end(error.code === 'ENOENT' ? `there is no command "${program}"` : error.message)
    })
    this.child.on('close', (code, signal) => this.end(`it ended with ${signal ?? `the exit code ${code}`}`))
    // A closed pipe is reported as the end of the process.
    this.child.stdin.on('error', () => undefined)
    this.child.stdout.on('data', (bytes) => this.receive(bytes))
    this.child.stderr.setEncoding('utf8').on('data', (text) => listener.onLog(text))
  }

  /**
   * @param {string} method
   * @param {object} [params]
   * @param {import('vscode').CancellationToken} [token]
   * @returns {Promise<any>} rejects with AnswerError or ServerEndedError
   */
  async request(method, params, token) {
    if (this.ended !== null) throw new ServerEndedError(this.ended)
    const id = ++this.lastId
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }))
    this.send({ id, method, params })
    const cancelling = token?.onCancellationRequested(() => this.notify('$/cancelRequest', { id }))
    return answer.finally(() => cancelling?.dispose())
  }

  /**
   * @param {string} method
   * @param {object} [params]
   */
  notify(method, params) {
    if (this.ended === null) this.send({ method, params })
  }

  /** Asks the server to end, and ends it if it does not. */
  async stop() {
    if (this.ended !== null) return
    const closed = once(this.child, 'close')
    const timer = setTimeout(() => this.kill(), STOP_MS)
    const shutdown = this.request('shutdown').then(() => this.notify('exit'))
    await Promise.all([closed, shutdown.catch(() => this.kill())])
    clearTimeout(timer)
  }

  /** A server that a shell started ends because its input does. */
  kill() {
    this.child.stdin.destroy()
    this.child.kill()
  }

  /** @param {object} message */
  send(message) {
    const json = JSON.stringify({ jsonrpc: '2.0', ...message })
    const { stdin } = this.child
    // Messages of one turn arrive together, so the server knows of a change before it answers about the text.
    stdin.cork()
    stdin.write(`Content-Length: ${Buffer.byteLength(json)}${HEADERS_END}${json}`)
    process.nextTick(() => stdin.uncork())
  }

  /** @param {Buffer} bytes */
  receive(bytes) {
    this.unread = Buffer.concat([this.unread, bytes])
    for (let message = this.nextMessage(); message !== null; message = this.nextMessage()) this.handle(message)
  }

  /** @returns {any} the next message that has arrived completely, or null */
  nextMessage() {
    if (this.ended !== null) return null
    const beginning = this.unread.toString('latin1', 0, FIRST_HEADER.length)
    const headersEnd = this.unread.indexOf(HEADERS_END)
    const headers = this.unread.toString('latin1', 0, Math.max(headersEnd, 0))
    const length = /^Content-Length: *(\d+)$/im.exec(headers)?.[1]
    if (!FIRST_HEADER.startsWith(beginning) || (headersEnd >= 0 && length === undefined)) {
      this.end('it does not write messages of the Language Server Protocol')
      this.kill()
      return null
    }
    const start = headersEnd + HEADERS_END.length
    const end = start + Number(length)
    if (length === undefined || this.unread.length < end) return null
    const text = this.unread.toString('utf8', start, end)
    this.unread = this.unread.subarray(end)
    return JSON.parse(text)
  }

  handle({ id, method, params, result, error }) {
    if (method === undefined) {
      const waiter = this.waiting.get(id)
      this.waiting.delete(id)
      if (error === undefined) waiter?.resolve(result)
      else waiter?.reject(new AnswerError(error))
    } else if (id === undefined) this.listener.onNotification(method, params)
    else {
      const answer = this.listener.onRequest(method, params)
      const unknown = { code: METHOD_NOT_FOUND, message: `${method} is unknown` }
      this.send(answer === undefined ? { id, error: unknown } : { id, result: answer })
    }
  }

  /** @param {string} reason */
  end(reason) {
    if (this.ended !== null) return
    this.ended = reason
    for (const { reject } of this.waiting.values()) reject(new ServerEndedError(reason))
    this.waiting.clear()
    this.listener.onEnd(reason)
  }
}

module.exports = { AnswerError, ServerEndedError, ServerProcess }
