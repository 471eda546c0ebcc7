package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.model.Failure;
import tessera.stack.record.ReleaseRecord;

/**
 * Has Helm do a piece of work up to the moment at which it would begin: it renders the chart for this cluster, as templates may
 * look things up there, and finds what stands in its way. The record by which it would begin is kept and refused; nothing that
 * changes a cluster is passed on.
 */
final class HelmRehearsal implements DoorFilter {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String NAMESPACES = "/api/v1/namespaces";
    private static final Pattern RECORDS = Pattern.compile("/api/v1/namespaces/[^/]+/secrets");
    private static final int THERE_ALREADY = 409;
    private static final int FORBIDDEN = 403;
    private static final int OK = 200;
    /** The numbers of fields of a Secret, and of an entry of a map, in protobuf. */
    private static final int DATA = 2;
    private static final int KEY = 1;
    private static final int VALUE = 2;

    private final boolean fresh;
    private final ChartKinds kinds;
    private final AtomicReference<@Nullable JsonNode> record = new AtomicReference<>();

    /**
     * A rehearsal.
     *
     * @param fresh       whether Helm is to find no release of the name
     * @param definitions those that the chart brings in its folder for them
     */
    HelmRehearsal(ServerRoute way, boolean fresh, List<ObjectNode> definitions) {
        this.fresh = fresh;
        kinds = new ChartKinds(way, definitions);
    }

    /** What Helm would note of the revision; empty where it did not come so far. */
    Optional<JsonNode> noted() {
        return Optional.ofNullable(record.get());
    }

    @Override
    public Optional<HelmResponse> answer(ProxiedRequest request) throws Failure, InterruptedException {
        if (!request.reads()) {
            return Optional.of(change(request));
        }
        if (fresh && RECORDS.matcher(request.place()).matches() && request.path().contains("owner%3Dhelm")) {
            return Optional.of(new HelmResponse(OK, """
                    {"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[]}"""));
        }
        return kinds.answer(request);
    }

    private HelmResponse change(ProxiedRequest request) throws Failure {
        if (request.method().equals("POST") && request.place().equals(NAMESPACES)) {
            // One that is to be made is made by a step of its own.
            return refusal(THERE_ALREADY, "AlreadyExists");
        }
        if (request.method().equals("POST") && RECORDS.matcher(request.place()).matches()) {
            record.compareAndSet(null, ReleaseRecord.whole(data(request)));
        }
        return refusal(FORBIDDEN, "Forbidden");
    }

    /** What the Secret holds under the name of Helm’s record, as a server would write it. */
    private static String data(ProxiedRequest request) {
        try {
            for (var secret : ProtobufMessage.object(request.body().toByteArray())) {
                for (var entry : secret.fields(DATA)) {
                    var value = entry.fields(VALUE);
                    if (!value.isEmpty() && entry.fields(KEY).stream()
                            .anyMatch(key -> new String(key.content(), StandardCharsets.UTF_8).equals("release"))) {
                        return Base64.getEncoder().encodeToString(value.getFirst().content());
                    }
                }
            }
            return JSON.readTree(request.body().utf8()).at("/data/release").asText("");
        } catch (IOException _) {
            return "";
        }
    }

    private static HelmResponse refusal(int code, String reason) {
        return new HelmResponse(code, JSON.createObjectNode().put("kind", "Status").put("apiVersion", "v1")
                .put("status", "Failure").put("message", "this is a rehearsal").put("reason", reason).put("code", code)
                .toString());
    }
}
