package engine

// presets are the setups with a button. The first is what the page opens with.
var presets = []Preset{
	{
		ID: "race", Title: "Race, no fencing",
		Text:   "A stops for longer than its lease lasts. B gets the lock, and writes. Then A goes on, and its old write lands.",
		Setup:  Setup{Protocol: "ttl", Params: map[string]string{"guard": "none", "ttl": "10s", "max-pause": "15s"}, Faults: "pause=1"},
		Script: Script{Stop: "pause", For: "15s"},
	},
	{
		ID: "fenced", Title: "Race, with fencing",
		Text:   "The same schedule. Storage remembers the highest token that it has seen, and refuses A's, which is lower.",
		Setup:  Setup{Protocol: "ttl", Params: map[string]string{"guard": "reject-lower", "ttl": "10s", "max-pause": "15s"}, Faults: "pause=1"},
		Script: Script{Stop: "pause", For: "15s"},
	},
	{
		ID: "safe", Title: "Safe",
		Text:   "A stops for less than its lease lasts: it writes and gives the lock back before B can get it.",
		Setup:  Setup{Protocol: "ttl", Params: map[string]string{"guard": "none", "ttl": "10s", "max-pause": "5s"}, Faults: "pause=1"},
		Script: Script{Stop: "pause", For: "5s"},
	},
	{
		ID: "zkqueue", Title: "ZooKeeper: the queue goes on without its head",
		Text:   "A's session ends while A is stopped. Its znode goes, and B's is the lowest.",
		Setup:  Setup{Protocol: "zkqueue", Params: map[string]string{"guard": "none", "session-timeout": "10s", "max-pause": "15s"}, Faults: "pause=1"},
		Script: Script{Stop: "pause", For: "15s"},
	},
	{
		ID: "redlock-jump", Title: "Redlock: clocks jump",
		Text:   "The clocks of most nodes jump ahead while a client holds their keys. They drop them early, and a second client gets the lock beside the first.",
		Setup:  Setup{Protocol: "redlock", Params: map[string]string{"ttl": "10s", "max-jump": "1h"}, Faults: "clock-jump=3"},
		Script: Script{Stop: "none", Jump: "1h", Nodes: 3},
	},
}
