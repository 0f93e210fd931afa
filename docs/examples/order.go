// An order as a program: (rank, id), where the rank is the longest path from a root.
// go build docs/examples/order.go && tanglescope shuffle --by ./order
package main

import (
	"bufio"
	"encoding/json"
	"os"
	"sort"
)

type graph struct {
	Nodes []struct {
		ID    string   `json:"id"`
		After []string `json:"after"`
	} `json:"nodes"`
}

func order(g graph) []string {
	after := map[string][]string{}
	names := []string{}
	for _, node := range g.Nodes {
		after[node.ID] = node.After
		names = append(names, node.ID)
	}
	rank := map[string]int{}
	for len(rank) < len(names) {
		for _, name := range names {
			highest, ready := -1, true
			for _, cause := range after[name] {
				if _, known := after[cause]; !known {
					continue
				}
				if r, done := rank[cause]; !done {
					ready = false
				} else if r > highest {
					highest = r
				}
			}
			if _, done := rank[name]; ready && !done {
				rank[name] = highest + 1
			}
		}
	}
	sort.Slice(names, func(i, j int) bool {
		if rank[names[i]] != rank[names[j]] {
			return rank[names[i]] < rank[names[j]]
		}
		return names[i] < names[j] // bytes of UTF-8, which is by code point
	})
	return names
}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var g graph
		if err := json.Unmarshal(line, &g); err != nil {
			panic(err)
		}
		out.Encode(map[string][]string{"order": order(g)})
	}
}
