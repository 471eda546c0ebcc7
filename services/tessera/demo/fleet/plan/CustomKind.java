package tessera.demo.fleet.plan;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A kind of object that some operator brought with it.
 *
 * @param cluster whether its objects live outside namespaces
 * @param columns what {@code kubectl get} prints besides the name, as JSON paths
 * @param types   fields of its spec that must be of a type, with dots between their names
 */
public record CustomKind(String group, String version, String kind, String plural, boolean cluster,
        Map<String, String> columns, Map<String, List<String>> types) {

    public CustomKind {
        columns = columns == null ? Map.of() : columns;
        types = types == null ? Map.of() : types;
    }

    /** All that the fleet has. */
    public static List<CustomKind> all() {
        return List.of(Scripts.read("kinds.json", CustomKind[].class));
    }

    public String singular() {
        return kind.toLowerCase(Locale.ROOT);
    }

    public String apiVersion() {
        return group + "/" + version;
    }
}
