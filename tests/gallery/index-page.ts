import type { Picture } from './pictures.ts'

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)

const variantOf = ({ language, size, scheme }: Picture) => `${language} ${size} ${scheme}`

/** Returns an HTML index of the pictures: a row for each state of a page, a column for each variant, beside the page's target. */
export function indexPage(pictures: readonly Picture[], targetOf: (page: string) => string | null): string {
  const variants = [...new Set(pictures.map(variantOf))].toSorted()
  const rows = [...Map.groupBy(pictures, ({ page, state }) => `${page}\n${state}`).values()].flatMap(
    (row) => {
      const [first] = row
      if (first === undefined) return []
      const target = targetOf(first.page)
      const beside =
        target === null
          ? '<td></td>'
          : `<td><a href="${target}"><img src="${target}" alt="${escaped(`${first.page} target`)}" loading="lazy"></a></td>`
      const cells = variants.map((variant) => {
        const file = row.find((picture) => variantOf(picture) === variant)?.file
        if (file === undefined) return '<td></td>'
        return file.endsWith('.pdf')
          ? `<td><a href="${file}">PDF</a></td>`
          : `<td><a href="${file}"><img src="${file}" alt="${escaped(`${first.page} ${first.state} ${variant}`)}" loading="lazy"></a></td>`
      })
      return `<tr data-page="${escaped(first.page)}"><th>${escaped(first.page)}<br>${escaped(first.state)}</th>${beside}${cells.join('')}</tr>`
    },
  )
  const pages = [...new Set(pictures.map(({ page }) => page))]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Gallery</title>
<style>
  body { font: 14px system-ui, sans-serif; }
  table { border-collapse: collapse; }
  th, td { border: 1px solid #ccc; padding: 4px; vertical-align: top; text-align: left; }
  thead th { position: sticky; top: 0; background: #fff; }
  td { max-width: 260px; max-height: 400px; }
  img { max-width: 250px; max-height: 380px; }
</style>
<label>Page <select><option value="">all</option>${pages.map((page) => `<option>${escaped(page)}</option>`).join('')}</select></label>
<table>
<thead><tr><th>page</th><th>target</th>${variants.map((variant) => `<th>${variant}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
<script>
  document.querySelector('select').onchange = ({ target }) => {
    for (const row of document.querySelectorAll('tbody tr'))
      row.hidden = target.value !== '' && row.dataset.page !== target.value
  }
</script>
</html>
`
}
