import { BlockList, isIP } from 'node:net';

/** IANA's special-purpose registry of IPv4, multicast and reserved space, and the address of Azure's host. */
const CLOSED_V4 = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
]);
/** Global unicast, the only open part of IPv6: loopback, link-local, unique local, mapped and NAT64 are outside. */
const OPEN_V6 = blockList('ipv6', ['2000::/3']);
/** Within global unicast: Teredo and other protocol assignments, documentation, 6to4 and AS112. */
const CLOSED_V6 = blockList('ipv6', [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '2620:4f:8000::/48',
]);

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !CLOSED_V4.check(address, 'ipv4');
    case 6:
      return !address.includes('%') && OPEN_V6.check(address, 'ipv6') && !CLOSED_V6.check(address, 'ipv6');
    default:
      return false;
  }
}

function blockList(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
