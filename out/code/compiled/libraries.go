//go:build libraries

package compiled

// What is written imports these, and so do the tests in testdata. go mod tidy sees
// neither, but it looks into this file, which is never compiled.
import (
	_ "github.com/alicebob/miniredis/v2"
	_ "github.com/go-zookeeper/zk"
	_ "github.com/hashicorp/consul/api"
	_ "github.com/redis/go-redis/v9"
	_ "go.etcd.io/etcd/client/v3"
	_ "go.etcd.io/etcd/client/v3/concurrency"
	_ "modernc.org/sqlite"
)
