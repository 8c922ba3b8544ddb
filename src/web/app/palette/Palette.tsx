import { useMantineColorScheme } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import '../../lib/feature-styles.ts'
import '@mantine/spotlight/styles.css'
import { useLanguage } from '../../i18n/Language.tsx'
import { useSession } from '../../shared/session/SessionContext.tsx'
import { useSignOut } from '../../shared/session/use-sign-out.ts'
import { hideOverlay, showOverlay, useOverlay } from '../../ui/focus/overlay.ts'
import type { Command, Option } from './option.ts'
import classes from './Palette.module.css'
import { PaletteBody } from './PaletteBody.tsx'
import { rememberCommand } from './recent-commands.ts'

const [store, spotlight] = createSpotlight()

/** The command palette: where to go and what to do, said in words. Loaded when it is first asked for. */
export function Palette() {
  const { t, language, setLanguage } = useLanguage()
  const { setColorScheme } = useMantineColorScheme()
  const { user } = useSession()
  const { signOut } = useSignOut()
  const navigate = useNavigate()
  const opened = useOverlay() === 'palette'
  /** The page that was gone to takes the focus; otherwise it goes back to where it was. */
  const [returnFocus, setReturnFocus] = useState(true)
  useEffect(() => {
    if (opened) spotlight.open()
    else spotlight.close()
  }, [opened])

  const commands: Record<Command, () => unknown> = {
    language: () => setLanguage(language === 'zh' ? 'en' : 'zh'),
    light: () => setColorScheme('light'),
    dark: () => setColorScheme('dark'),
    auto: () => setColorScheme('auto'),
    shortcuts: () => showOverlay('shortcuts'),
    'sign-out': signOut,
  }
  const choose = ({ action, recall }: Option) => {
    if (recall !== undefined) rememberCommand(user.id, recall)
    setReturnFocus(!('to' in action))
    hideOverlay()
    if ('to' in action) void navigate(action.to)
    else if ('command' in action) commands[action.command]()
  }
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      closeOnActionTrigger={false}
      onSpotlightOpen={() => setReturnFocus(true)}
      onSpotlightClose={() => opened && hideOverlay()}
      returnFocus={returnFocus}
      maxHeight="min(32rem, 100dvh - 8rem)"
      yOffset="4rem"
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.45, blur: 2 }}
      classNames={{ search: classes.search }}
      attributes={{ content: { 'aria-label': t('palette.title') } }}
      scrollable
    >
      <PaletteBody choose={choose} />
    </Spotlight.Root>
  )
}
