/** The header's search box. */
export function SearchBox() {
  return null
}
