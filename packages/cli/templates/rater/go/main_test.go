package main

import "testing"

const asked = `{"policy":{},"policyExposurePerils":[{"perilCharacteristicsLocator":"peril-1"}]}`

func charging(premium string) state {
	return state{Settings: map[string]any{"yearlyPremium": premium}}
}

func TestEveryPerilCostsWhatTheCustomerEntered(t *testing.T) {
	a := platform(t, map[string]state{"k1": charging("120.50"), "k2": charging("200")})
	status, body := send(a, "k1", "/rate", asked)
	expect(t, status, body, 200, `{"pricedPerilCharacteristics":{"peril-1":{"yearlyPremium":"120.50"}}}`)
	status, body = send(a, "k2", "/rate", asked)
	expect(t, status, body, 200, `{"pricedPerilCharacteristics":{"peril-1":{"yearlyPremium":"200"}}}`)
}

func TestWithoutAPremiumThePolicySystemIsToldWhy(t *testing.T) {
	status, body := send(platform(t, map[string]state{"k1": charging("")}), "k1", "/rate", asked)
	expect(t, status, body, 422, `{"error":"The setting \"Yearly premium of a peril\" is empty."}`)
}
