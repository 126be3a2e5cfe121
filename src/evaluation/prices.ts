import type { Prices } from "../contracts"

/**
 * List prices in US dollars as their providers published them in 2025, for prompts of up to 200,000 tokens. Prices
 * change: pass your own where cost matters. A model that is not here is reported as one without a price.
 */
export const listPrices: Prices = {
  "gemini-2.5-pro": {
    inputPerMillionTokens: 1.25,
    outputPerMillionTokens: 10,
    cachedInputPerMillionTokens: 0.31,
  },
  "gemini-2.5-flash": {
    inputPerMillionTokens: 0.3,
    outputPerMillionTokens: 2.5,
    cachedInputPerMillionTokens: 0.075,
  },
  "gemini-embedding-001": { inputPerMillionTokens: 0.15 },
  "embed-v4.0": { inputPerMillionTokens: 0.12 },
}
