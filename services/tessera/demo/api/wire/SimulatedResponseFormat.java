package tessera.demo.api.wire;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.demo.http.IncomingHttpRequest;
import tessera.demo.object.SimulatedApiException;

/**
 * The form of an object in a response that a client accepts: complete, metadata only or table. All are JSON, which
 * Go clients that ask for protobuf recognize by its content type.
 */
public enum SimulatedResponseFormat {
    OBJECT,
    TABLE,
    METADATA;

    private static final Set<String> TYPES = Set.of("application/json", "application/*", "*/*",
            "application/vnd.kubernetes.protobuf");
    private static final String NOT_ACCEPTABLE = """
            406: Not Acceptable

            Available representations: application/json, application/yaml, application/vnd.kubernetes.protobuf, \
            application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch""";

    /** One clause of an Accept header. */
    private record AcceptHeaderClause(String type, Map<String, String> parameters) {

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

        Optional<SimulatedResponseFormat> format() {
            var form = parameters.getOrDefault("as", "");
            if (!TYPES.contains(type)) {
                return Optional.empty();
            }
            if (!form.isEmpty() && !parameters.getOrDefault("g", "").equals("meta.k8s.io")) {
                return Optional.empty();
            }
            return switch (form) {
                case "" -> Optional.of(OBJECT);
                case "Table" -> Optional.of(TABLE);
                case "PartialObjectMetadata", "PartialObjectMetadataList" -> Optional.of(METADATA);
                default -> Optional.empty();
            };
        }
    }

    /** Returns the available form that the client prefers. */
    public static SimulatedResponseFormat of(IncomingHttpRequest request) throws SimulatedApiException {
        var accept = String.join(",", request.headers().allValues("Accept"));
        return Stream.of((accept.isBlank() ? "*/*" : accept).split(",", -1)).map(AcceptHeaderClause::parse)
                .sorted(Comparator.comparingDouble(clause -> -clause.quality()))
                .flatMap(clause -> clause.format().stream()).findFirst()
                .orElseThrow(() -> SimulatedApiException.withReason(406, "NotAcceptable", NOT_ACCEPTABLE));
    }
}
