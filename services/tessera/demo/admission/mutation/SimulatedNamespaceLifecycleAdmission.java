package tessera.demo.admission.mutation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.JsonTreeOperations;
import tessera.demo.admission.SimulatedClusterObjectLookup;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.patch.schema.SimulatedKindSchema;

/** Admission check that refuses new objects in namespaces that do not exist or are being deleted. */
final class SimulatedNamespaceLifecycleAdmission {

    private SimulatedNamespaceLifecycleAdmission() {}

    static void checkNamespace(SimulatedKindSchema kind, ObjectNode object, SimulatedClusterObjectLookup lookup)
            throws SimulatedApiException {
        var name = object.path("metadata").path("namespace").asText();
        var namespace = lookup.find("Namespace", "", name);
        if (namespace.isEmpty()) {
            throw SimulatedApiException.notFound(new ErrorSubject("", "namespaces", name));
        }
        if (namespace.get().path("metadata").has("deletionTimestamp")
                || namespace.get().path("status").path("phase").asText().equals("Terminating")) {
            throw terminatingError(kind, object, name);
        }
    }

    private static SimulatedApiException terminatingError(SimulatedKindSchema kind, ObjectNode object,
            String namespace) {
        var refusal = SimulatedApiException.forbidden(
                kind.resourceSubject(object.path("metadata").path("name").asText()),
                "unable to create new content in namespace " + namespace + " because it is being terminated");
        var details = JsonTreeOperations.shallowCopy(refusal.statusBody().path("details"));
        details.putArray("causes").addObject().put("reason", "NamespaceTerminating")
                .put("message", "namespace " + namespace + " is being terminated").put("field", "metadata.namespace");
        return new SimulatedApiException(403, "Forbidden", refusal.statusBody().path("message").asText(), details);
    }
}
