package tessera.cluster.chart;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.HttpUrl;
import tessera.cluster.chart.ChartWire.Heard;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.ChartLogin;
import tessera.plan.intent.ChartSource;

/**
 * Charts that lie elsewhere, brought here as archives.
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

    private final ChartWire wire;
    private final ChartFiles files;
    private final OciRegistry registry;
    private final TypedLogins typed = new TypedLogins();
    private final RepositoryLogins logins;
    private final Map<ChartSource, Path> fetched = new ConcurrentHashMap<>();

    /** @param environment decides about proxies, trusted authorities, logins, and where archives are kept */
    public ChartDownloads(ProcessEnvironment environment) {
        wire = new ChartWire(environment);
        files = ChartFiles.of(environment);
        registry = new OciRegistry(wire, files, RegistryLogins.of(environment), typed);
        logins = RepositoryLogins.of(environment, typed);
    }

    /** Asks for charts of that server by that name as long as this lives; before what files say. */
    public void signIn(ChartLogin login) throws Failure {
        typed.keep(login);
    }

    /** Whether a source lies elsewhere. */
    public static boolean elsewhere(ChartSource source) {
        return !source.repository().isEmpty() || source.chart().contains("://");
    }

    /** The archive of a chart that lies elsewhere. */
    public Path archive(ChartSource source) throws Failure, InterruptedException {
        if (source.repository().isEmpty()) {
            return addressed(source.chart(), source.version(), "");
        }
        var before = fetched.get(source);
        if (before != null && Files.isRegularFile(before)) {
            return before;
        }
        var archive = source.repository().startsWith(OciReference.SCHEME)
                ? addressed(joined(source.repository(), source.chart()), source.version(), "")
                : indexed(source);
        if (!source.version().isEmpty()) {
            fetched.put(source, archive);
        }
        return archive;
    }

    private static String joined(String repository, String chart) {
        return repository + (repository.endsWith("/") ? "" : "/") + chart;
    }

    private Path addressed(String address, String version, String digest) throws Failure, InterruptedException {
        if (address.startsWith(OciReference.SCHEME)) {
            var range = VersionRange.read(version);
            return range.isEmpty() ? registry.archive(OciReference.read(address, version))
                    : registry.archive(OciReference.read(address, ""), range.get());
        }
        var url = ChartWire.address(address);
        var kept = files.kept(digest);
        return kept.isPresent() ? kept.get() : wire.get(url, asked(url), heard -> {
            fine(heard, "the chart " + address);
            return files.keep(heard.body(), digest, address);
        });
    }

    private Path indexed(ChartSource source) throws Failure, InterruptedException {
        var index = indexOf(source.repository());
        var entry = wire.get(index, asked(index), heard -> {
            fine(heard, "the index of the repository " + source.repository());
            return ChartIndex.read(heard.body(), source.chart(), source.repository());
        }).of(source.version(), source.repository());
        if (entry.url().startsWith(OciReference.SCHEME)) {
            return addressed(entry.url(), entry.version().text(), "");
        }
        var url = index.resolve(entry.url());
        if (url == null) {
            throw new Failure(Problem.of(ProblemKind.GARBLED,
                    "The index of " + source.repository() + " says no address of " + source.words()));
        }
        return addressed(url.toString(), "", ChartFiles.digest(entry.digest()));
    }

    /** Who asks, where that server is to know. */
    private Map<String, String> asked(HttpUrl url) throws Failure {
        return logins.of(url).map(login -> Map.of("Authorization", login.reveal())).orElse(Map.of());
    }

    private static HttpUrl indexOf(String repository) throws Failure {
        return ChartWire.address(repository).newBuilder().addPathSegment("index.yaml").build();
    }

    private static void fine(Heard heard, String what) throws Failure {
        if (heard.fine()) {
            return;
        }
        var host = heard.from().host();
        var detail = "Status " + heard.status();
        throw new Failure(switch (heard.status()) {
            case NOT_FOUND ->
                new Problem(ProblemKind.NOT_FOUND, host + " has not got " + what, detail, "Check the address.");
            case Heard.UNAUTHORIZED, FORBIDDEN -> new Problem(
                    heard.status() == FORBIDDEN ? ProblemKind.FORBIDDEN : ProblemKind.UNAUTHENTICATED,
                    host + (heard.known() ? " does not give " + what + " to this login"
                            : " does not give " + what + " to anybody"),
                    detail,
                    heard.known() ? "Check name and password, or ask who keeps it for access."
                            : "Say a name and a password, or add the repository with helm repo add --username.");
            default -> new Problem(heard.status() >= BROKEN ? ProblemKind.OVERLOADED : ProblemKind.GARBLED,
                    host + " could not give " + what, detail, "");
        });
    }
}
