package mcp

import (
	"encoding/json"
	"fmt"
)

// Side is a side of a connection.
type Side string

// Sides of a connection.
const (
	Client Side = "client"
	Server Side = "server"
	Either Side = "either"
)

// Method describes a method of the protocol, as one declaration defines it.
type Method struct {
	Name string

	// Kind is "request" or "notification".
	Kind string

	Sender Side

	// Embedded is true for a request that is sent inside a result.
	Embedded bool

	// Capability that the receiver of a request, or the sender of a
	// notification, must declare. Empty if none is needed.
	Capability string

	decode       func(*decoder, any) any
	decodeResult func(*decoder, any) any
}

// DecodeResult decodes the result of a request.
func (m *Method) DecodeResult(data []byte) (any, error) {
	return decodeJSON(data, m.decodeResult)
}

// FindMethod returns the method that a side sends as a separate message.
func FindMethod(name string, sender Side) *Method {
	for i := range Methods {
		method := &Methods[i]
		if method.Name == name && !method.Embedded && (method.Sender == sender || method.Sender == Either) {
			return method
		}
	}
	return nil
}

// Message is a decoded JSON-RPC message.
type Message struct {
	// Kind is "request", "notification", "result" or "error".
	Kind string

	// Method of a request or notification. Nil for a response.
	Method *Method

	// Value is a pointer to the struct of the message.
	Value any
}

// DecodeMessage decodes a message that the given side sent.
func DecodeMessage(data []byte, sender Side) (*Message, error) {
	v, err := parse(data)
	if err != nil {
		return nil, err
	}
	d := &decoder{}
	message := decodeMessage(d, v, sender)
	return message, d.err()
}

func decodeMessage(d *decoder, v any, sender Side) *Message {
	o := d.object(v)
	if o == nil {
		return nil
	}
	required(d, o, "jsonrpc", oneOf(decodeString, "2.0"))
	name, called := o.members["method"]
	if !called {
		if _, failed := o.members["error"]; failed {
			return &Message{Kind: "error", Value: decodeErrorMessage(d, v)}
		}
		required(d, o, "id", decodeID)
		return &Message{Kind: "result", Value: decodeResultMessage(d, v)}
	}
	text, _ := name.(string)
	method := FindMethod(text, sender)
	if method == nil {
		d.fail(fmt.Sprintf("the %s sends no method %q", sender, text))
		return nil
	}
	if method.Kind == "request" {
		required(d, o, "id", decodeID)
	} else if _, ok := o.members["id"]; ok {
		d.fail("a notification has no id")
	}
	return &Message{method.Kind, method, method.decode(d, v)}
}

func decodeID(d *decoder, v any) any {
	if _, ok := v.(json.Number); ok {
		return decodeInteger(d, v)
	}
	return decodeString(d, v)
}
