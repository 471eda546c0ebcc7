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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.cluster.chart.HelmChartHttpClient.HelmChartServerResponse;
import tessera.cluster.chart.HelmChartReason.RegistryFault;
import tessera.cluster.http.HttpAddress;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** Charts in OCI registries: a manifest by its tag, and the archive that it names by its digest. */
final class OciChartRegistryClient {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(OciChartRegistryClient.class);
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

    private final HelmChartHttpClient client;
    private final HelmChartArchiveCache files;
    private final ContainerRegistryLogins logins;
    private final UserEnteredHelmChartLogins chartLogins;

    OciChartRegistryClient(HelmChartHttpClient client, HelmChartArchiveCache files, ContainerRegistryLogins logins,
            UserEnteredHelmChartLogins chartLogins) {
        this.client = client;
        this.files = files;
        this.logins = logins;
        this.chartLogins = chartLogins;
    }

    /** Returns the archive of a chart, in the newest version where none is given. */
    Path fetchArchive(OciChartReference reference) throws ProblemException, InterruptedException {
        return fetchTagged(!reference.tag().isEmpty() ? reference
                : reference.withTag(HelmChartVersion.newestOf(listVersions(reference)).map(HelmChartVersion::text)
                        .orElseThrow(() -> notFound(reference, "", List.of()))));
    }

    /** Returns the archive of the newest version within a range. */
    Path fetchArchive(OciChartReference reference, HelmChartVersionRange range)
            throws ProblemException, InterruptedException {
        var versions = listVersions(reference);
        return fetchTagged(reference.withTag(range.select(versions).map(HelmChartVersion::text)
                .orElseThrow(() -> notFound(reference, range.text(), versions))));
    }

    private static ProblemException notFound(OciChartReference reference, String range,
            List<HelmChartVersion> versions) {
        return new ProblemException(OperationProblemKind.NOT_FOUND, new HelmChartReason.RegistryVersionMissing(
                reference.toString(), range, HelmChartIndexEntries.newestFirst(versions)));
    }

    private Path fetchTagged(OciChartReference reference) throws ProblemException, InterruptedException {
        var layer = archiveLayer(readManifest(reference), reference);
        var digest = HelmChartArchiveCache.normalizeDigest(layer.path("digest").asText(""));
        if (digest.isEmpty()) {
            throw malformed(reference, RegistryFault.NO_DIGEST);
        }
        var kept = files.find(digest);
        if (kept.isPresent()) {
            return kept.get();
        }
        return request(reference, reference.urlOf("/blobs/sha256:" + digest), "*/*",
                response -> files.store(response.body(), digest, reference.toString()));
    }

    private List<HelmChartVersion> listVersions(OciChartReference reference)
            throws ProblemException, InterruptedException {
        var versions = new ArrayList<HelmChartVersion>();
        var next = Optional.of(reference.urlOf("/tags/list").withQueryParameter("n", "1000"));
        for (int page = 0; next.isPresent() && page < PAGES; page++) {
            var from = next.get();
            next = request(reference, from, "application/json", response -> {
                for (var tag : parseJson(response.readBytes(LARGEST, HelmChartReason.RegistryResponse.TAGS), reference)
                        .path("tags")) {
                    HelmChartVersion.parse(tag.asText("").replace('_', '+')).ifPresent(versions::add);
                }
                return nextPage(from, response.header("Link"));
            });
        }
        return versions;
    }

    /** Returns the next page that a header names, on the same server. */
    private static Optional<HttpAddress> nextPage(HttpAddress from, String link) {
        int end = link.indexOf('>');
        if (!link.startsWith("<") || end < 0 || !link.contains("next")) {
            return Optional.empty();
        }
        return from.resolve(link.substring(1, end))
                .filter(next -> next.host().equals(from.host()) && next.port() == from.port());
    }

    private JsonNode readManifest(OciChartReference reference) throws ProblemException, InterruptedException {
        return request(reference, reference.urlOf("/manifests/" + reference.tag()), MANIFEST, response -> {
            var bytes = response.readBytes(LARGEST, new HelmChartReason.ChartManifest(reference.toString()));
            var digest = reference.tag().startsWith("sha256:") ? HelmChartArchiveCache.normalizeDigest(reference.tag())
                    : "";
            if (!digest.isEmpty() && !digest.equals(HelmChartArchiveCache.hexDigest(bytes))) {
                throw new ProblemException(OperationProblemKind.UNTRUSTED,
                        new HelmChartReason.ManifestDigestMismatch(reference.registry(), reference.toString()));
            }
            return parseJson(bytes, reference);
        });
    }

    private static JsonNode archiveLayer(JsonNode manifest, OciChartReference reference) throws ProblemException {
        var kind = manifest.at("/config/mediaType").asText(manifest.path("mediaType").asText(""));
        if (!kind.equals(CONFIG)) {
            throw new ProblemException(OperationProblemKind.INVALID,
                    new HelmChartReason.ArtifactNotChart(reference.toString(), kind, kind.contains("image")));
        }
        for (var layer : manifest.path("layers")) {
            if (ARCHIVES.contains(layer.path("mediaType").asText())) {
                return layer;
            }
        }
        throw malformed(reference, RegistryFault.NO_ARCHIVE);
    }

    private static JsonNode parseJson(byte[] bytes, OciChartReference reference) throws ProblemException {
        try {
            return JSON.readTree(new String(bytes, StandardCharsets.UTF_8));
        } catch (JsonProcessingException _) {
            throw malformed(reference, RegistryFault.NOT_JSON);
        }
    }

    private static ProblemException malformed(OciChartReference reference, RegistryFault fault) {
        return new ProblemException(OperationProblemKind.GARBLED,
                new HelmChartReason.RegistryResponseMalformed(reference.toString(), fault));
    }

