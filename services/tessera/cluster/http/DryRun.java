package tessera.cluster.http;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import okhttp3.RequestBody;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** Whether a request asks for a dry run beyond doubt. */
final class DryRun {

    private static final String NAME = "dryRun";
    private static final String ALL = "All";
    private static final long LARGEST_OPTIONS = 64 << 10;
    private static final JsonMapper STRICT = JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private DryRun() {}

    /** Whether a query asks for it exactly once, and in no other spelling besides. */
    static boolean asked(@Nullable String encodedQuery) {
        if (encodedQuery == null || encodedQuery.contains(";")) {
            return false;
        }
        int asked = 0;
        for (var parameter : encodedQuery.split("&", -1)) {
            int equals = parameter.indexOf('=');
            var name = ApiPath.decode(equals < 0 ? parameter : parameter.substring(0, equals));
            if (name.isEmpty()) {
                return false;
            }
            if (name.get().equalsIgnoreCase(NAME)) {
                if (!parameter.equals(NAME + "=" + ALL)) {
                    return false;
                }
                asked++;
            }
        }
        return asked == 1;
    }

    /** Whether a body, if there is one, asks for it too. */
    static boolean keptBy(@Nullable RequestBody body) {
        try {
            if (body == null || body.contentLength() == 0) {
                return true;
            }
            if (body.isOneShot() || body.isDuplex() || body.contentLength() < 0
                    || body.contentLength() > LARGEST_OPTIONS) {
                return false;
            }
            var bytes = new Buffer();
            body.writeTo(bytes);
            return asks(STRICT.readTree(bytes.readByteArray()));
        } catch (IOException _) {
            return false;
        }
    }

    private static boolean asks(JsonNode options) {
        for (var name : options.properties()) {
            if (name.getKey().equalsIgnoreCase(NAME) && !name.getKey().equals(NAME)) {
                return false;
            }
        }
        var wanted = options.path(NAME);
        return wanted.isArray() && wanted.size() == 1 && wanted.get(0).isTextual()
                && wanted.get(0).textValue().equals(ALL);
    }
}
