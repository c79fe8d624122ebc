// Whether a browser page that sends a prompt is one Ollama would let in by itself. Others are passed on untouched (the
// upstream decides), and neither read nor written into the memory. Pure. The Host check is the HTTP server's.
// Source: proxy, Traps.

/** Browser-side callers Ollama allows without configuration. */
const LOCAL_ORIGIN =
  /^(?:https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::\d{1,5})?|(?:app|file|tauri|vscode-webview|vscode-file):\/\/.*)$/;

/** Whether an `Origin` header is absent or one that Ollama allows by itself, or stands in `origins`. */
export function isAllowedOrigin(header: string | undefined, origins: readonly string[] = []): boolean {
  return header === undefined || LOCAL_ORIGIN.test(header) || origins.includes(header);
}