    /** Sends a request anonymously, and again with credentials where the registry requires them. */
    private <T> T request(OciChartReference reference, HttpAddress url, String accept,
            HelmChartHttpClient.ResponseBodyReader<T> reader) throws ProblemException, InterruptedException {
        var challenge = new String[1];
        var first = client.get(url, Map.of("Accept", accept), response -> {
            if (response.status() == HelmChartServerResponse.UNAUTHORIZED) {
                challenge[0] = response.header("WWW-Authenticate");
                return Optional.<T>empty();
            }
            return Optional.of(readSuccessful(response, reference, reader));
        });
        if (first.isPresent()) {
            return first.get();
        }
        var headers = new LinkedHashMap<>(Map.of("Accept", accept));
        headers.put("Authorization", authorizationFor(reference, challenge[0]));
        return client.get(url, headers, response -> readSuccessful(response, reference, reader));
    }

    private String authorizationFor(OciChartReference reference, String challenge)
            throws ProblemException, InterruptedException {
        var asked = RegistryAuthChallenge.parse(challenge);
        var said = chartLogins.authorizationFor(reference.urlOf("/"));
        var login = said.isPresent() ? said : logins.authorizationFor(reference.registry());
        if (asked.isEmpty() || asked.get().isBasic()) {
            return login.orElseThrow(() -> refusal(reference, HelmChartServerResponse.UNAUTHORIZED)).reveal();
        }
        var realm = asked.get().realmUrl(reference);
        var headers = new LinkedHashMap<>(Map.of("Accept", "application/json"));
        login.ifPresent(secret -> headers.put("Authorization", secret.reveal()));
        return client.get(realm, headers, response -> {
            if (!response.isOk()) {
                throw refusal(reference,
                        response.status() < BROKEN ? HelmChartServerResponse.UNAUTHORIZED : response.status());
            }
            var answer = parseJson(response.readBytes(LARGEST, HelmChartReason.RegistryResponse.TOKEN), reference);
            var token = answer.path("token").asText(answer.path("access_token").asText(""));
            if (token.isEmpty() || token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
                throw malformed(reference, RegistryFault.NO_TOKEN);
            }
            return "Bearer " + token;
        });
    }

    private static <T> T readSuccessful(HelmChartServerResponse response, OciChartReference reference,
            HelmChartHttpClient.ResponseBodyReader<T> reader)
            throws ProblemException, InterruptedException, IOException {
        if (!response.isOk()) {
            throw refusal(reference, response.status());
        }
        return reader.read(response);
    }

    private static ProblemException refusal(OciChartReference reference, int status) {
        var registry = reference.registry();
        var artifact = reference.toString();
        var problem = switch (status) {
            case HelmChartServerResponse.UNAUTHORIZED -> Problem
                    .of(OperationProblemKind.UNAUTHENTICATED,
                            new HelmChartReason.RegistryLoginRequired(registry, artifact))
                    .withDetail(MESSAGES.text("status", status));
            case FORBIDDEN ->
                Problem.of(OperationProblemKind.FORBIDDEN, new HelmChartReason.RegistryForbidden(registry, artifact))
                        .withDetail(MESSAGES.text("status", status));
            case NOT_FOUND -> Problem
                    .of(OperationProblemKind.NOT_FOUND, new HelmChartReason.RegistryArtifactMissing(registry, artifact))
                    .withDetail(MESSAGES.text("status", status));
            case TOO_MANY ->
                Problem.of(OperationProblemKind.OVERLOADED, new HelmChartReason.RegistryBusy(registry, status));
            default -> Problem.of(status >= BROKEN ? OperationProblemKind.OVERLOADED : OperationProblemKind.GARBLED,
                    new HelmChartReason.RegistryFailed(registry, status));
        };
        return new ProblemException(problem);
    }

    /**
     * A registry's authentication challenge.
     *
     * @param isBasic      whether it wants a login itself
     * @param parameters who grants tokens otherwise, and for what
     */
    private record RegistryAuthChallenge(boolean isBasic, Map<String, String> parameters) {

        private static final Pattern PARAMETER = Pattern.compile("(?<![a-zA-Z_])([a-zA-Z_]++)=\"([^\"]*+)\"");

        RegistryAuthChallenge {
            parameters = Map.copyOf(parameters);
        }

        /** Parses the header; empty for a scheme that is not supported. */
        static Optional<RegistryAuthChallenge> parse(String header) {
            var scheme = header.toLowerCase(Locale.ROOT);
            if (scheme.startsWith("basic")) {
                return Optional.of(new RegistryAuthChallenge(true, Map.of()));
            }
            if (!scheme.startsWith("bearer ")) {
                return Optional.empty();
            }
            var parameters = new LinkedHashMap<String, String>();
            var found = PARAMETER.matcher(header);
            while (found.find()) {
                parameters.put(found.group(1).toLowerCase(Locale.ROOT), found.group(2));
            }
            return Optional.of(new RegistryAuthChallenge(false, parameters));
        }

        /** Returns the URL that issues tokens; never without TLS where the registry itself has it. */
        HttpAddress realmUrl(OciChartReference reference) throws ProblemException {
            var realm = HelmChartHttpClient.parseUrl(parameters.getOrDefault("realm", ""));
            if (reference.urlOf("/").isEncrypted() && !realm.isEncrypted()) {
                throw new ProblemException(OperationProblemKind.UNTRUSTED,
                        new HelmChartReason.RegistryTokenWithoutTls(reference.registry()));
            }
            var url = realm.withQueryParameter("scope",
                    parameters.getOrDefault("scope", "repository:" + reference.repository() + ":pull"));
            var service = parameters.get("service");
            return service == null ? url : url.withQueryParameter("service", service);
        }
    }
}
