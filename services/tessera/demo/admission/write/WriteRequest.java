package tessera.demo.admission.write;

import tessera.demo.admission.decoding.FieldValidation;
import tessera.demo.patch.schema.KindSchema;

/**
 * The path and the parameters of a writing request.
 *
 * @param namespace   empty for kinds outside of namespaces
 * @param name        empty for a request to a collection
 * @param subresource {@code status} or {@code resize}; empty for the object itself
 * @param fieldManager     the {@code fieldManager}, or the User-Agent up to the first slash; empty when the client gave none
 *                    and may not do without
 */
public record WriteRequest(
        KindSchema kind,
        String namespace,
        String name,
        String subresource,
        String fieldManager,
        FieldValidation validation) {

    /** Returns a request by the server itself, which gets no field validation. */
    public static WriteRequest internalWrite(KindSchema kind, String namespace, String name, String manager) {
        return new WriteRequest(kind, namespace, name, "", manager, FieldValidation.IGNORE);
    }

    public WriteRequest withSubresource(String other) {
        return new WriteRequest(kind, namespace, name, other, fieldManager, validation);
    }
}
