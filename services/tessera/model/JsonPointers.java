package tessera.model;

import java.util.Arrays;
import java.util.List;

/** JSON pointers, as RFC 6901 has them. */
public final class JsonPointers {

    private JsonPointers() {}

    /** A name as it stands in one. */
    public static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    /** The names on the way to what it points at; none for the whole. */
    public static List<String> names(String pointer) {
        return pointer.isEmpty() ? List.of()
                : Arrays.stream(pointer.substring(1).split("/", -1))
                        .map(name -> name.replace("~1", "/").replace("~0", "~")).toList();
    }
}
