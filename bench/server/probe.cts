/** Preloaded into the servers that are measured. */
process.on("message", (message) => {
  if (message !== "usage") return;
  (globalThis as { gc?: () => void }).gc?.();
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() });
});
// Listening on the channel must not keep a server alive.
process.channel?.unref();
