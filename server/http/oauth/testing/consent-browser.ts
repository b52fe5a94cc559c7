/** A browser without scripts, which connects to the listening address even if the public address differs. */
export interface Page {
  readonly url: URL
  readonly status: number
  readonly text: string
}

interface Cookie {
  readonly value: string
  readonly path: string
}

const MAX_REDIRECTS = 10

export class ConsentBrowser {
  private readonly cookies: Map<string, Cookie>

  /**
   * @param listensAt listening address, if it differs from the public address
   * @param before the same browser at another process
   * @param extra headers of every request
   */
  constructor(
    private readonly publicUrl: string,
    private readonly listensAt: string = publicUrl,
    before?: ConsentBrowser,
    private readonly extra: Readonly<Record<string, string>> = {},
  ) {
    this.cookies = new Map(before?.cookies)
  }

  /** Follows redirects to a page of the server, or to another origin; then the text is empty. */
  async open(address: string | URL): Promise<Page> {
    let url = new URL(address, this.publicUrl)
    for (let hops = 0; hops < MAX_REDIRECTS; hops++) {
      const response = await this.request(url, { method: 'GET' })
      const next = response.headers.get('location')
      if (next === null) return this.follow({ url, status: response.status, text: await response.text() })
      url = new URL(next, url)
      if (url.origin !== new URL(this.publicUrl).origin) return { url, status: response.status, text: '' }
    }
    throw new Error(`redirected more than ${MAX_REDIRECTS} times, last to ${url}`)
  }

  /** Submits a form and follows the redirect. */
  async submit(page: Page, fields: Readonly<Record<string, string>>): Promise<Page> {
    const response = await this.post(page.url, fields)
    const next = response.headers.get('location')
    if (next === null) return { url: page.url, status: response.status, text: await response.text() }
    return this.open(new URL(next, page.url))
  }

  /** Does not follow a redirect. */
  post(
    url: URL,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = { origin: new URL(this.publicUrl).origin },
  ): Promise<Response> {
    return this.request(url, { method: 'POST', body: new URLSearchParams(fields), headers })
  }

  /** Returns the cookies for a path, or an empty text. */
  cookieHeader(requestPath: string): string {
    const sent = [...this.cookies].filter(([, { path }]) => pathMatches(requestPath, path))
    return sent.map(([name, { value }]) => `${name}=${value}`).join('; ')
  }

  private async request(url: URL, init: RequestInit): Promise<Response> {
    const headers = new Headers({ ...this.extra, ...(init.headers as Record<string, string> | undefined) })
    const cookies = [this.extra.cookie ?? '', this.cookieHeader(url.pathname)].filter((each) => each !== '')
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
    headers.set('accept', 'text/html,application/xhtml+xml,*/*;q=0.8')
    const real = new URL(url.pathname + url.search, this.listensAt)
    const response = await fetch(real, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) this.storeCookie(line)
    return response
  }

  private storeCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const attributeValues = new Map(attributes.map(attributeOf))
    const expires = attributeValues.get('expires')
    if (expires !== undefined && new Date(expires).getTime() <= Date.now()) this.cookies.delete(name)
    else this.cookies.set(name, { value, path: attributeValues.get('path') ?? '/' })
  }

  /** Follows a refresh of the page. */
  private follow(page: Page): Page | Promise<Page> {
    const next = /<meta http-equiv="refresh" content="0; ?url=([^"]+)"/i.exec(page.text)?.[1]
    return next === undefined ? page : this.open(new URL(next.replaceAll('&amp;', '&'), page.url))
  }
}

function attributeOf(text: string): [string, string] {
  const [name = '', value = ''] = text.split(/=(.*)/s)
  return [name.toLowerCase(), value]
}

/** RFC 6265, section 5.1.4. */
function pathMatches(requestPath: string, cookiePath: string): boolean {
  if (requestPath === cookiePath) return true
  return requestPath.startsWith(cookiePath) && (cookiePath.endsWith('/') || requestPath[cookiePath.length] === '/')
}
