/** Paper is white: badges and alerts of the dark scheme would be white text without its background. */
export function printInLight(): void {
  const root = document.documentElement
  let shown = 'light'
  window.matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) shown = root.dataset['mantineColorScheme'] ?? shown
    root.dataset['mantineColorScheme'] = matches ? 'light' : shown
  })
}
