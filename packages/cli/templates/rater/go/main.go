// An application for the marketplace: prices policies.
package main

import "os"

type rating struct {
	Perils []struct {
		Locator string `json:"perilCharacteristicsLocator"`
	} `json:"policyExposurePerils"`
}

type price struct {
	YearlyPremium string `json:"yearlyPremium"`
}

func create(stateAPI string) app {
	a := newApp(stateAPI)
	on(a, "/rate", func(asked rating, from customer) (any, error) {
		configured, err := from.state()
		if err != nil {
			return nil, err
		}
		premium := configured.text("yearlyPremium", "")
		if premium == "" {
			return nil, giveUp("The setting \"Yearly premium of a peril\" is empty.")
		}
		// Every listed peril must be priced.
		priced := map[string]price{}
		for _, peril := range asked.Perils {
			priced[peril.Locator] = price{premium}
		}
		return map[string]any{"pricedPerilCharacteristics": priced}, nil
	})
	return a
}

func main() {
	serve(create(os.Getenv("MKT_STATE_API")))
}
