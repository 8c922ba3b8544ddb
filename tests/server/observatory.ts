/** The HTTP Observatory's rules as published in 2025 (charts of its grader): the penalties and the bonuses. */

export interface Answered {
  headers: Headers
  /** The page's HTML, which is searched for scripts; empty for other responses. */
  html: string
}

type Finding = [rule: string, points: number]

const halfYearSeconds = 15_768_000

/** Returns the directives of a policy by name. The first directive of a name counts, as in browsers. */
function directivesOf(policy: string): Map<string, string[]> {
  const directives = new Map<string, string[]>()
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().toLowerCase().split(/\s+/)
    if (name !== '' && !directives.has(name)) directives.set(name, sources)
  }
  return directives
}

function policyPoints(policy: string | null): Finding {
  if (policy === null) return ['no content security policy', -25]
  const directives = directivesOf(policy)
  const fallback = directives.get('default-src') ?? ['*']
  const sourcesOf = (name: string) => directives.get(name) ?? fallback
  const script = sourcesOf('script-src')
  const open = ['*', 'http:', 'https:', 'data:', "'unsafe-inline'"]
  if (script.some((source) => open.includes(source))) return ['scripts from anywhere or inline', -20]
  if ([...script, ...sourcesOf('style-src')].includes("'unsafe-eval'"))
    return ['scripts may be evaluated', -10]
  if (sourcesOf('style-src').includes("'unsafe-inline'")) return ['inline styles', 0]
  if (sourcesOf('object-src').some((source) => open.includes(source))) return ['plug-ins from anywhere', -10]
  const closed = fallback.length === 1 && fallback[0] === "'none'"
  const base = directives.get('base-uri') ?? ['*']
  const form = directives.get('form-action') ?? ['*']
  const tight = [base, form].every((sources) =>
    sources.every((source) => source === "'none'" || source === "'self'"),
  )
  return closed && tight ? ['a policy from nothing up', 10] : ['a policy without unsafe', 5]
}

function cookiePoints(cookies: string[]): Finding {
  if (cookies.length === 0) return ['no cookies', 0]
  const has = (cookie: string, attribute: RegExp) => attribute.test(cookie)
  if (cookies.some((cookie) => !has(cookie, /;\s*secure/i))) return ['a session cookie over plain http', -40]
  if (cookies.some((cookie) => !has(cookie, /;\s*httponly/i))) return ['a session cookie for scripts', -30]
  return cookies.every((cookie) => has(cookie, /;\s*samesite=(strict|lax)/i))
    ? ['cookies that stay', 5]
    : ['cookies across sites', 0]
}

function transportPoints(header: string | null): Finding {
  if (header === null) return ['no HSTS', -20]
  const age = Number(/max-age=(\d+)/.exec(header)?.[1] ?? 0)
  return age < halfYearSeconds ? ['HSTS under half a year', -10] : ['HSTS', 0]
}

function framePoints(headers: Headers): Finding {
  const ancestors = directivesOf(headers.get('content-security-policy') ?? '').get('frame-ancestors')
  if (ancestors?.every((source) => ["'none'", "'self'"].includes(source)) === true)
    return ['frames refused by policy', 5]
  return /^(deny|sameorigin)$/i.test(headers.get('x-frame-options') ?? '')
    ? ['frames refused', 0]
    : ['frames allowed', -20]
}

function scriptPoints(html: string): Finding {
  const sources = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"[^>]*>/g)]
  const foreign = sources.filter(([, source = '']) => /^(https?:)?\/\//.test(source))
  if (foreign.some(([tag]) => !tag.includes('integrity='))) return ['foreign scripts unchecked', -50]
  return ['scripts of our own', 0]
}

function findingsOf({ headers, html }: Answered): Finding[] {
  const referrer = headers.get('referrer-policy') ?? ''
  const crossOrigin = headers.get('access-control-allow-origin')
  const credentials = headers.get('access-control-allow-credentials') === 'true'
  return [
    policyPoints(headers.get('content-security-policy')),
    cookiePoints(headers.getSetCookie()),
    crossOrigin !== null && credentials
      ? ['open to other origins with cookies', -50]
      : ['closed to others', 0],
    transportPoints(headers.get('strict-transport-security')),
    framePoints(headers),
    scriptPoints(html),
    headers.get('x-content-type-options') === 'nosniff' ? ['no sniffing', 0] : ['types are guessed', -5],
    /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(referrer)
      ? ['no referrer to others', 5]
      : ['referrers', /unsafe-url|^origin/.test(referrer) ? -5 : 0],
    ['same-origin', 'same-site'].includes(headers.get('cross-origin-resource-policy') ?? '')
      ? ['resources for us alone', 10]
      : ['resources for anybody', 0],
  ]
}

/** Returns the score, which starts at 100. Bonuses count only when at least 90 points are left. 100 or more is an A+. */
export function score(answered: Answered): { points: number; findings: Finding[] } {
  const findings = findingsOf(answered)
  const sum = (counts: (points: number) => boolean) =>
    findings.reduce((total, [, points]) => total + (counts(points) ? points : 0), 0)
  const plain = 100 + sum((points) => points < 0)
  return { points: plain < 90 ? plain : plain + sum((points) => points > 0), findings }
}
