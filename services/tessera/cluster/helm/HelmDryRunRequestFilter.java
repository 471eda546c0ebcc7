package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.model.ProblemException;
import tessera.stack.record.HelmReleaseRecordDecoder;
import tessera.text.MessageCatalog;

/**
 * Dry run of Helm work up to the moment it would begin: renders the chart against this cluster and finds what stands in its way. The record by which it would begin is kept and refused; nothing that
 * changes a cluster is passed on.
 */
final class HelmDryRunRequestFilter implements HelmApiRequestFilter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmDryRunRequestFilter.class);
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

    private final boolean newRelease;
    private final CrdExtendedApiDiscovery apiDiscovery;
    private final AtomicReference<@Nullable JsonNode> record = new AtomicReference<>();

    /**
     * A rehearsal.
     *
     * @param newRelease       whether Helm is to find no release of the name
     * @param definitions those that the chart brings in its folder for them
     */
    HelmDryRunRequestFilter(ApiTransportSupplier transportSupplier, boolean newRelease, List<ObjectNode> definitions) {
        this.newRelease = newRelease;
        apiDiscovery = new CrdExtendedApiDiscovery(transportSupplier, definitions);
    }

    /** Returns the release record that Helm would write; empty where it did not come so far. */
    Optional<JsonNode> releaseRecord() {
        return Optional.ofNullable(record.get());
    }

    @Override
    public Optional<SubstituteApiResponse> answer(ProxiedHelmRequest request)
            throws ProblemException, InterruptedException {
        if (!request.isRead()) {
            return Optional.of(answerChange(request));
        }
        if (newRelease && RECORDS.matcher(request.pathOnly()).matches() && request.path().contains("owner%3Dhelm")) {
            return Optional.of(new SubstituteApiResponse(OK,
                    JSON.createObjectNode().put("kind", "SecretList").put("apiVersion", "v1")
                            .<ObjectNode>set("metadata", JSON.createObjectNode().put("resourceVersion", "1"))
                            .<ObjectNode>set("items", JSON.createArrayNode()).toString()));
        }
        return apiDiscovery.answer(request);
    }

    private SubstituteApiResponse answerChange(ProxiedHelmRequest request) throws ProblemException {
        if (request.method().equals("POST") && request.pathOnly().equals(NAMESPACES)) {
            // One that is to be made is made by a step of its own.
            return refusalResponse(THERE_ALREADY, "AlreadyExists");
        }
        if (request.method().equals("POST") && RECORDS.matcher(request.pathOnly()).matches()) {
            record.compareAndSet(null, HelmReleaseRecordDecoder.readTree(recordData(request)));
        }
        return refusalResponse(FORBIDDEN, "Forbidden");
    }

    /** Returns the content of Helm's release Secret in the base64 form a server would store. */
    private static String recordData(ProxiedHelmRequest request) {
        try {
            for (var secret : ProtobufMessage.parseObject(request.bodyBytes())) {
                for (var entry : secret.fieldsOf(DATA)) {
                    var value = entry.fieldsOf(VALUE);
                    if (!value.isEmpty() && entry.fieldsOf(KEY).stream()
                            .anyMatch(key -> new String(key.content(), StandardCharsets.UTF_8).equals("release"))) {
                        return Base64.getEncoder().encodeToString(value.getFirst().content());
                    }
                }
            }
            return JSON.readTree(request.bodyBytes()).at("/data/release").asText("");
        } catch (IOException _) {
            return "";
        }
    }

    private static SubstituteApiResponse refusalResponse(int code, String reason) {
        return new SubstituteApiResponse(code,
                JSON.createObjectNode().put("kind", "Status").put("apiVersion", "v1").put("status", "Failure")
                        .put("message", MESSAGES.text("dry.run")).put("reason", reason).put("code", code).toString());
    }

    /** The fields of a protobuf message, the encoding in which Helm writes Secrets. */
    private record ProtobufMessage(ByteBuffer bytes) {

        private static final byte[] MAGIC = {'k', '8', 's', 0};
        private static final int RAW = 2;
        private static final int BITS = 7;
        private static final int MORE = 0x80;

        /** Returns the object in a request body of a Kubernetes client; empty if the body is not protobuf. */
        static List<ProtobufMessage> parseObject(byte[] body) throws IOException {
            if (body.length < MAGIC.length || !ByteBuffer.wrap(MAGIC).equals(ByteBuffer.wrap(body, 0, MAGIC.length))) {
                return List.of();
            }
            return new ProtobufMessage(ByteBuffer.wrap(body, MAGIC.length, body.length - MAGIC.length).slice())
                    .fieldsOf(RAW);
        }

        /** Returns the messages, texts or bytes under a field number. */
        List<ProtobufMessage> fieldsOf(int number) throws IOException {
            var found = new ArrayList<ProtobufMessage>();
            var rest = bytes.duplicate();
            try {
                while (rest.hasRemaining()) {
                    long tag = readVarint(rest);
                    var field = readField(rest, (int) (tag & 7));
                    if (tag >>> 3 == number) {
                        found.add(new ProtobufMessage(field));
                    }
                }
            } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
                throw new IOException("protobuf truncated", e);
            }
            return found;
        }

        private static ByteBuffer readField(ByteBuffer rest, int type) throws IOException {
            int length = switch (type) {
                case 0 -> {
                    readVarint(rest);
                    yield 0;
                }
                case 1 -> Long.BYTES;
                case 2 -> Math.toIntExact(readVarint(rest));
                case 5 -> Integer.BYTES;
                default -> throw new IOException("protobuf type");
            };
            var field = rest.slice(rest.position(), length);
            rest.position(rest.position() + length);
            return field;
        }

        private static long readVarint(ByteBuffer rest) {
            long value = 0;
            int shift = 0;
            byte next;
            do {
                next = rest.get();
                value |= (long) (next & (MORE - 1)) << shift;
                shift += BITS;
            } while ((next & MORE) != 0 && shift < Long.SIZE);
            return value;
        }

        /** Returns the raw bytes of a field. */
        byte[] content() {
            var content = new byte[bytes.remaining()];
            bytes.duplicate().get(content);
            return content;
        }
    }
}
