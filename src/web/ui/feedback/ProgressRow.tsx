import { Button, Group, Progress, Text } from '@mantine/core'

interface ProgressRowProps {
  text: string
  /** The bar's accessible name. */
  label: string
  /** From 0 to 1; null while nothing runs. */
  value: number | null
  /** The button that stops, continues or repeats the work. It stays the same element, so it keeps the focus. */
  button: string
  onClick: () => void
}

/** How far work has got, with the button that controls it. */
export function ProgressRow({ text, label, value, button, onClick }: ProgressRowProps) {
  return (
    <Group gap="sm">
      <Text>{text}</Text>
      {value !== null && <Progress value={value * 100} flex="1 1 8rem" aria-label={label} />}
      <Button size="compact-sm" onClick={onClick}>
        {button}
      </Button>
    </Group>
  )
}
