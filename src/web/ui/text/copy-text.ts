import type { Translate } from '../../i18n/catalogue.ts'
import { announce } from '../feedback/announce.ts'
import { toast } from '../feedback/toast.ts'

/** Copies a text and announces `done`, or shows that the browser refused. Returns whether it was copied. */
export async function copyText(t: Translate, text: string, done: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    announce(done)
    return true
  } catch {
    toast({ tone: 'failure', message: t('copy.failed') })
    return false
  }
}
