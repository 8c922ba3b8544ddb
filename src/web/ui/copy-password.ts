import type { Translate } from '../i18n/catalogue.ts'
import { announce } from './feedback/announce.ts'

/** Copies a password and announces the success, never the password. */
export async function copyPassword(password: string, t: Translate): Promise<void> {
  try {
    await navigator.clipboard.writeText(password)
    announce(t('create.password.copied'))
  } catch {
    announce(t('copy.failed'))
  }
}
