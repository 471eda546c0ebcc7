package tessera.cluster.chart;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.HttpUrl;
import tessera.cluster.chart.ChartHttpClient.ChartResponse;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.ChartLogin;
import tessera.plan.intent.ChartSource;

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
public final class ChartDownloads {

    private static final int NOT_FOUND = 404;
    private static final int FORBIDDEN = 403;
    private static final int BROKEN = 500;

    private final ChartHttpClient wire;
    private final ChartFiles files;
    private final OciRegistry registry;
    private final TypedLogins typed = new TypedLogins();
    private final RepositoryLogins logins;
    private final Map<ChartSource, Path> fetched = new ConcurrentHashMap<>();

    /** @param environment decides about proxies, trusted authorities, logins, and where archives are kept */
    public ChartDownloads(ProcessEnvironment environment) {
        wire = new ChartHttpClient(environment);
        files = ChartFiles.forEnvironment(environment);
        registry = new OciRegistry(wire, files, RegistryLogins.forEnvironment(environment), typed);
        logins = RepositoryLogins.forEnvironment(environment, typed);
    }

    /** Signs in to the server of charts for the lifetime of this object; takes precedence over stored logins. */
    public void signIn(ChartLogin login) throws Failure {
        typed.remember(login);
    }

    /** Returns whether a source is remote. */
    public static boolean isRemote(ChartSource source) {
        return !source.repository().isEmpty() || source.chart().contains("://");
    }

    /** Returns the archive of a remote chart. */
    public Path fetchArchive(ChartSource source) throws Failure, InterruptedException {
        if (source.repository().isEmpty()) {
            return fetchFromAddress(source.chart(), source.version(), "");
        }
        var before = fetched.get(source);
        if (before != null && Files.isRegularFile(before)) {
            return before;
        }
        var archive = source.repository().startsWith(OciReference.SCHEME)
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

    private Path fetchFromAddress(String address, String version, String digest) throws Failure, InterruptedException {
        if (address.startsWith(OciReference.SCHEME)) {
            var range = VersionRange.parse(version);
            return range.isEmpty() ? registry.fetchArchive(OciReference.parse(address, version))
                    : registry.fetchArchive(OciReference.parse(address, ""), range.get());
        }
        var url = ChartHttpClient.parseUrl(address);
        var kept = files.find(digest);
        return kept.isPresent() ? kept.get() : wire.get(url, loginHeaders(url), heard -> {
            checkStatus(heard, "the chart " + address);
            return files.store(heard.body(), digest, address);
        });
    }

    private Path fetchFromIndex(ChartSource source) throws Failure, InterruptedException {
        var index = indexUrl(source.repository());
        var entry = wire.get(index, loginHeaders(index), heard -> {
            checkStatus(heard, "the index of the repository " + source.repository());
            return ChartIndex.read(heard.body(), source.chart(), source.repository());
        }).entryFor(source.version(), source.repository());
        if (entry.url().startsWith(OciReference.SCHEME)) {
            return fetchFromAddress(entry.url(), entry.version().text(), "");
        }
        var url = index.resolve(entry.url());
        if (url == null) {
            throw new Failure(Problem.of(ProblemKind.GARBLED,
                    "The index of " + source.repository() + " says no address of " + source.sourceText()));
        }
        return fetchFromAddress(url.toString(), "", ChartFiles.normalizeDigest(entry.digest()));
    }

    /** Returns the login headers, where that server needs them. */
    private Map<String, String> loginHeaders(HttpUrl url) throws Failure {
        return logins.authorizationFor(url).map(login -> Map.of("Authorization", login.reveal())).orElse(Map.of());
    }

    private static HttpUrl indexUrl(String repository) throws Failure {
        return ChartHttpClient.parseUrl(repository).newBuilder().addPathSegment("index.yaml").build();
    }

    private static void checkStatus(ChartResponse heard, String subject) throws Failure {
        if (heard.isOk()) {
            return;
        }
        var host = heard.url().host();
        var detail = "Status " + heard.status();
        throw new Failure(switch (heard.status()) {
            case NOT_FOUND ->
                new Problem(ProblemKind.NOT_FOUND, host + " has not got " + subject, detail, "Check the address.");
            case ChartResponse.UNAUTHORIZED, FORBIDDEN -> new Problem(
                    heard.status() == FORBIDDEN ? ProblemKind.FORBIDDEN : ProblemKind.UNAUTHENTICATED,
                    host + (heard.authenticated() ? " does not give " + subject + " to this login"
                            : " does not give " + subject + " to anybody"),
                    detail,
                    heard.authenticated() ? "Check name and password, or ask who keeps it for access."
                            : "Say a name and a password, or add the repository with helm repo add --username.");
            default -> new Problem(heard.status() >= BROKEN ? ProblemKind.OVERLOADED : ProblemKind.GARBLED,
                    host + " could not give " + subject, detail, "");
        });
    }
}
