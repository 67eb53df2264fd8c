// An application for the marketplace: acts on install, configure and uninstall.
package main

import (
	"fmt"
	"os"
)

type call struct {
	Route          string `json:"route"`
	InstallationID string `json:"installationId"`
}

func create(stateAPI string) app {
	a := newApp(stateAPI)
	// Before the first start: register with third parties here. An answer other than 2xx ends the launch.
	on(a, "/hooks/install", func(told call, from customer) (any, error) {
		configured, err := from.state()
		if err != nil {
			return nil, err
		}
		given := "given"
		if configured.text("partnerKey", "") == "" {
			given = "missing"
		}
		fmt.Printf("install: reachable at %s, partner key %s\n", told.Route, given)
		return nil, nil
	})
	on(a, "/hooks/configure", func(told call, _ customer) (any, error) {
		fmt.Printf("configure: %s has new settings\n", told.InstallationID)
		return nil, nil
	})
	// The last chance to clean up; the state can still be read.
	on(a, "/hooks/uninstall", func(told call, _ customer) (any, error) {
		fmt.Printf("uninstall: %s is leaving\n", told.InstallationID)
		return nil, nil
	})
	return a
}

func main() {
	serve(create(os.Getenv("MKT_STATE_API")))
}
