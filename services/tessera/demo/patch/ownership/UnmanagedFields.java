package tessera.demo.patch.ownership;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.demo.patch.schema.KindSchema;

/** Fields that no client can own, because the server sets them or drops them. */
final class UnmanagedFields {

    /** Identity and bookkeeping. */
    static final FieldSet SERVERS = new FieldSet(fields("apiVersion", "kind", "metadata"),
            Map.of(PathElement.field("metadata"),
                    new FieldSet(fields("name", "namespace", "creationTimestamp", "selfLink",
                            "uid", "clusterName", "generation", "managedFields", "resourceVersion"), Map.of())));

    private UnmanagedFields() {}

    /** What a write through this subresource cannot change. */
    static FieldSet dropped(KindSchema kind, String subresource) {
        return switch (subresource) {
            case "" -> kind.ownStatus() ? FieldSet.ofField("status") : FieldSet.EMPTY;
            case "status" -> droppedByStatus(kind);
            default -> FieldSet.EMPTY;
        };
    }

    private static FieldSet droppedByStatus(KindSchema kind) {
        var spec = FieldSet.ofField("spec");
        var metadata = PathElement.field("metadata");
        if (kind.custom()) {
            return spec.union(FieldSet.ofField("metadata"));
        }
        return switch (kind.kind()) {
            case "ResourceClaim", "CustomResourceDefinition" -> spec.union(FieldSet.ofField("metadata"));
            case "Deployment" -> spec.union(FieldSet.ofField("labels").under(metadata));
            case "Pod" -> spec.union(new FieldSet(fields("deletionTimestamp", "ownerReferences"), Map.of())
                    .under(metadata));
            default -> spec;
        };
    }

    private static Set<PathElement> fields(String... names) {
        return Stream.of(names).map(PathElement::field).collect(Collectors.toUnmodifiableSet());
    }
}
