package tessera.model;

import java.util.Arrays;
import java.util.List;

/** JSON pointers according to RFC 6901. */
public final class JsonPointers {

    private JsonPointers() {}

    /** Returns a name as it is written in a pointer. */
    public static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    /** Returns the names on the way to the target; none for the whole document. */
    public static List<String> segmentsOf(String pointer) {
        if (pointer.isEmpty()) {
            return List.of();
        }
        return Arrays.stream(pointer.substring(1).split("/", -1))
                .map(name -> name.replace("~1", "/").replace("~0", "~")).toList();
    }
}
