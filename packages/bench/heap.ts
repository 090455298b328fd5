/** The heap of an isolate, asked of workerd's inspector by the DevTools protocol. */

const USAGE = 2;

/**
 * Bytes that a worker's heap holds after everything that can be collected has been. A snapshot, which is thrown away,
 * collects first; workerd does not answer HeapProfiler.collectGarbage.
 */
export async function heapBytes(inspector: string, worker: string): Promise<number> {
  const socket = new WebSocket(`${inspector}/core:user:${worker}`);
  try {
    return await new Promise((resolve, reject) => {
      for (const end of ['error', 'close'] as const)
        socket.addEventListener(end, () => reject(new Error('The inspector does not answer')));
      socket.addEventListener('open', () => {
        socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.takeHeapSnapshot' }));
        socket.send(JSON.stringify({ id: USAGE, method: 'Runtime.getHeapUsage' }));
      });
      socket.addEventListener('message', ({ data }) => {
        const { id, result } = JSON.parse(String(data)) as { id?: number; result: { usedSize: number } };
        if (id === USAGE) resolve(result.usedSize);
      });
    });
  } finally {
    socket.close();
  }
}
