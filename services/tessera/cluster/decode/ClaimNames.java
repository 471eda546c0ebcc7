package tessera.cluster.decode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Names of ResourceClaims while a pod is being read. Used again and again; costs nothing for pods without claims. */
final class ClaimNames {

    /** More than the API server accepts in one pod. */
    private static final int MOST = 256;
    private static final FieldTable NAME = FieldTable.of("resourceClaimName");

    private final List<String> names = new ArrayList<>(0);

    void clear() {
        names.clear();
    }

    /** A list of objects that name a claim each; one from a template is not named before it was made. */
    void readAll(JsonScanner json, StringPool strings) throws IOException {
        clear();
        if (!json.array()) {
            return;
        }
        while (json.element()) {
            if (names.size() == MOST) {
                json.surplus(MOST);
            } else if (json.object()) {
                entry(json, strings);
            }
        }
    }

    /** An object that names a claim. */
    void readOne(JsonScanner json, StringPool strings) throws IOException {
        clear();
        if (json.object()) {
            entry(json, strings);
        }
    }

    private void entry(JsonScanner json, StringPool strings) throws IOException {
        var name = "";
        for (int field = json.field(NAME); field != JsonScanner.END; field = json.field(NAME)) {
            name = json.text(strings);
        }
        if (!name.isEmpty()) {
            names.add(name);
        }
    }

    /** The names that a pod gives itself, and those of claims that were made for it, each once. */
    static List<String> of(ClaimNames own, ClaimNames given, ClaimNames extended) {
        if (own.names.isEmpty() && given.names.isEmpty() && extended.names.isEmpty()) {
            return List.of();
        }
        return Stream.of(own, given, extended).flatMap(list -> list.names.stream()).distinct().toList();
    }
}
