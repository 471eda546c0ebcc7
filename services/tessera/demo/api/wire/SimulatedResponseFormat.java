package tessera.demo.api.wire;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.demo.http.IncomingHttpRequest;
import tessera.demo.object.SimulatedApiException;

/**
 * The negotiated representation of a response: body format, object form and indentation.
 *
 * @param pretty indented, for human eyes
 */
public record SimulatedResponseFormat(BodyFormat format, ObjectRepresentation objectRepresentation, boolean pretty) {

    public static final SimulatedResponseFormat PLAIN = new SimulatedResponseFormat(BodyFormat.JSON,
            ObjectRepresentation.OBJECT,
            false);

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
    public enum ObjectRepresentation {
        OBJECT,
        TABLE,
        METADATA
    }

    /** One clause of an Accept header. */
    record AcceptHeaderClause(String type, Map<String, String> parameters) {

        static AcceptHeaderClause parse(String text) {
            var parts = List.of(text.split(";", -1));
            var parameters = parts.stream().skip(1).map(part -> part.strip().split("=", 2))
                    .filter(pair -> pair.length == 2)
                    .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (first, _) -> first));
            return new AcceptHeaderClause(parts.getFirst().strip().toLowerCase(Locale.ROOT), parameters);
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
        ObjectRepresentation objectForm() {
            boolean meta = parameters.getOrDefault("g", "").equals("meta.k8s.io");
            return switch (parameters.getOrDefault("as", "")) {
                case "" -> ObjectRepresentation.OBJECT;
                case "Table" -> meta ? ObjectRepresentation.TABLE : null;
                case "PartialObjectMetadata", "PartialObjectMetadataList" ->
                    meta ? ObjectRepresentation.METADATA : null;
                default -> null;
            };
        }
    }

    /** Returns the available representation that the client prefers. Protobuf is only chosen if nothing else will do. */
    public static SimulatedResponseFormat of(IncomingHttpRequest request) throws SimulatedApiException {
        SimulatedResponseFormat last = null;
        for (var acceptHeaderClause : acceptClauses(request)) {
            var format = acceptHeaderClause.bodyFormat();
            var objectRepresentation = acceptHeaderClause.objectForm();
            if (format != null && objectRepresentation != null) {
                var representation = new SimulatedResponseFormat(format, objectRepresentation,
                        prefersIndentation(request));
                if (format != BodyFormat.PROTOBUF) {
                    return representation;
                }
                last = last == null ? representation : last;
            }
        }
        if (last == null) {
            throw SimulatedApiException.withReason(406, "NotAcceptable", NOT_ACCEPTABLE);
        }
        return last;
    }

    static List<AcceptHeaderClause> acceptClauses(IncomingHttpRequest request) {
        var accept = String.join(",", request.headers().allValues("Accept"));
        return Stream.of((accept.isBlank() ? "*/*" : accept).split(",", -1)).map(AcceptHeaderClause::parse)
                .sorted(Comparator.comparingDouble(acceptHeaderClause -> -acceptHeaderClause.quality())).toList();
    }

    /** Returns whether the client is a browser or command-line tool, which gets indented bodies by default. */
    public static boolean prefersIndentation(IncomingHttpRequest request) {
        if (request.query().firstValue("pretty") != null) {
            return request.query().isTrue("pretty");
        }
        var agent = request.headers().firstValue("User-Agent", "");
        return agent.startsWith("curl") || agent.startsWith("Wget") || agent.startsWith("Mozilla/5.0");
    }
}
