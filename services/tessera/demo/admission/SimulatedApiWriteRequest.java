package tessera.demo.admission;

import tessera.demo.patch.schema.SimulatedKindSchema;

/**
 * The path and the parameters of a writing request.
 *
 * @param namespace   empty for kinds outside of namespaces
 * @param name        empty for a request to a collection
 * @param subresource {@code status}; empty for the object itself
 * @param fieldManager     the {@code fieldManager}, or the User-Agent up to the first slash; empty when the client gave none
 *                    and may not do without
 */
public record SimulatedApiWriteRequest(SimulatedKindSchema kind, String namespace, String name, String subresource,
        String fieldManager, SimulatedFieldValidationMode validation) {

    public SimulatedApiWriteRequest withSubresource(String other) {
        return new SimulatedApiWriteRequest(kind, namespace, name, other, fieldManager, validation);
    }
}
