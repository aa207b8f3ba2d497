package engine

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// queues is the queue of a queue lock for each moment; nil for other locks.
func (v *view) queues() []*Queue {
	all := make([]*Queue, len(v.states))
	if len(v.clients) == 0 || !v.states[0].has("entry[%s][mine]", v.clients[0]) {
		return all
	}
	total := 0
	for i, s := range v.states {
		q := &Queue{Nodes: v.entries(s), Woken: []string{}}
		if i > 0 {
			q.Woken = v.woken(v.states[i-1], s)
		}
		total += len(q.Woken)
		q.Total = total
		all[i] = q
	}
	return all
}

// entries are the nodes of the queue, the lowest first. Clients that share a
// session have one key.
func (v *view) entries(s state) []QueueNode {
	nodes := map[int]QueueNode{}
	for _, c := range v.clients {
		for _, slot := range []string{"mine", "orphan"} {
			n := s.number("entry[%s][%s]", c, slot)
			if n == 0 {
				continue
			}
			node, shared := nodes[n]
			if shared {
				node.Client += ", " + c
			} else {
				node = QueueNode{Name: v.entryName(c, n), Number: strconv.Itoa(n), Client: c, Orphan: slot == "orphan", Session: session(s, c, slot)}
			}
			nodes[n] = node
		}
	}
	numbers := slices.Sorted(maps.Keys(nodes))
	all := []QueueNode{}
	for _, n := range numbers {
		node := nodes[n]
		if !node.Orphan && s.get("at[%s].phase", node.Client) == "waiting" {
			node.Watches = v.watches(s, node.Client, nodes)
		}
		all = append(all, node)
	}
	return all
}

// entryName is what the service calls an entry: a znode by its suffix, a key by
// the lease of its client, of which there is a new one for each number.
func (v *view) entryName(client string, n int) string {
	if v.zookeeper() {
		return fmt.Sprintf("lock-%010d", n)
	}
	return fmt.Sprintf("lock/%s-%d", client, n)
}

// zookeeper reports whether the queue is one of znodes.
func (v *view) zookeeper() bool { return v.states[0].has("ended[%s]", v.clients[0]) }

// watches is what a waiting client is told of.
func (v *view) watches(s state, client string, nodes map[int]QueueNode) string {
	if v.param("watch") == "parent" {
		return "parent"
	}
	if v.zookeeper() {
		return nodes[s.number("at[%s].ahead", client)].Name
	}
	before := 0
	for n := range nodes { // the newest key that is older than its own
		if n < s.number("at[%s].key", client) {
			before = max(before, n)
		}
	}
	return nodes[before].Name
}

// session is how the session of an entry is, as its client's fate lets one expect.
func session(s state, client, slot string) string {
	switch {
	case s.get("ended[%s]", client) == "true":
		return "ended"
	case slot == "orphan" && (s.get("former[%s]", client) == "true" || !s.has("former[%s]", client)):
		return "disturbed" // its client has left it
	case s.get("body[%s]", client) != "well", s.get("cut[%s]", client) == "true",
		s.get("stopped[%s]", client) == "true", s.get("ping[%s]", client) == "held_up":
		return "disturbed"
	}
	return "alive"
}

// woken are the clients that waited, and are told in this step that what they
// watch has gone.
func (v *view) woken(before, after state) []string {
	all := []string{}
	for _, c := range v.clients {
		if before.get("at[%s].phase", c) != "waiting" {
			continue
		}
		if now := after.get("at[%s].phase", c); now == "notified" || now == "seeking" {
			all = append(all, c)
		}
	}
	return all
}
