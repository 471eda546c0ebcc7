package tessera.demo.api.wire;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.demo.http.HttpRequest;
import tessera.demo.object.ApiError;

/**
 * The negotiated representation of a response: body format, object form and indentation.
 *
 * @param pretty indented, for human eyes
 */
public record ResponseFormat(BodyFormat format, ObjectForm form, boolean pretty) {

    public static final ResponseFormat PLAIN = new ResponseFormat(BodyFormat.JSON, ObjectForm.OBJECT, false);

    private static final String NOT_ACCEPTABLE = """
            406: Not Acceptable

            Available representations: application/json, application/yaml, application/vnd.kubernetes.protobuf, \
            application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch""";

    /** The serialization format of a body. */
    public enum BodyFormat {
        JSON("application/json"),
        YAML("application/yaml"),
        PROTOBUF("application/vnd.kubernetes.protobuf");

        private final String mediaType;

        BodyFormat(String mediaType) {
            this.mediaType = mediaType;
        }

        public String mediaType() {
            return mediaType;
        }
    }

    /** The form of an object in a response: complete, metadata only or table. */
    public enum ObjectForm {
        OBJECT,
        TABLE,
        METADATA
    }

    /** One clause of an Accept header. */
    record Clause(String type, Map<String, String> parameters) {

        static Clause parse(String text) {
            var parts = List.of(text.split(";", -1));
            var parameters = parts.stream().skip(1).map(part -> part.strip().split("=", 2))
                    .filter(pair -> pair.length == 2)
                    .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (first, _) -> first));
            return new Clause(parts.getFirst().strip().toLowerCase(Locale.ROOT), parameters);
        }

        double quality() {
            try {
                return Double.parseDouble(parameters.getOrDefault("q", "1"));
            } catch (NumberFormatException e) {
                return 1;
            }
        }

        @Nullable
        BodyFormat bodyFormat() {
            return switch (type) {
                case "application/json", "application/*", "*/*" -> BodyFormat.JSON;
                case "application/yaml" -> BodyFormat.YAML;
                case "application/vnd.kubernetes.protobuf" -> BodyFormat.PROTOBUF;
                default -> null;
            };
        }

        @Nullable
        ObjectForm objectForm() {
            boolean meta = parameters.getOrDefault("g", "").equals("meta.k8s.io");
            return switch (parameters.getOrDefault("as", "")) {
                case "" -> ObjectForm.OBJECT;
                case "Table" -> meta ? ObjectForm.TABLE : null;
                case "PartialObjectMetadata", "PartialObjectMetadataList" -> meta ? ObjectForm.METADATA : null;
                default -> null;
            };
        }
    }

    /** Returns the available representation that the client prefers. Protobuf is only chosen if nothing else will do. */
    public static ResponseFormat of(HttpRequest request) throws ApiError {
        ResponseFormat last = null;
        for (var clause : acceptClauses(request)) {
            var format = clause.bodyFormat();
            var form = clause.objectForm();
            if (format != null && form != null) {
                var representation = new ResponseFormat(format, form, prefersIndentation(request));
                if (format != BodyFormat.PROTOBUF) {
                    return representation;
                }
                last = last == null ? representation : last;
            }
        }
        if (last == null) {
            throw ApiError.withReason(406, "NotAcceptable", NOT_ACCEPTABLE);
        }
        return last;
    }

    static List<Clause> acceptClauses(HttpRequest request) {
        var accept = String.join(",", request.headers().allValues("Accept"));
        return Stream.of((accept.isBlank() ? "*/*" : accept).split(",", -1)).map(Clause::parse)
                .sorted(Comparator.comparingDouble(clause -> -clause.quality())).toList();
    }

    /** Returns whether the client is a browser or command-line tool, which gets indented bodies by default. */
    public static boolean prefersIndentation(HttpRequest request) {
        if (request.query().firstValue("pretty") != null) {
            return request.query().isTrue("pretty");
        }
        var agent = request.headers().firstValue("User-Agent", "");
        return agent.startsWith("curl") || agent.startsWith("Wget") || agent.startsWith("Mozilla/5.0");
    }
}
