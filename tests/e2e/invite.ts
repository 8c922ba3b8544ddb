import type { Page } from '@playwright/test'

/** Sends a command to the BFF as the page does. Returns the text of its response. */
const send = (page: Page, command: { path: string; body: object }): Promise<string> =>
  page.evaluate(async ({ path, body }) => {
    const headers = { 'content-type': 'application/json', 'x-console': '1' }
    return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).text()
  }, command)

/** Invites a supervisor, and signs them in on the page with a password of their own. Returns their email and password. */
export async function invite(
  admin: Page,
  page: Page,
  name: string,
): Promise<{ email: string; password: string }> {
  const email = `${crypto.randomUUID()}@example.com`
  const password = 'quite another long one'
  const answer = await send(admin, { path: '/api/users', body: { email, name, role: 'supervisor' } })
  const [current = ''] = answer.match(/(?<="password":")[^"]+/) ?? []
  await page.goto('/sign-in')
  await send(page, { path: '/api/auth/sign-in/email', body: { email, password: current } })
  await send(page, { path: '/api/account/password', body: { current, next: password } })
  return { email, password }
}
