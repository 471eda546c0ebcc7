package tessera.demo.patch.ownership;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.demo.patch.schema.SimulatedKindSchema;

/** The fields that no client can own, because the server sets or drops them. */
final class SimulatedServerOwnedFields {

    /** Identity and bookkeeping. */
    static final FieldPathSet SERVERS = new FieldPathSet(
            fieldElements("apiVersion", "kind", "metadata"), Map
                    .of(ManagedFieldPathElement.forField("metadata"),
                            new FieldPathSet(
                                    fieldElements("name", "namespace", "creationTimestamp", "selfLink", "uid",
                                            "clusterName", "generation", "managedFields", "resourceVersion"),
                                    Map.of())));

    private SimulatedServerOwnedFields() {}

    /** Returns the fields that a write through this subresource cannot change. */
    static FieldPathSet ignoredFields(SimulatedKindSchema kind, String subresource) {
        return switch (subresource) {
            case "" -> kind.hasStatus() ? FieldPathSet.ofField("status") : FieldPathSet.EMPTY;
            case "status" -> ignoredStatusFields(kind);
            default -> FieldPathSet.EMPTY;
        };
    }

    private static FieldPathSet ignoredStatusFields(SimulatedKindSchema kind) {
        var spec = FieldPathSet.ofField("spec");
        var metadata = ManagedFieldPathElement.forField("metadata");
        if (kind.custom()) {
            return spec.union(FieldPathSet.ofField("metadata"));
        }
        return switch (kind.kind()) {
            case "ResourceClaim", "CustomResourceDefinition" -> spec.union(FieldPathSet.ofField("metadata"));
            case "Deployment" -> spec.union(FieldPathSet.ofField("labels").prefixedWith(metadata));
            case "Pod" -> spec.union(new FieldPathSet(fieldElements("deletionTimestamp", "ownerReferences"), Map.of())
                    .prefixedWith(metadata));
            default -> spec;
        };
    }

    private static Set<ManagedFieldPathElement> fieldElements(String... names) {
        return Stream.of(names).map(ManagedFieldPathElement::forField).collect(Collectors.toUnmodifiableSet());
    }
}
