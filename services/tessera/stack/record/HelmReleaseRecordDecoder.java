package tessera.stack.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.stack.GpuStackHelmRelease;
import tessera.text.MessageCatalog;

/**
 * Reads the Secret in which Helm stores a revision of a release: compressed JSON in base64, encoded once more by the API server. Templates and manifests are passed over as they stream by; a record without end is not
 * followed.
 */
public final class HelmReleaseRecordDecoder {

    /** A chart may carry files of a mebibyte; what unpacks to more than this is no chart. */
    private static final int LARGEST = 32 << 20;
    private static final JsonMapper JSON = new JsonMapper(
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(200).maxStringLength(LARGEST).build())
                    .build());
    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmReleaseRecordDecoder.class);
    private static final Set<String> KEPT = Set.of("name", "namespace", "version", "info", "config");

    private HelmReleaseRecordDecoder() {}

    /**
     * Returns the facts of a release.
     *
     * @param data the value of its key {@code release}, as the API server writes it
     */
    public static GpuStackHelmRelease readFacts(String data) throws ProblemException {
        try (var json = JSON.createParser(new SizeLimitedInputStream(openRecord(data)))) {
            var kept = new HashMap<String, JsonNode>();
            requireValid(json.nextToken() == JsonToken.START_OBJECT);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                readField(json, kept);
            }
            return toFacts(kept);
        } catch (IOException | IllegalArgumentException e) {
            throw new ProblemException(Problem.of(OperationProblemKind.GARBLED, MESSAGES.reason("record.unreadable"))
                    .withDetail(errorText(e)), e);
        }
    }

    /** Returns the complete record, with chart and manifest. */
    public static JsonNode readTree(String data) throws ProblemException {
        try (var json = JSON.createParser(new SizeLimitedInputStream(openRecord(data)))) {
            JsonNode tree = JSON.readTree(json);
            requireValid(tree != null && tree.path("name").isTextual());
            return tree;
        } catch (IOException | IllegalArgumentException e) {
            throw new ProblemException(Problem.of(OperationProblemKind.GARBLED, MESSAGES.reason("record.unreadable"))
                    .withDetail(errorText(e)), e);
        }
    }

    private static String errorText(Exception e) {
        var message = e.getMessage();
        // Jackson adds the place, which may quote what was read.
        if (message == null) {
            return e.toString();
        }
        return message.lines().findFirst().orElse("");
    }

    private static InputStream openRecord(String data) throws IOException {
        var inner = Base64.getMimeDecoder().decode(data.getBytes(StandardCharsets.ISO_8859_1));
        var packed = new BufferedInputStream(new ByteArrayInputStream(Base64.getMimeDecoder().decode(inner)));
        packed.mark(2);
        boolean gzip = packed.read() == 0x1f && packed.read() == 0x8b;
        packed.reset();
        return gzip ? new GZIPInputStream(packed) : packed;
    }

    private static void readField(JsonParser json, Map<String, JsonNode> kept) throws IOException {
        var field = json.currentName();
        json.nextToken();
        if (KEPT.contains(field)) {
            kept.put(field, JSON.readTree(json));
        } else if (field.equals("chart")) {
            readChart(json, kept);
        } else {
            json.skipChildren();
        }
    }

    private static void readChart(JsonParser json, Map<String, JsonNode> kept) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            var field = json.currentName();
            json.nextToken();
            if (field.equals("metadata")) {
                kept.put("chart", JSON.readTree(json));
            } else {
                json.skipChildren();
            }
        }
    }

    private static void requireValid(boolean holds) throws IOException {
        if (!holds) {
            throw new IOException("not JSON");
        }
    }

    private static GpuStackHelmRelease toFacts(Map<String, JsonNode> kept) throws IOException {
        var name = kept.get("name");
        requireValid(name != null && name.isTextual());
        var info = kept.getOrDefault("info", JSON.createObjectNode());
        var chart = kept.getOrDefault("chart", JSON.createObjectNode());
        return new GpuStackHelmRelease(textField(kept, "name"), textField(kept, "namespace"),
                kept.getOrDefault("version", JSON.createObjectNode()).asInt(0), info.path("status").asText("unknown"),
                chart.path("name").asText(""), chart.path("version").asText(""), chart.path("appVersion").asText(""),
                parseTime(info.path("last_deployed").asText("")), info.path("description").asText(""),
                HelmReleaseValueRedactor.list(kept.getOrDefault("config", JSON.createObjectNode())), List.of());
    }

    private static String textField(Map<String, JsonNode> kept, String field) {
        var value = kept.get(field);
        return value == null ? "" : value.asText("");
    }

    private static @Nullable Instant parseTime(String text) {
        try {
            // Helm writes its zero time for what did not happen.
            return text.isEmpty() || text.startsWith("0001-") ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException _) {
            return null;
        }
    }

    /** A stream that fails beyond the greatest size of a record. */
    private static final class SizeLimitedInputStream extends InputStream {

        private final InputStream stream;
        private int left = LARGEST;

        SizeLimitedInputStream(InputStream stream) {
            this.stream = stream;
        }

        @Override
        public int read() throws IOException {
            return limitRead(1) > 0 ? countRead(stream.read(), 1) : -1;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            int read = stream.read(target, from, limitRead(length));
            return countRead(read, Math.max(0, read));
        }

        private int limitRead(int wanted) throws IOException {
            if (left <= 0) {
                throw new IOException("no end");
            }
            return Math.min(wanted, left);
        }

        private int countRead(int answer, int bytes) {
            left -= bytes;
            return answer;
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
