package tessera.cluster.chart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import okhttp3.HttpUrl;
import tessera.cluster.chart.ChartWire.Heard;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** Charts in registries, by the Distribution API: a manifest by its tag, and the archive that it names by its digest. */
final class OciRegistry {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int LARGEST = 4 << 20;
    private static final int PAGES = 20;
    private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
    private static final String CONFIG = "application/vnd.cncf.helm.config.v1+json";
    private static final List<String> ARCHIVES = List.of("application/vnd.cncf.helm.chart.content.v1.tar+gzip",
            "application/tar+gzip");
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int TOO_MANY = 429;
    private static final int BROKEN = 500;

    private final ChartWire wire;
    private final ChartFiles files;
    private final RegistryLogins logins;
    private final TypedLogins typed;

    OciRegistry(ChartWire wire, ChartFiles files, RegistryLogins logins, TypedLogins typed) {
        this.wire = wire;
        this.files = files;
        this.logins = logins;
        this.typed = typed;
    }

    /** The archive of a chart, in the newest version where none is said. */
    Path archive(OciReference wanted) throws Failure, InterruptedException {
        return fetched(!wanted.tag().isEmpty() ? wanted
                : wanted.tagged(ChartVersion.newest(versions(wanted)).map(ChartVersion::text).orElseThrow(
                        () -> none("No tag of " + wanted + " is a version of a chart", ""))));
    }

    /** The archive of the newest version within a range. */
    Path archive(OciReference wanted, VersionRange range) throws Failure, InterruptedException {
        var versions = versions(wanted);
        return fetched(wanted.tagged(range.of(versions).map(ChartVersion::text).orElseThrow(
                () -> none("No version of " + wanted + " is within " + range.text(),
                        versions.isEmpty() ? "" : "It has " + ChartIndex.some(versions) + "."))));
    }

    private static Failure none(String headline, String remedy) {
        return new Failure(new Problem(ProblemKind.NOT_FOUND, headline, "", remedy));
    }

    private Path fetched(OciReference reference) throws Failure, InterruptedException {
        var layer = layer(manifest(reference), reference);
        var digest = ChartFiles.digest(layer.path("digest").asText(""));
        if (digest.isEmpty()) {
            throw garbled(reference, "Its archive has no digest");
        }
        var kept = files.kept(digest);
        return kept.isPresent() ? kept.get()
                : get(reference, reference.address("/blobs/sha256:" + digest), "*/*",
                        heard -> files.keep(heard.body(), digest, reference.toString()));
    }

    private List<ChartVersion> versions(OciReference reference) throws Failure, InterruptedException {
        var versions = new ArrayList<ChartVersion>();
        var next = Optional.of(reference.address("/tags/list").newBuilder().addQueryParameter("n", "1000").build());
        for (int page = 0; next.isPresent() && page < PAGES; page++) {
            var from = next.get();
            next = get(reference, from, "application/json", heard -> {
                json(heard.bytes(LARGEST, "The list of tags"), reference).path("tags").forEach(
                        tag -> ChartVersion.read(tag.asText("").replace('_', '+')).ifPresent(versions::add));
                return following(from, heard.header("Link"));
            });
        }
        return versions;
    }

    /** The page that a header names, on the same server. */
    private static Optional<HttpUrl> following(HttpUrl from, String link) {
        int end = link.indexOf('>');
        if (!link.startsWith("<") || end < 0 || !link.contains("next")) {
            return Optional.empty();
        }
        return Optional.ofNullable(from.resolve(link.substring(1, end)))
                .filter(next -> next.host().equals(from.host()) && next.port() == from.port());
    }

    private JsonNode manifest(OciReference reference) throws Failure, InterruptedException {
        return get(reference, reference.address("/manifests/" + reference.tag()), MANIFEST, heard -> {
            var bytes = heard.bytes(LARGEST, "The manifest of " + reference);
            var digest = reference.tag().startsWith("sha256:") ? ChartFiles.digest(reference.tag()) : "";
            if (!digest.isEmpty() && !digest.equals(ChartFiles.hex(bytes))) {
                throw new Failure(Problem.of(ProblemKind.UNTRUSTED,
                        reference.registry() + " sent another manifest than " + reference));
            }
            return json(bytes, reference);
        });
    }

