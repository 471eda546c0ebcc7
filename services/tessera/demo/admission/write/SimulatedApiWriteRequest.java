package tessera.demo.admission.write;

import tessera.demo.admission.decoding.FieldValidationMode;
import tessera.demo.patch.schema.KubernetesKindSchema;

/**
 * The path and the parameters of a writing request.
 *
 * @param namespace   empty for kinds outside of namespaces
 * @param name        empty for a request to a collection
 * @param subresource {@code status} or {@code resize}; empty for the object itself
 * @param fieldManager     the {@code fieldManager}, or the User-Agent up to the first slash; empty when the client gave none
 *                    and may not do without
 */
public record SimulatedApiWriteRequest(
        KubernetesKindSchema kind,
        String namespace,
        String name,
        String subresource,
        String fieldManager,
        FieldValidationMode validation) {

    /** Returns a request by the server itself, which gets no field validation. */
    public static SimulatedApiWriteRequest internalWrite(KubernetesKindSchema kind, String namespace, String name,
            String manager) {
        return new SimulatedApiWriteRequest(kind, namespace, name, "", manager, FieldValidationMode.IGNORE);
    }

    public SimulatedApiWriteRequest withSubresource(String other) {
        return new SimulatedApiWriteRequest(kind, namespace, name, other, fieldManager, validation);
    }
}
