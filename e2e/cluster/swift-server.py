#!/usr/bin/python3
"""A real S3 service for tests in one process: OpenStack Swift's account, container, object and proxy server with s3api.

usage: swift-server.py FOLDER; prints one JSON line when it answers; SIGTERM ends it. All state is in FOLDER, which needs extended attributes.
"""
import eventlet

eventlet.monkey_patch()
import json
import logging
import os
import pwd
import sys
from socket import IPPROTO_TCP, TCP_NODELAY

from eventlet import wsgi

# A test need not survive a power cut.
os.fsync = os.fdatasync = lambda file: None

folder = os.path.abspath(sys.argv[1])
settings, disks = folder + '/etc', folder + '/srv'
os.makedirs(settings)
os.makedirs(disks + '/disk')
user = pwd.getpwuid(os.getuid()).pw_name


def write(name, text):
    with open(f'{settings}/{name}', 'w') as file:
        file.write(text)


write('swift.conf', """[swift-hash]
swift_hash_path_suffix = pagelight-test
swift_hash_path_prefix = pagelight-test
[storage-policy:0]
name = one
default = yes
""")
from swift.common import utils

utils.set_swift_dir(settings)
from swift.common.http_protocol import SwiftHttpProtocol
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp

sockets = {name: eventlet.listen(('127.0.0.1', 0), backlog=512) for name in ('account', 'container', 'object', 'proxy')}
for listening in sockets.values():
    # As Swift's own servers do; accepted sockets inherit it. Otherwise small answers wait 40 ms for an acknowledgment.
    listening.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
ports = {name: socket.getsockname()[1] for name, socket in sockets.items()}
for name in ('account', 'container', 'object'):
    # One partition on one disk: 2^2 parts, one copy.
    builder = RingBuilder(2, 1, 0)
    builder.add_dev(
        {'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': ports[name], 'device': 'disk', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(f'{settings}/{name}.ring.gz')
    write(f'{name}.conf', f"""[DEFAULT]
swift_dir = {settings}
devices = {disks}
mount_check = false
disable_fallocate = true
user = {user}
log_address = /dev/null
log_level = ERROR
[pipeline:main]
pipeline = {name}-server
[app:{name}-server]
use = egg:swift#{name}
bind_port = {ports[name]}
""")
# s3api wants a cache; one that is not there does.
write('proxy.conf', f"""[DEFAULT]
swift_dir = {settings}
user = {user}
log_address = /dev/null
log_level = ERROR
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
""")


class Quiet:
    def write(self, *_):
        pass

    def flush(self, *_):
        pass


logging.disable(logging.ERROR)
for name, socket in sockets.items():
    app = loadapp(f'{settings}/{name}.conf',
                  global_conf={'log_name': name, 'bind_port': str(ports[name]), 'bind_ip': '127.0.0.1'})
    pool = eventlet.GreenPool(512)
    eventlet.spawn(wsgi.server, socket, app, Quiet(), protocol=SwiftHttpProtocol, custom_pool=pool)
eventlet.sleep(0)
print(json.dumps({'endpoint': f'http://127.0.0.1:{ports["proxy"]}', 'region': 'us-east-1',
                  'accessKeyId': 'test:tester', 'secretAccessKey': 'testing'}), flush=True)
while True:
    eventlet.sleep(3600)
