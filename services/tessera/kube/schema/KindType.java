package tessera.kube.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A type of the table: a kind, or a struct within one.
 *
 * @param flags  words after its name, e.g. {@code kind=apps/v1}
 * @param fields in order
 */
public record KindType(String name, List<String> flags, Map<String, KindField> fields) {

    public KindType {
        flags = List.copyOf(flags);
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** Returns the version of a kind, e.g. {@code apps/v1}; empty for other types. */
    public Optional<String> apiVersion() {
        return KindField.option(flags, "kind")
                .map(version -> version.split("/", -1).length > 2 ? version.substring(0, version.lastIndexOf('/'))
                        : version);
    }

    /** Returns the name of a kind, which some types have for themselves and a few share. */
    public String kindName() {
        return KindField.option(flags, "kind").filter(version -> version.split("/", -1).length > 2)
                .map(version -> version.substring(version.lastIndexOf('/') + 1)).orElse(name.replaceFirst("\\..*", ""));
    }

    /** Returns whether only the server writes a field, so that nobody looks at what it says. */
    public boolean isWrittenByServer(String field) {
        return field.equals("managedFields") || (field.equals("status") && apiVersion().isPresent());
    }

    /** Returns whether manifests of workloads have the kind. */
    public boolean isOfManifests() {
        return flags.contains("manifest");
    }
}
