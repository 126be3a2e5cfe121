import { onTestFinished, vi } from "vitest"

/** Until the test ends it is noon of one day; timers run on. */
export function stopCalendar(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 2, 12) })
  onTestFinished(() => void vi.useRealTimers())
}
