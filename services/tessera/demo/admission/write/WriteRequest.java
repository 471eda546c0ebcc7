package tessera.demo.admission.write;

import tessera.demo.admission.decoding.FieldValidation;
import tessera.demo.patch.schema.KindSchema;

/**
 * What the address and the parameters of a writing request say.
 *
 * @param namespace   empty for kinds outside of namespaces
 * @param name        empty for a request to a collection
 * @param subresource {@code status} or {@code resize}; empty for the object itself
 * @param manager     the {@code fieldManager}, or the User-Agent up to the first slash; empty when the client gave none
 *                    and may not do without
 */
public record WriteRequest(
        KindSchema kind,
        String namespace,
        String name,
        String subresource,
        String manager,
        FieldValidation validation) {

    /** A request by a part of the server itself, which is never told about its fields. */
    public static WriteRequest internal(KindSchema kind, String namespace, String name, String manager) {
        return new WriteRequest(kind, namespace, name, "", manager, FieldValidation.IGNORE);
    }

    public WriteRequest through(String other) {
        return new WriteRequest(kind, namespace, name, other, manager, validation);
    }
}
