/** Plots as SVG texts without scripts or fonts of their own, for documentation. */

const width = 720
const height = 420
const margin = { top: 40, right: 200, bottom: 60, left: 70 }
const colours = ["#1b6ca8", "#d1495b", "#66a182", "#edae49", "#6d597a", "#3d405b", "#81b29a", "#8d99ae"]
const plotWidth = width - margin.left - margin.right
const plotHeight = height - margin.top - margin.bottom

export interface BarChart {
  readonly title: string
  readonly yLabel: string
  /** Groups along the x axis. */
  readonly groups: readonly string[]
  /** One value a group; NaN leaves the bar out. */
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[]
}

export function barChart({ title, yLabel, groups, series }: BarChart): string {
  const top = niceTop(series.flatMap(({ values }) => values))
  const slot = plotWidth / Math.max(1, groups.length)
  const bar = (slot * 0.8) / Math.max(1, series.length)
  const bars = series.flatMap(({ values }, s) =>
    values.flatMap((value, g) => {
      if (Number.isNaN(value)) return []
      const size = (value / top) * plotHeight
      const x = margin.left + g * slot + slot * 0.1 + s * bar
      return [
        `<rect x="${fix(x)}" y="${fix(margin.top + plotHeight - size)}" width="${fix(bar)}" height="${fix(size)}" fill="${colour(s)}"/>`,
      ]
    }),
  )
  const names = groups.map((group, g) =>
    text(margin.left + (g + 0.5) * slot, height - margin.bottom + 20, group, "middle"),
  )
  const legend = legendOf(series.map(({ name }) => name))
  return svg([heading(title), ...yAxis(top, yLabel), ...bars, ...names, ...legend])
}

export interface ScatterChart {
  readonly title: string
  readonly xLabel: string
  readonly yLabel: string
  /** Points with x of 0 or less are left out of a logarithmic axis. */
  readonly xScale?: "linear" | "log" | undefined
  readonly points: readonly { readonly name: string; readonly x: number; readonly y: number }[]
}

export function scatterChart({ title, xLabel, yLabel, xScale = "linear", points }: ScatterChart): string {
  const shown = points.filter(
    ({ x, y }) => Number.isFinite(x) && Number.isFinite(y) && (xScale === "linear" || x > 0),
  )
  const top = niceTop(shown.map(({ y }) => y))
  const scale = (x: number) => (xScale === "log" ? Math.log10(x) : x)
  const xs = shown.map(({ x }) => scale(x))
  const left =
    xScale === "log" ? Math.floor(xs.reduce((least, x) => Math.min(least, x), Number.POSITIVE_INFINITY)) : 0
  const right =
    xScale === "log"
      ? Math.max(left + 1, Math.ceil(xs.reduce((most, x) => Math.max(most, x), Number.NEGATIVE_INFINITY)))
      : niceTop(xs)
  const place = (x: number) => margin.left + ((x - left) / (right - left)) * plotWidth
  const ticks =
    xScale === "log"
      ? Array.from({ length: right - left + 1 }, (_, i) => left + i)
      : [0, 0.25, 0.5, 0.75, 1].map((share) => share * right)
  const xTicks = ticks.map((tick) => {
    const value = xScale === "log" ? 10 ** tick : tick
    return text(place(tick), height - margin.bottom + 20, short(value), "middle")
  })
  const marks = shown.map(
    ({ x, y }, i) =>
      `<circle cx="${fix(place(scale(x)))}" cy="${fix(margin.top + plotHeight * (1 - y / top))}" r="6" fill="${colour(i)}"/>`,
  )
  const label = text(margin.left + plotWidth / 2, height - 12, xLabel, "middle")
  const legend = legendOf(shown.map(({ name }) => name))
  return svg([heading(title), ...yAxis(top, yLabel), label, ...xTicks, ...marks, ...legend])
}

function yAxis(top: number, label: string): readonly string[] {
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => {
    const y = margin.top + plotHeight * (1 - share)
    return [
      `<line x1="${margin.left}" x2="${margin.left + plotWidth}" y1="${fix(y)}" y2="${fix(y)}" stroke="#ddd"/>`,
      text(margin.left - 8, y + 4, short(share * top), "end"),
    ]
  })
  const turned = `<text transform="translate(16 ${margin.top + plotHeight / 2}) rotate(-90)" text-anchor="middle">${escapeXml(label)}</text>`
  return [...ticks, turned]
}

function legendOf(names: readonly string[]): readonly string[] {
  return names.flatMap((name, i) => {
    const y = margin.top + 10 + i * 20
    const x = width - margin.right + 16
    return [
      `<rect x="${x}" y="${y - 9}" width="11" height="11" fill="${colour(i)}"/>`,
      text(x + 16, y + 1, name, "start"),
    ]
  })
}

function svg(parts: readonly string[]): string {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`
  return [open, `<rect width="${width}" height="${height}" fill="#fff"/>`, ...parts, "</svg>", ""].join("\n")
}

function heading(title: string): string {
  return `<text x="${margin.left}" y="22" font-size="15">${escapeXml(title)}</text>`
}

function text(x: number, y: number, words: string, anchor: "start" | "middle" | "end"): string {
  return `<text x="${fix(x)}" y="${fix(y)}" text-anchor="${anchor}">${escapeXml(words)}</text>`
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
function niceTop(values: readonly number[]): number {
  const most = values.filter(Number.isFinite).reduce((most, value) => Math.max(most, value), 0)
  if (most === 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= most) ?? 10) * power
}

function short(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`
  if (value >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`
  return String(Number(value.toPrecision(3)))
}

function colour(index: number): string {
  return colours[index % colours.length] as string
}

function fix(value: number): string {
  return String(Number(value.toFixed(1)))
}

function escapeXml(words: string): string {
  return words
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
}
