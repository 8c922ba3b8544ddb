import { createTheme, type CSSVariablesResolver } from '@mantine/core'
import { colorOf, meaningVariables, neutralColor, textColorOf } from '../ui/text/meaning.ts'

/** White text on indigo 8 has a contrast of 5.8:1 in both schemes. System fonts with CJK fallbacks need no download. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  // global.css removes transitions for reduced motion; without this, Mantine would wait for transitions that never run.
  respectReducedMotion: true,
  luminanceThreshold: 0.2,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "WenQuanYi Micro Hei", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", "Noto Sans Mono", "Noto Sans Mono CJK SC", monospace',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.75rem' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.25rem' },
    },
  },
  components: {
    // In the alert's own color, a warning's title has a contrast of 3:1 in the light scheme; border and icon carry the color.
    Alert: {
      defaultProps: { variant: 'outline', color: colorOf('attention') },
      styles: { title: { color: 'var(--mantine-color-text)' } },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: neutralColor } },
    Badge: { defaultProps: { variant: 'default', size: 'sm', flex: 'none' } },
    // The page's main action says that it is `filled`.
    Button: { defaultProps: { variant: 'default', fw: 500 } },
    // A list of options belongs to its field: also for the focus of a dialog, and for print.
    Combobox: { defaultProps: { withinPortal: false } },
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Text: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { autoComplete: 'off' } },
  },
  /** Multiples of 8 px, and 4 px for `xs`. */
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
})

/**
 * The console's own colors, and replacements for Mantine colors below WCAG AA's 4.5:1. Style sheets use these variables, never
 * `light-dark()`: for older browsers, the build rewrites that function using a `color-scheme` that Mantine sets only at run time.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...meaningVariables('light'),
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-placeholder': '#6c757d',
    '--mantine-color-error': textColorOf('failed'),
    '--console-raised': '#f8f9fa',
    '--console-line': '#dee2e6',
    '--console-hover': '#f1f3f5',
    '--console-current': '#edf2ff',
    '--console-inverse': '#212529',
    '--console-inverse-text': '#ffffff',
    '--mantine-color-indigo-light': '#edf2ff',
    '--mantine-color-indigo-light-hover': '#dbe4ff',
  },
  dark: {
    ...meaningVariables('dark'),
    '--mantine-color-dimmed': '#a6a7ab',
    '--mantine-color-placeholder': '#a0a0a0',
    '--mantine-color-error': textColorOf('failed'),
    // A card is lighter than the page below it.
    '--mantine-color-body': '#1a1a1a',
    '--console-raised': '#242424',
    '--console-line': '#3b3b3b',
    '--console-hover': '#2e2e2e',
    '--console-current': '#22264a',
    '--console-inverse': '#e9ecef',
    '--console-inverse-text': '#141414',
  },
})
