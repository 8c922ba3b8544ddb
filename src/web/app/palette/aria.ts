/**
 * What assistive technology needs to see a combobox in the palette's parts (ARIA Authoring Practices, "Editable combobox with
 * list autocomplete"): the focus stays in the text, and `aria-activedescendant` says where the arrows are.
 */
export const ariaFor = (id: string, label: string) => ({
  combobox: (selected: number, count: number) => ({
    role: 'combobox',
    'aria-label': label,
    'aria-autocomplete': 'list' as const,
    'aria-expanded': count > 0,
    'aria-controls': `${id}-list`,
    'aria-activedescendant': selected < count ? `${id}-${selected}` : undefined,
  }),
  list: { id: `${id}-list`, role: 'listbox', 'aria-label': label },
  group: (name: string) => ({ role: 'group', 'aria-label': name }),
  option: (index: number, selected: number, refused: boolean) => ({
    id: `${id}-${index}`,
    role: 'option',
    'aria-selected': index === selected,
    'aria-disabled': refused || undefined,
  }),
})
