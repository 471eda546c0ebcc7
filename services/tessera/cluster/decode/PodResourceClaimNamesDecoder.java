package tessera.cluster.decode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tessera.model.AwaitedResourceClaim;

/** Names of ResourceClaims while a pod is being read. Used again and again; costs nothing for pods without claims. */
final class PodResourceClaimNamesDecoder {

    /** More than the API server accepts in one pod. */
    private static final int MOST = 256;
    private static final JsonFieldNameTable NAME = JsonFieldNameTable.of("resourceClaimName", "name",
            "resourceClaimTemplateName");

    private final List<String> names = new ArrayList<>(0);
    /** What entries are called in the pod. */
    private final List<String> entries = new ArrayList<>(0);
    /** The template of each entry; empty for none. */
    private final List<String> templates = new ArrayList<>(0);

    void clear() {
        names.clear();
        entries.clear();
        templates.clear();
    }

    /** Reads a list of objects that name a claim each, or the template from which it will be created. */
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
        var entry = "";
        var template = "";
        for (int field = json.nextField(NAME); field != JsonScanner.END; field = json.nextField(NAME)) {
            switch (field) {
                case 0 -> name = json.readText(strings);
                case 1 -> entry = json.readText(strings);
                default -> template = json.readText(strings);
            }
        }
        if (!name.isEmpty()) {
            names.add(name);
        }
        entries.add(entry);
        templates.add(template);
    }

    /** Returns the claims that the pod names itself, and those created for it, each once. */
    static List<String> distinctNames(PodResourceClaimNamesDecoder own, PodResourceClaimNamesDecoder given,
            PodResourceClaimNamesDecoder extended) {
        if (own.names.isEmpty() && given.names.isEmpty() && extended.names.isEmpty()) {
            return List.of();
        }
        return Stream.of(own, given, extended).flatMap(list -> list.names.stream()).distinct().toList();
    }

    /** Returns the claims that were not created of their templates yet. */
    static List<AwaitedResourceClaim> awaitedClaims(PodResourceClaimNamesDecoder own,
            PodResourceClaimNamesDecoder given) {
        return IntStream.range(0, own.entries.size())
                .filter(at -> !own.templates.get(at).isEmpty() && !given.entries.contains(own.entries.get(at)))
                .mapToObj(at -> new AwaitedResourceClaim(own.entries.get(at), own.templates.get(at))).toList();
    }
}
