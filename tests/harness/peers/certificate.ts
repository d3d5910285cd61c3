/**
 * Private key (`key`) and self-signed certificate (`cert`), both in PEM format.
 */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/**
 * TLS certificate for mirror.example, localhost and 127.0.0.1, valid from 2020
 * to 2049. Only tests use it.
 */
export const CERTIFICATE: Certificate = {
  key: `\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgChIOdyFGnMgPJU4L
KmIUGCYvIjHl9dhDc+Y6rpjJxayhRANCAARift7HnfSbkAXuX6SC9S9BzvEqWhH3
3CBkIDWrKNK/3Q+hk5dUarIuE1xM0BK2OdEG/9bTivf9fEr9HR5ZKZhG
-----END PRIVATE KEY-----
`,
  cert: `\
-----BEGIN CERTIFICATE-----
MIIBOTCB4aADAgECAgEBMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBHRlc3QwHhcN
MjAwMTAxMDAwMDAwWhcNNDkxMjMxMjM1OTU5WjAPMQ0wCwYDVQQDDAR0ZXN0MFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEYn7ex530m5AF7l+kgvUvQc7xKloR99wg
ZCA1qyjSv90PoZOXVGqyLhNcTNAStjnRBv/W04r3/XxK/R0eWSmYRqMuMCwwKgYD
VR0RBCMwIYIObWlycm9yLmV4YW1wbGWCCWxvY2FsaG9zdIcEfwAAATAKBggqhkjO
PQQDAgNHADBEAiA/JYA3DW7cJyq0lDG+CHgw2F8Nmqn3VOtwD7CHAmcMwwIgIO7q
3RYAbzqDMMr1vI8BikQQcG7DPaReUkIdak4MdXc=
-----END CERTIFICATE-----
`,
};
