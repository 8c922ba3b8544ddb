import { setImmediate as nextTurn } from 'node:timers/promises'
import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import type { Phone } from '#contract/job-credentials.ts'
import { sipUri } from '#contract/sip-uri.ts'
import type { UiLanguage } from '#contract/text.ts'

const texts = {
  en: {
    title: 'Phone accounts',
    welcome: (name: string) => `Welcome, ${name}`,
    number: 'Your number',
    server: 'Server',
    user: 'User name',
    password: 'Password',
    scan: 'Scan with a softphone',
    keep: 'Keep this card private: the password lets anyone make calls in your name.',
  },
  zh: {
    title: '话机账号',
    welcome: (name: string) => `欢迎，${name}`,
    number: '您的分机号',
    server: '服务器',
    user: '用户名',
    password: '密码',
    scan: '使用软电话扫描',
    keep: '请妥善保管此卡片。获得密码的人可以用您的名义拨打电话。',
  },
} as const satisfies Record<UiLanguage, unknown>

/** Light modules that a reader needs around the QR code (ISO/IEC 18004). */
const quietZone = 4
/** QR codes to make before yielding to other requests. */
const codesAtOnce = 20

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

function qrCode(text: string): string {
  const code = generate(text)
  const side = code.size + 2 * quietZone
  return `<svg viewBox="${-quietZone} ${-quietZone} ${side} ${side}" shape-rendering="crispEdges"><path d="${toSvgPath(code)}"/></svg>`
}

function card({ ext, password, domain, name }: Phone, language: UiLanguage): string {
  const t = texts[language]
  const line = (label: string, value: string) => `<dt>${label}</dt><dd>${escaped(value)}</dd>`
  return `<li>
  <div>
    <h2>${escaped(name === null ? ext : t.welcome(name))}</h2>
    <dl>
      ${line(t.number, ext)}
      ${domain === null ? '' : line(t.server, domain)}
      ${line(t.user, ext)}
      ${line(t.password, password)}
    </dl>
    <p>${t.keep}</p>
  </div>
  ${domain === null ? '' : `<figure>${qrCode(sipUri({ ext, domain, password }))}<figcaption>${t.scan}</figcaption></figure>`}
</li>`
}

const style = `
  @page { margin: 12mm }
  body { margin: 1rem; font-family: system-ui, sans-serif; color: #000; background: #fff }
  ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(24rem, 1fr)); gap: 8mm; margin: 0; padding: 0; list-style: none }
  li { display: flex; gap: 4mm; justify-content: space-between; padding: 5mm; border: 1px dashed #888; break-inside: avoid }
  h1 { font-size: 1.1rem } h2 { margin: 0 0 3mm; font-size: 1.05rem; overflow-wrap: anywhere }
  dl { display: grid; grid-template-columns: auto 1fr; gap: 1mm 3mm; margin: 0; font-size: 0.85rem }
  dt { color: #555 } dd { margin: 0; font-family: ui-monospace, monospace; overflow-wrap: anywhere }
  dd:last-of-type { font-size: 0.95rem }
  p, figcaption { margin: 3mm 0 0; font-size: 0.7rem; color: #555 }
  figure { flex: none; width: 28mm; margin: 0; text-align: center } svg { display: block; width: 100% }
`

/** A page to print, with one card per phone. The page loads nothing and runs no scripts, even if a name contains markup. */
export async function welcomeSheet(phones: readonly Phone[], language: UiLanguage): Promise<string> {
  const cards: string[] = []
  for (const [index, phone] of phones.entries()) {
    if (index % codesAtOnce === 0) await nextTurn()
    cards.push(card(phone, language))
  }
  const { title } = texts[language]
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
<h1>${title}</h1>
<ul>
${cards.join('\n')}
</ul>
</html>
`
}
