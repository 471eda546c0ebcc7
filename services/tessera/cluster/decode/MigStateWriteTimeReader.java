package tessera.cluster.decode;

import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tessera.model.MigNodeLabels;

/** The moment at which the state of a node's MIG change was written last, by the account that the server keeps of writers. */
final class MigStateWriteTimeReader {

    private static final JsonFieldNameTable ENTRY = JsonFieldNameTable.of("fieldsV1", "time");
    private static final JsonFieldNameTable FIELDS = JsonFieldNameTable.of("f:metadata");
    private static final JsonFieldNameTable METADATA = JsonFieldNameTable.of("f:labels");
    private static final JsonFieldNameTable LABELS = JsonFieldNameTable.of("f:" + MigNodeLabels.STATE);

    private MigStateWriteTimeReader() {}

    /** Reads {@code managedFields}; null where nobody is said to have written it. */
    static @Nullable Instant read(JsonScanner json, InternPool shared) throws IOException {
        Instant newest = null;
        if (!json.enterArray()) {
            return null;
        }
        while (json.nextElement()) {
            var time = entry(json, shared);
            newest = time != null && (newest == null || time.isAfter(newest)) ? time : newest;
        }
        return newest;
    }

    private static @Nullable Instant entry(JsonScanner json, InternPool shared) throws IOException {
        Instant time = null;
        boolean owns = false;
        if (!json.enterObject()) {
            return null;
        }
        for (int field = json.nextField(ENTRY); field != JsonScanner.END; field = json.nextField(ENTRY)) {
            switch (field) {
                case 0 -> owns = within(json, FIELDS, METADATA, LABELS);
                case 1 -> time = shared.readInstant(json);
            }
        }
        return owns ? time : null;
    }

    /** Whether fields within fields are there. */
    private static boolean within(JsonScanner json, JsonFieldNameTable... path) throws IOException {
        if (path.length == 0) {
            json.skipValue();
            return true;
        }
        boolean found = false;
        if (json.enterObject()) {
            var rest = Arrays.copyOfRange(path, 1, path.length);
            while (json.nextField(path[0]) != JsonScanner.END) {
                found |= within(json, rest);
            }
        }
        return found;
    }
}
