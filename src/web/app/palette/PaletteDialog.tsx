import { getDefaultZIndex, useMantineColorScheme } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { useLanguage } from '../../i18n/Language.tsx'
import { useSignOut } from '../../entities/session/use-sign-out.ts'
import { openLeave, openRequest } from '../../entities/request/open-request.tsx'
import { openReserve } from '../../entities/reservation/open-reserve.tsx'
import { paths, revealState } from '../../lib/paths.ts'
import { Dialog } from '../../ui/form/FormDialog.tsx'
import { openShortcuts } from '../shell/open-shortcuts.tsx'
import type { TypedAhead } from './open-palette.tsx'
import type { Command, Option } from './palette-context.ts'
import { PaletteBody } from './PaletteBody.tsx'
import { rememberCommand } from './recent-commands.ts'

/** The command palette: finds numbers, people, pages and named things, with what can be done with them, and runs commands. */
export function PaletteDialog({ ahead, onClose }: { ahead: TypedAhead; onClose: () => void }) {
  const { t, language, setLanguage } = useLanguage()
  const { setColorScheme } = useMantineColorScheme()
  const { signOut } = useSignOut()
  const navigate = useNavigate()

  const commands: Record<Command, () => unknown> = {
    language: () => setLanguage(language === 'zh' ? 'en' : 'zh'),
    light: () => setColorScheme('light'),
    dark: () => setColorScheme('dark'),
    auto: () => setColorScheme('auto'),
    shortcuts: openShortcuts,
    'sign-out': signOut,
  }
  const choose = ({ action, recall }: Option) => {
    if (recall !== undefined) rememberCommand(recall)
    onClose()
    if ('to' in action)
      void navigate(action.to, { state: action.agents === undefined ? null : { agents: action.agents } })
    else if ('reserve' in action) openReserve(action.reserve)
    else if ('request' in action) openRequest({ numbers: [action.request] })
    else if ('leave' in action) openLeave(action.leave)
    else if ('reveal' in action) void navigate(paths.extension(action.reveal), { state: revealState })
    else commands[action.command]()
  }
  return (
    <Dialog
      onClose={onClose}
      size={600}
      padding={0}
      yOffset="4rem"
      centered={false}
      zIndex={getDefaultZIndex('max')}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.45, blur: 2 }}
      attributes={{ content: { 'aria-label': t('shortcut.palette') } }}
    >
      <PaletteBody ahead={ahead} choose={choose} />
    </Dialog>
  )
}
