/** Schema of a minimal protocol, to which tests add declarations. */
export const SMALL_SCHEMA = `\
export const LATEST_PROTOCOL_VERSION = "2099-01-01";
export const JSONRPC_VERSION = "2.0";

export interface Request {
  method: string;
  params?: { _meta?: { [key: string]: unknown }; [key: string]: unknown };
}

export interface Notification {
  method: string;
  params?: { [key: string]: unknown };
}

export interface Result {
  _meta?: { [key: string]: unknown };
  [key: string]: unknown;
}

export type EmptyResult = Result;
export type RequestId = string | number;

export interface JSONRPCRequest extends Request {
  jsonrpc: typeof JSONRPC_VERSION;
  id: RequestId;
}

export interface PingRequest extends Request {
  method: "ping";
}

export interface EchoRequest extends Request {
  method: "echo";
  params: { text: string };
}

export interface EchoResult extends Result {
  text: string;
}

export type ClientRequest = PingRequest | EchoRequest;
`;
