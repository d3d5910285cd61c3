/**
 * Preloaded into the measured servers: reports their resource usage on request.
 */
process.on("message", (message) => {
  if (message !== "usage") return;
  (globalThis as { gc?: () => void }).gc?.();
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() });
});
// The IPC channel must not keep the server alive.
process.channel?.unref();