    private static JsonNode layer(JsonNode manifest, OciReference reference) throws Failure {
        var kind = manifest.at("/config/mediaType").asText(manifest.path("mediaType").asText(""));
        if (!kind.equals(CONFIG)) {
            throw new Failure(new Problem(ProblemKind.INVALID, reference + " is no chart of Helm’s",
                    kind.isEmpty() ? "" : "Its media type is " + kind,
                    kind.contains("image") ? "It is an image of a container: say the address of the chart." : ""));
        }
        for (var layer : manifest.path("layers")) {
            if (ARCHIVES.contains(layer.path("mediaType").asText())) {
                return layer;
            }
        }
        throw garbled(reference, "Its manifest names no archive of a chart");
    }

    private static JsonNode json(byte[] bytes, OciReference reference) throws Failure {
        try {
            return JSON.readTree(new String(bytes, StandardCharsets.UTF_8));
        } catch (JsonProcessingException _) {
            throw garbled(reference, "It is no JSON");
        }
    }

    private static Failure garbled(OciReference reference, String detail) {
        return new Failure(
                Problem.of(ProblemKind.GARBLED, "What the registry tells of " + reference + " cannot be understood")
                        .withDetail(detail));
    }

    /** Asks as anybody; where that is not enough, with what the registry wants for it. */
    private <T> T get(OciReference reference, HttpUrl url, String accept, ChartWire.AnswerBodyReader<T> reader)
            throws Failure, InterruptedException {
        var challenge = new String[1];
        var first = wire.get(url, Map.of("Accept", accept), heard -> {
            if (heard.status() == Heard.UNAUTHORIZED) {
                challenge[0] = heard.header("WWW-Authenticate");
                return Optional.<T>empty();
            }
            return Optional.of(fine(heard, reference, reader));
        });
        if (first.isPresent()) {
            return first.get();
        }
        var headers = new LinkedHashMap<>(Map.of("Accept", accept));
        headers.put("Authorization", authorization(reference, challenge[0]));
        return wire.get(url, headers, heard -> fine(heard, reference, reader));
    }

    private String authorization(OciReference reference, String challenge) throws Failure, InterruptedException {
        var asked = RegistryChallenge.read(challenge);
        var said = typed.of(reference.address("/"));
        var login = said.isPresent() ? said : logins.of(reference.registry());
        if (asked.isEmpty() || asked.get().basic()) {
            return login.orElseThrow(() -> refused(reference, Heard.UNAUTHORIZED)).reveal();
        }
        var realm = asked.get().realm(reference);
        var headers = new LinkedHashMap<>(Map.of("Accept", "application/json"));
        login.ifPresent(secret -> headers.put("Authorization", secret.reveal()));
        return wire.get(realm, headers, heard -> {
            if (!heard.fine()) {
                throw refused(reference, heard.status() < BROKEN ? Heard.UNAUTHORIZED : heard.status());
            }
            var answer = json(heard.bytes(LARGEST, "The token"), reference);
            var token = answer.path("token").asText(answer.path("access_token").asText(""));
            if (token.isEmpty() || token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
                throw garbled(reference, "Who should grant access gave no token");
            }
            return "Bearer " + token;
        });
    }

    private static <T> T fine(Heard heard, OciReference reference, ChartWire.AnswerBodyReader<T> reader)
            throws Failure, InterruptedException, IOException {
        if (!heard.fine()) {
            throw refused(reference, heard.status());
        }
        return reader.read(heard);
    }

    private static Failure refused(OciReference reference, int status) {
        var registry = "The registry " + reference.registry();
        return new Failure(switch (status) {
            case Heard.UNAUTHORIZED -> new Problem(ProblemKind.UNAUTHENTICATED,
                    registry + " wants to know who asks for " + reference, "Status 401",
                    "Say a name and a password, log in with helm registry login or docker login, or check the path.");
            case FORBIDDEN ->
                new Problem(ProblemKind.FORBIDDEN, registry + " does not give " + reference + " to this login",
                        "Status 403", "Ask who keeps the registry for access.");
            case NOT_FOUND -> new Problem(ProblemKind.NOT_FOUND, registry + " has no " + reference, "Status 404",
                    "Check the path, and the version with or without its leading v.");
            default ->
                new Problem(status == TOO_MANY || status >= BROKEN ? ProblemKind.OVERLOADED : ProblemKind.GARBLED,
                        registry + " answered with status " + status, "",
                        status == TOO_MANY ? "Try again in a while." : "");
        });
    }
}
