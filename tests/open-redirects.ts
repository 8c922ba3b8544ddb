/** Forms of a foreign host. */
const hosts = [
  'evil.example/extensions/idle',
  'evil.example',
  'evil.example:443',
  'user@evil.example',
  '[::1]',
  '0x7f.1',
  'ｅvil.example',
]
/** Prefixes that have bypassed checks of a redirect's host. */
const before = [
  ['//', '///', '////', '/\\', '\\/', '\\\\', '\\', '/\\/', '//\\', '\\/\\/', '/\\\\', '/\\/\\/', '/./\\/'],
  ['/\t/', '/\n/', '/\r/', '/\r\n/', '\t//', '\n//', ' //', '\u00a0//', '\u0000//', '/\u0000/', '\u200b//'],
  ['/\u2028/', '/\u3000/', '\ufeff//', '/%09/', '/%0a/', '/%0d%0a/', '/%00/', '/%2f', '/%5c', '%2f%2f'],
  ['/%2f%2f', '/%5c%5c', '%5c%5c', '/%252f%252f', '/.//', '/..//', '/../..//', '/././/', '/..;//', '/;//'],
  ['/x/..//', '/extensions/..//', '/extensions/idle/../..//', '/%2e//', '/%2e%2e//', '/.%2e//', '/./%2f'],
  ['https://', 'http://', 'HTTPS://', 'https:', 'https:/', 'https:\\\\', 'https:///', 'ftp://', 'ws://'],
  ['//user:pass@', '//console.example.com.', '/@', '/x@', '@', '.', '/.'],
  ['//console.example.com.', '//console.example.com%40', '//%40', '//;@'],
  ['〱//', '/〱', '。//', '//。', '//%E3%80%82', '/⁄', '/∕', '／／', '/／', '／/', '＼＼', '/＼'],
].flat()
const whole = [
  ['javascript:alert(1)', 'JavaScript:alert(1)', 'java\tscript:alert(1)', 'java\nscript:alert(1)'],
  ['/javascript:alert(1)', '//javascript:alert(1)', 'javascript://console.example.com/%0aalert(1)'],
  [
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:null/x',
    'about:blank',
  ],
  ['', ' ', '#', '?', '/#//evil.example', '?next=//evil.example', '//', '///', '/\\', '/..', '/%2e%2e', '/.'],
  [
    '/api/auth/sign-out',
    '/api/session',
    '/sign-in',
    '/sign-in?next=//evil.example',
    '/sign-in/',
    '//sign-in',
  ],
  ['/extensions/idle\r\nlocation: //evil.example', '/extensions/idle\r\n\r\n<script>', '/%0d%0alocation:x'],
  ['/extensions/idle/', '/extensions/../api/session', '/extensions//idle', '/EXTENSIONS/idle', '/nowhere'],
].flat()

/** Values of a redirect parameter that have misled browsers or frameworks (R37). */
export const openRedirects: readonly string[] = [
  ...new Set([...whole, ...before.flatMap((start) => hosts.map((host) => start + host))]),
]
