package main

import "testing"

func TestEveryHookOfTheManifestIsAnswered(t *testing.T) {
	a := platform(t, map[string]state{"k1": {Settings: map[string]any{"partnerKey": "sample"}}})
	for _, hook := range []string{"install", "configure", "uninstall"} {
		status, body := send(a, "k1", "/hooks/"+hook, `{"hook":"`+hook+`","route":"https://gateway.invalid/r1"}`)
		expect(t, status, body, 204, "")
	}
}
