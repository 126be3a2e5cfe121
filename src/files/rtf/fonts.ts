/** Code pages of the character sets that fonts name (RTF 1.9.1, "Font table"). */
const charsets: { readonly [charset: number]: number } = {
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
}

const names: { readonly [codePage: number]: string } = {
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  65001: "utf-8",
  10000: "macintosh",
}

/** Undefined for a code page that is not known here. */
export function decoderOf(codePage: number | undefined): TextDecoder | undefined {
  try {
    return new TextDecoder(names[codePage ?? 0] ?? `windows-${codePage}`)
  } catch {
    return undefined
  }
}

/** Undefined for a set that says no more than the file does of itself. */
export const decoderOfCharset = (charset: number | undefined): TextDecoder | undefined => {
  const codePage = charsets[charset ?? 0]
  return codePage === undefined ? undefined : decoderOf(codePage)
}
