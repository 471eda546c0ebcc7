package tessera.demo.admission.mutation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.AdmissionLookup;
import tessera.demo.admission.JsonTrees;
import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.ErrorSubject;
import tessera.demo.patch.schema.KindSchema;

/** Nothing new comes into a namespace that is not there or that is going. */
final class NamespaceLifecycle {

    private NamespaceLifecycle() {}

    static void check(KindSchema kind, ObjectNode object, AdmissionLookup lookup) throws ApiError {
        var name = object.path("metadata").path("namespace").asText();
        var namespace = lookup.find("Namespace", "", name);
        if (namespace.isEmpty()) {
            throw ApiError.notFound(new ErrorSubject("", "namespaces", name));
        }
        if (namespace.get().path("metadata").has("deletionTimestamp")
                || namespace.get().path("status").path("phase").asText().equals("Terminating")) {
            throw terminating(kind, object, name);
        }
    }

    private static ApiError terminating(KindSchema kind, ObjectNode object, String namespace) {
        var refusal = ApiError.forbidden(kind.resource(object.path("metadata").path("name").asText()),
                "unable to create new content in namespace " + namespace + " because it is being terminated");
        var details = JsonTrees.copy(refusal.status().path("details"));
        details.putArray("causes").addObject().put("reason", "NamespaceTerminating")
                .put("message", "namespace " + namespace + " is being terminated").put("field", "metadata.namespace");
        return new ApiError(403, "Forbidden", refusal.status().path("message").asText(), details);
    }
}
