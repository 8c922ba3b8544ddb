import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useT } from '../i18n/Language.tsx'

/** While a page's chunk is on its way. */
export function PageSkeleton() {
  const t = useT()
  return (
    <Stack gap="md" aria-busy>
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      <Skeleton h={28} w={240} />
      <Skeleton h={36} />
      <Skeleton h={320} />
    </Stack>
  )
}
