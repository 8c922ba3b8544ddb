/** A minimal browser for sign-ins: one cookie jar per origin, and redirects followed one by one. */
export function createBrowser(open: (url: URL, init: RequestInit) => Promise<Response>) {
  const jars = new Map<string, Map<string, string>>()

  async function request(url: URL, init: RequestInit = {}): Promise<Response> {
    const jar = jars.get(url.origin) ?? new Map<string, string>()
    jars.set(url.origin, jar)
    const headers = new Headers(init.headers)
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await open(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line) || value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  return {
    request,
    jar: (origin: string) => jars.get(origin) ?? new Map<string, string>(),
    /** Follows redirects until a page is reached or `until` returns true for an address. */
    async follow(
      start: URL,
      until: (url: URL) => boolean,
      init: RequestInit = {},
    ): Promise<{ url: URL; response: Response | null }> {
      let [url, options] = [start, init]
      for (let hops = 0; hops < 10; hops++) {
        if (until(url)) return { url, response: null }
        const response = await request(url, options)
        const location = response.headers.get('location')
        if (location === null) return { url, response }
        ;[url, options] = [new URL(location, url), {}]
      }
      throw new Error('redirected without end')
    },
  }
}
export type Browser = ReturnType<typeof createBrowser>
