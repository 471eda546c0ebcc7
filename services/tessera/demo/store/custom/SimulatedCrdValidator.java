package tessera.demo.store.custom;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import tessera.demo.object.SimulatedApiException.StatusCause;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The requirements of a CustomResourceDefinition to be served. */
public final class SimulatedCrdValidator {

    private static final String APPROVED = "api-approved.kubernetes.io";

    private SimulatedCrdValidator() {}

    /** Returns the causes why a definition is invalid; empty for a valid one. */
    public static List<StatusCause> check(JsonNode definition) {
        var causes = new ArrayList<StatusCause>();
        var spec = definition.path("spec");
        var name = SimulatedStoreJsonCodec.textAt(definition, "metadata", "name");
        var group = SimulatedStoreJsonCodec.textAt(spec, "group");
        if (!name.equals(SimulatedStoreJsonCodec.textAt(spec, "names", "plural") + "." + group)) {
            causes.add(new StatusCause("FieldValueInvalid",
                    "Invalid value: \"" + name + "\": must be spec.names.plural+\".\"+spec.group", "metadata.name"));
        }
        if (isProtected(group)
                && SimulatedStoreJsonCodec.textAt(definition.path("metadata").path("annotations"), APPROVED)
                        .isEmpty()) {
            causes.add(new StatusCause("FieldValueRequired",
                    "Required value: protected groups must have approval annotation \"" + APPROVED
                            + "\", see https://github.com/kubernetes/enhancements/pull/1111",
                    "metadata.annotations[" + APPROVED + "]"));
        }
        checkVersions(spec.path("versions"), causes);
        return causes;
    }

    private static boolean isProtected(String group) {
        return group.equals("k8s.io") || group.endsWith(".k8s.io") || group.equals("kubernetes.io")
                || group.endsWith(".kubernetes.io");
    }

    private static void checkVersions(JsonNode versions, List<StatusCause> causes) {
        int stored = 0;
        for (int i = 0; i < versions.size(); i++) {
            stored += versions.get(i).path("storage").asBoolean() ? 1 : 0;
            if (!versions.get(i).path("schema").path("openAPIV3Schema").isObject()) {
                causes.add(new StatusCause("FieldValueRequired", "Required value",
                        "spec.versions[" + i + "].schema.openAPIV3Schema"));
            }
        }
        if (stored != 1) {
            causes.add(new StatusCause("FieldValueInvalid",
                    "Invalid value: must have exactly one version marked as storage version",
                    "spec.versions"));
        }
    }
}
