package main

import "testing"

func TestAnEventIsHeardWithTheSettingsOfItsCustomer(t *testing.T) {
	a := platform(t, map[string]state{"k1": {Settings: map[string]any{"greeting": "Salut"}}})
	status, body := send(a, "k1", "/events", `{"type":"policy.issue","data":{}}`)
	expect(t, status, body, 204, "")
}

func TestAKeyThatNoCustomerHasIsGivenUp(t *testing.T) {
	status, body := send(platform(t, nil), "k1", "/events", `{"type":"policy.issue","data":{}}`)
	expect(t, status, body, 422, `{"error":"No customer has this key."}`)
}
