package tessera.demo.admission.mutation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.AdmissionLookup;
import tessera.demo.admission.JsonTrees;
import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.ErrorSubject;
import tessera.demo.patch.schema.KindSchema;

/** Admission check that refuses new objects in namespaces that do not exist or are being deleted. */
final class NamespaceLifecycle {

    private NamespaceLifecycle() {}

    static void checkNamespace(KindSchema kind, ObjectNode object, AdmissionLookup lookup) throws ApiError {
        var name = object.path("metadata").path("namespace").asText();
        var namespace = lookup.find("Namespace", "", name);
        if (namespace.isEmpty()) {
            throw ApiError.notFound(new ErrorSubject("", "namespaces", name));
        }
        if (namespace.get().path("metadata").has("deletionTimestamp")
                || namespace.get().path("status").path("phase").asText().equals("Terminating")) {
            throw terminatingError(kind, object, name);
        }
    }

    private static ApiError terminatingError(KindSchema kind, ObjectNode object, String namespace) {
        var refusal = ApiError.forbidden(kind.resourceSubject(object.path("metadata").path("name").asText()),
                "unable to create new content in namespace " + namespace + " because it is being terminated");
        var details = JsonTrees.shallowCopy(refusal.statusBody().path("details"));
        details.putArray("causes").addObject().put("reason", "NamespaceTerminating")
                .put("message", "namespace " + namespace + " is being terminated").put("field", "metadata.namespace");
        return new ApiError(403, "Forbidden", refusal.statusBody().path("message").asText(), details);
    }
}
