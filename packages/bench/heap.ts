/** Reads the heap size of an isolate from workerd's inspector, by the DevTools protocol. */

const USAGE = 2;

/**
 * The size of a worker's heap in bytes after a garbage collection. A heap snapshot, which is discarded, starts the
 * collection, because workerd does not respond to HeapProfiler.collectGarbage.
 * @param inspector the WebSocket origin of the inspector
 * @param worker the name of the worker
 */
export async function heapBytes(inspector: string, worker: string): Promise<number> {
  const socket = new WebSocket(`${inspector}/core:user:${worker}`);
  try {
    return await new Promise((resolve, reject) => {
      for (const end of ['error', 'close'] as const)
        socket.addEventListener(end, () => reject(new Error('The inspector does not respond')));
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
