import { ActionIcon, Button, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useLanguage } from '../../i18n/Language.tsx'
import { neutralColor } from '../text/meaning.ts'

const schemes = {
  auto: { icon: IconDeviceDesktop, label: 'shell.scheme.auto', next: 'light' },
  light: { icon: IconSun, label: 'shell.scheme.light', next: 'dark' },
  dark: { icon: IconMoon, label: 'shell.scheme.dark', next: 'auto' },
} as const

/** Cycles through the color schemes: system, light, dark. */
export function ColorSchemeSwitch() {
  const { t } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { icon: Icon, label, next } = schemes[colorScheme]
  return (
    <ActionIcon
      c="inherit"
      size="lg"
      aria-label={t(label)}
      title={t(label)}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}

/** Switches to the other of the two languages; the button shows that language's own name. */
export function LanguageSwitch() {
  const { language, setLanguage } = useLanguage()
  const target = language === 'zh' ? 'en' : 'zh'
  return (
    <Button
      variant="subtle"
      color={neutralColor}
      c="inherit"
      size="compact-sm"
      lang={target === 'zh' ? 'zh-CN' : 'en'}
      onClick={() => void setLanguage(target)}
    >
      {target === 'zh' ? '中文' : 'English'}
    </Button>
  )
}
