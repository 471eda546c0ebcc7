package tessera.cluster.chart;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tessera.cluster.chart.HelmChartHttpClient.HelmChartServerResponse;
import tessera.cluster.http.HttpAddress;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.HelmRepositoryCredentials;
import tessera.plan.intent.HelmChartSource;
import tessera.text.MessageCatalog;

/**
 * Downloads of charts as archives.
 *
 * <ul>
 *   <li><b>Source:</b> repositories ({@code index.yaml}), registries ({@code oci://}) and addresses of archives.
 *   <li><b>What was seen is what is done:</b> a version of a repository is asked for once as long as this lives.
 *   <li><b>Errors:</b> in words that tell whose server refused what.
 * </ul>
 *
 * <p>Waits for servers. Safe for use by several threads.
 */
public final class HelmChartDownloader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmChartDownloader.class);
    private static final int NOT_FOUND = 404;
    private static final int FORBIDDEN = 403;
    private static final int BROKEN = 500;

    private final HelmChartHttpClient client;
    private final HelmChartArchiveCache files;
    private final OciChartRegistryClient registry;
    private final UserEnteredHelmChartLogins chartLogins = new UserEnteredHelmChartLogins();
    private final HelmChartRepositoryLogins logins;
    private final Map<HelmChartSource, Path> fetched = new ConcurrentHashMap<>();

    /** @param environment decides about proxies, trusted authorities, logins, and where archives are kept */
    public HelmChartDownloader(ProcessEnvironment environment) {
        client = new HelmChartHttpClient(environment);
        files = HelmChartArchiveCache.forEnvironment(environment);
        registry = new OciChartRegistryClient(client, files, ContainerRegistryLogins.forEnvironment(environment),
                chartLogins);
        logins = HelmChartRepositoryLogins.forEnvironment(environment, chartLogins);
    }

    /** Signs in to the server of charts for the lifetime of this object; takes precedence over stored logins. */
    public void signIn(HelmRepositoryCredentials credentials) throws ProblemException {
        chartLogins.remember(credentials);
    }

    /** Returns whether a source is remote. */
    public static boolean isRemote(HelmChartSource source) {
        return !source.repository().isEmpty() || source.chart().contains("://");
    }

    /** Returns the archive of a remote chart. */
    public Path fetchArchive(HelmChartSource source) throws ProblemException, InterruptedException {
        if (source.repository().isEmpty()) {
            return fetchFromAddress(source.chart(), source.version(), "");
        }
        var before = fetched.get(source);
        if (before != null && Files.isRegularFile(before)) {
            return before;
        }
        var archive = source.repository().startsWith(OciChartReference.SCHEME)
                ? fetchFromAddress(joinAddress(source.repository(), source.chart()), source.version(), "")
                : fetchFromIndex(source);
        if (!source.version().isEmpty()) {
            fetched.put(source, archive);
        }
        return archive;
    }

    private static String joinAddress(String repository, String chart) {
        return repository + (repository.endsWith("/") ? "" : "/") + chart;
    }

    private Path fetchFromAddress(String address, String version, String digest)
            throws ProblemException, InterruptedException {
        if (address.startsWith(OciChartReference.SCHEME)) {
            var range = HelmChartVersionRange.parse(version);
            if (range.isEmpty()) {
                return registry.fetchArchive(OciChartReference.parse(address, version));
            }
            return registry.fetchArchive(OciChartReference.parse(address, ""), range.get());
        }
        var url = HelmChartHttpClient.parseUrl(address);
        var kept = files.find(digest);
        if (kept.isPresent()) {
            return kept.get();
        }
        return client.get(url, loginHeaders(url), response -> {
            checkStatus(response, new HelmChartReason.ChartArchive(address));
            return files.store(response.body(), digest, address);
        });
    }

    private Path fetchFromIndex(HelmChartSource source) throws ProblemException, InterruptedException {
        var index = indexUrl(source.repository());
        var entry = client.get(index, loginHeaders(index), response -> {
            checkStatus(response, new HelmChartReason.RepositoryIndex(source.repository()));
            return HelmChartIndexEntries.read(response.body(), source.chart(), source.repository());
        }).entryFor(source.version(), source.repository());
        if (entry.url().startsWith(OciChartReference.SCHEME)) {
            return fetchFromAddress(entry.url(), entry.version().text(), "");
        }
        var url = index.resolve(entry.url()).orElseThrow(() -> new ProblemException(OperationProblemKind.GARBLED,
                new HelmChartReason.ChartUrlMissing(source.repository(), source.sourceText())));
        return fetchFromAddress(url.toString(), "", HelmChartArchiveCache.normalizeDigest(entry.digest()));
    }

    /** Returns the login headers, where that server needs them. */
    private Map<String, String> loginHeaders(HttpAddress url) throws ProblemException {
        return logins.authorizationFor(url).map(secret -> Map.of("Authorization", secret.reveal())).orElse(Map.of());
    }

    private static HttpAddress indexUrl(String repository) throws ProblemException {
        return HelmChartHttpClient.parseUrl(repository).withSegment("index.yaml");
    }

    private static HelmChartReason accessReason(HelmChartServerResponse response, HelmChartReason file) {
        var host = response.url().host();
        return response.authenticated() ? new HelmChartReason.ChartFileForbidden(host, file)
                : new HelmChartReason.ChartLoginRequired(host, file);
    }

    private static void checkStatus(HelmChartServerResponse response, HelmChartReason file) throws ProblemException {
        if (response.isOk()) {
            return;
        }
        var host = response.url().host();
        var problem = switch (response.status()) {
            case NOT_FOUND ->
                Problem.of(OperationProblemKind.NOT_FOUND, new HelmChartReason.ChartFileMissing(host, file));
            case HelmChartServerResponse.UNAUTHORIZED ->
                Problem.of(OperationProblemKind.UNAUTHENTICATED, accessReason(response, file));
            case FORBIDDEN -> Problem.of(OperationProblemKind.FORBIDDEN, accessReason(response, file));
            default ->
                Problem.of(response.status() >= BROKEN ? OperationProblemKind.OVERLOADED : OperationProblemKind.GARBLED,
                        new HelmChartReason.ChartServerFailed(host, file));
        };
        throw new ProblemException(problem.withDetail(MESSAGES.text("status", response.status())));
    }
}
