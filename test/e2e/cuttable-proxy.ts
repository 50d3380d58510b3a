import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to the service that can be cut. */
export interface CuttableProxy {
  port: number;
  /** Cuts every connection, as when a cable is pulled or the service is started again. */
  cut(): void;
  /** Cuts every connection, and new ones too, until it is mended. */
  breakDown(): void;
  mend(): void;
  /** The service seems to hang: what clients send is taken, and nothing comes back. */
  hang(): void;
  close(): void;
}

export async function startCuttableProxy(targetPort: number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  let isDown = false;
  let hangs = false;
  const server = createServer((client) => {
    if (isDown) return client.destroy();
    const upstream = connect(targetPort, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (bytes) => hangs || upstream.write(bytes));
    upstream.on('data', (bytes) => hangs || client.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    breakDown() {
      isDown = true;
      cut();
    },
    mend() {
      isDown = hangs = false;
    },
    hang() {
      hangs = true;
    },
    close() {
      server.close();
      cut();
    },
  };
}
