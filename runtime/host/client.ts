import type { Params } from "../json-rpc/messages/messages.js";
import type { Peer } from "../protocol/connection/peer.js";
import type { RequestOptions } from "../json-rpc/requests.js";
import type { Transport } from "../transport/transport.js";

/** Interface of a generated client, with only the members that a host uses. */
export interface HostedClient {
  connect(transport: Transport, options?: RequestOptions): Promise<void>;
  readonly server: Peer;
  readonly closed: Promise<void>;
  request(
    method: string,
    params?: Params,
    options?: RequestOptions,
  ): Promise<unknown>;
  listAll(
    method: string,
    params?: Params,
    options?: RequestOptions,
  ): Promise<object>;
  close(): Promise<void>;
}
