package tessera.cluster.http;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import okhttp3.RequestBody;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** Check that a request is a dry run beyond doubt. */
final class DryRunParameterVerifier {

    private static final String NAME = "dryRun";
    private static final String ALL = "All";
    private static final long LARGEST_OPTIONS = 64 << 10;
    private static final JsonMapper STRICT = JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private DryRunParameterVerifier() {}

    /** Returns whether a query asks for a dry run exactly once, in the one valid spelling. */
    static boolean isRequestedBy(@Nullable String encodedQuery) {
        if (encodedQuery == null || encodedQuery.contains(";")) {
            return false;
        }
        int asked = 0;
        for (var parameter : encodedQuery.split("&", -1)) {
            int equals = parameter.indexOf('=');
            var name = ApiPath.decodeSegment(equals < 0 ? parameter : parameter.substring(0, equals));
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

    /** Returns whether the body, if there is one, asks for a dry run too. */
    static boolean isConfirmedBy(@Nullable RequestBody body) {
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
            return hasDryRunOption(STRICT.readTree(bytes.readByteArray()));
        } catch (IOException _) {
            return false;
        }
    }

    private static boolean hasDryRunOption(JsonNode options) {
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
