// An application for the marketplace: fills in policy data.
package main

import (
	"os"
	"regexp"
)

type change struct {
	ProductName string `json:"productName"`
	Operation   string `json:"operation"`
}

// A mapping path ends with the name of the field it leads to.
var field = regexp.MustCompile(`fields\[\?\(@\.name=='([^']+)'\)\]$`)

func create(stateAPI string) app {
	a := newApp(stateAPI)
	// The answer is merged into the change: here one field of the policy, the one this customer mapped.
	on(a, "/autofill", func(asked change, from customer) (any, error) {
		configured, err := from.state()
		if err != nil {
			return nil, err
		}
		for _, mapped := range configured.Mappings {
			found := field.FindStringSubmatch(mapped.Fields["note"])
			if mapped.ProductName == asked.ProductName && found != nil {
				values := map[string][]string{found[1]: {"filled in for " + asked.Operation}}
				return map[string]any{"fieldValues": values}, nil
			}
		}
		return map[string]any{}, nil
	})
	return a
}

func main() {
	serve(create(os.Getenv("MKT_STATE_API")))
}
