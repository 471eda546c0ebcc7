package tessera.cluster.decode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Names of ResourceClaims while a pod is being read. Used again and again; costs nothing for pods without claims. */
final class PodResourceClaimNamesDecoder {

    /** More than the API server accepts in one pod. */
    private static final int MOST = 256;
    private static final JsonFieldNameTable NAME = JsonFieldNameTable.of("resourceClaimName");

    private final List<String> names = new ArrayList<>(0);

    void clear() {
        names.clear();
    }

    /** Reads a list of objects that name a claim each; one from a template has no name before it is created. */
    void readAll(JsonScanner json, StringPool strings) throws IOException {
        clear();
        if (!json.enterArray()) {
            return;
        }
        while (json.nextElement()) {
            if (names.size() == MOST) {
                json.surplus(MOST);
            } else if (json.enterObject()) {
                readEntry(json, strings);
            }
        }
    }

    /** Reads an object that names a claim. */
    void readOne(JsonScanner json, StringPool strings) throws IOException {
        clear();
        if (json.enterObject()) {
            readEntry(json, strings);
        }
    }

    private void readEntry(JsonScanner json, StringPool strings) throws IOException {
        var name = "";
        for (int field = json.nextField(NAME); field != JsonScanner.END; field = json.nextField(NAME)) {
            name = json.readText(strings);
        }
        if (!name.isEmpty()) {
            names.add(name);
        }
    }

    /** Returns the claims that the pod names itself, and those created for it, each once. */
    static List<String> distinctNames(PodResourceClaimNamesDecoder own, PodResourceClaimNamesDecoder given,
            PodResourceClaimNamesDecoder extended) {
        if (own.names.isEmpty() && given.names.isEmpty() && extended.names.isEmpty()) {
            return List.of();
        }
        return Stream.of(own, given, extended).flatMap(list -> list.names.stream()).distinct().toList();
    }
}
