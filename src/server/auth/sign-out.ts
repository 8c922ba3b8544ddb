import type { Engine } from './auth-engine.ts'

/** Ends the session of these cookies, if there is one, and gives the cookie that clears it. Throws what the store throws. */
export const createSignOut =
  ({ api, names, cookieHeaders }: Pick<Engine, 'api' | 'names' | 'cookieHeaders'>) =>
  async (cookie: string | null): Promise<string[]> => {
    const { headers } = await api.endSession({
      headers: cookieHeaders(cookie),
      returnHeaders: true,
    })
    return headers.getSetCookie().filter((line) => line.startsWith(`${names.session}=`))
  }
export type SignOut = ReturnType<typeof createSignOut>
