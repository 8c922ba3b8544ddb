import * as Plot from '@observablehq/plot'
import { JSDOM } from 'jsdom'

export interface Cost {
  /** The kind of rows whose number grows. */
  of: string
  amount: number
  cost: string
  ms: number
}

const panel = { width: 360, height: 300 }
const titleHeight = 28

/** Draws one panel per kind with two logarithmic axes and a label at the end of each line. Returns a self-contained SVG. */
export function drawGrowth(costs: readonly Cost[], title: string): string {
  const { document } = new JSDOM().window
  const kinds = [...new Set(costs.map(({ of }) => of))]
  const most = Math.max(...costs.map(({ ms }) => ms))
  const least = Math.min(...costs.map(({ ms }) => ms))
  const panels = kinds.map((kind, index) => {
    const data = costs.filter(({ of }) => of === kind)
    const drawn = Plot.plot({
      document,
      ...panel,
      marginLeft: 48,
      marginRight: 96,
      style: { background: 'white', color: '#1a1b1e', fontSize: '11px' },
      x: { type: 'log', label: kind, grid: true, ticks: 4, tickFormat: '~s' },
      y: { type: 'log', label: 'ms', grid: true, domain: [least / 2, most * 2], tickFormat: '~g' },
      color: { scheme: 'dark2' },
      marks: [
        Plot.lineY(data, { x: 'amount', y: 'ms', stroke: 'cost', strokeWidth: 2 }),
        Plot.dot(data, { x: 'amount', y: 'ms', fill: 'cost', r: 3 }),
        Plot.text(
          data,
          Plot.selectLast({
            x: 'amount',
            y: 'ms',
            z: 'cost',
            text: 'cost',
            fill: 'cost',
            textAnchor: 'start',
            dx: 8,
          }),
        ),
      ],
    })
    drawn.setAttribute('x', String(index * panel.width))
    drawn.setAttribute('y', String(titleHeight))
    return drawn.outerHTML
  })
  const [width, height] = [kinds.length * panel.width, panel.height + titleHeight]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif"><rect width="100%" height="100%" fill="white"/><text x="12" y="20" font-size="13" fill="#1a1b1e">${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>${panels.join('')}</svg>\n`
}
