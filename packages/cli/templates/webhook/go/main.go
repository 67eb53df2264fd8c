// An application for the marketplace: hears events.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

type event struct {
	Type string          `json:"type"`
	Data json.RawMessage `json:"data"`
}

func create(stateAPI string) app {
	a := newApp(stateAPI)
	on(a, "/events", func(heard event, from customer) (any, error) {
		if heard.Type != "policy.issue" {
			return nil, giveUp("This app hears nothing of that kind.")
		}
		configured, err := from.state()
		if err != nil {
			return nil, err
		}
		fmt.Printf("%s: %s %s (%s)\n", configured.text("greeting", "Hello"), heard.Type, heard.Data, from.webhookID)
		return nil, nil
	})
	return a
}

func main() {
	serve(create(os.Getenv("MKT_STATE_API")))
}
