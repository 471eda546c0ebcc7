package tessera.cluster.chart;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.HelmRepositoryCredentials;
import tessera.plan.intent.HelmChartSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Charts come from registries and repositories as they were announced, or the user reads why they do not. */
class HelmChartDownloaderTest {

    private static final String CHART = "charts/gpu-operator";

    @TempDir
    private Path home;
    private HelmChartDownloader downloads;

    @BeforeEach
    void begin() {
        downloads = new HelmChartDownloader(new ProcessEnvironment(Map.of(), home, home, null));
    }

    private static HelmChartSource oci(SmallRegistry registry, String version) {
        return new HelmChartSource("oci://" + registry.host() + "/" + CHART, "", version);
    }

    private static void assertTold(ThrowingCallable call, OperationProblemKind kind, String... words) {
        var problemException = catchThrowableOfType(ProblemException.class, call);
        assertThat(problemException).isNotNull();
        assertThat(problemException.problem().kind()).isEqualTo(kind);
        assertThat(problemException.problem().headline() + " " + problemException.problem().problemText() + " "
                + problemException.problem().remedy()).contains(words);
    }

    @Test
    void aRegistryGivesAChartToWhoFetchesATokenAndTheSecondTimeItIsHere() throws Exception {
        try (var registry = new SmallRegistry(true)) {
            var archive = SmallRegistry.archive("26.3.3");
            var digest = registry.push(CHART, "v26.3.3", archive, SmallRegistry.CONFIG);
            assertThat(downloads.fetchArchive(oci(registry, "v26.3.3"))).hasBinaryContent(archive)
                    .hasFileName("chart-" + HelmChartArchiveCache.hexDigest(archive) + ".tgz");
            assertThat(registry.asked).extracting(SmallRegistry.Asked::target)
                    .anyMatch(target -> target.startsWith("/token?") && target.contains("service=small")
                            && target.contains("scope=repository"));
            registry.content.keySet().removeIf(path -> path.contains("/blobs/"));
            assertThat(downloads.fetchArchive(oci(registry, "v26.3.3"))).as("by its digest").hasBinaryContent(archive);
            assertThat(downloads
                    .fetchArchive(new HelmChartSource("oci://" + registry.host() + "/" + CHART + "@" + digest, "", "")))
                    .hasBinaryContent(archive);
        }
    }

    @Test
    void theNewestTagIsTakenWhereNoneIsSaidAndAPlusIsAnUnderscore() throws Exception {
        try (var registry = new SmallRegistry(false)) {
            registry.push(CHART, "v26.10.0_build", SmallRegistry.archive("newest"), SmallRegistry.CONFIG);
            registry.content.put("/v2/" + CHART + "/tags/list",
                    "{\"tags\": [\"v26.7.0\", \"v26.10.0_build\", \"v27.0.0-rc.1\", \"latest\", \"sha256-ab.sig\"]}"
                            .getBytes(StandardCharsets.UTF_8));
            assertThat(downloads.fetchArchive(oci(registry, ""))).hasBinaryContent(SmallRegistry.archive("newest"));
            assertThat(downloads.fetchArchive(oci(registry, "v26.10.0+build"))).exists();
        }
    }

    @Test
    void aLoginThatHelmHasLeftIsSentToItsRegistryAndNowhereElse() throws Exception {
        try (var registry = new SmallRegistry(true); var storage = new SmallRegistry(false)) {
            var archive = SmallRegistry.archive("private");
            registry.push(CHART, "1.0.0", archive, SmallRegistry.CONFIG);
            var blob = "/v2/" + CHART + "/blobs/sha256:" + HelmChartArchiveCache.hexDigest(archive);
            registry.elsewhere.put(blob, "http://" + storage.host() + "/kept");
            storage.content.put("/kept", archive);
            var login = Base64.getEncoder().encodeToString("ann:word".getBytes(StandardCharsets.UTF_8));
            var file = Files.createDirectories(home.resolve(".config/helm/registry")).resolve("config.json");
            Files.writeString(file, "{\"auths\": {\"%s\": {\"auth\": \"%s\"}}}".formatted(registry.host(), login));

            assertThat(downloads.fetchArchive(oci(registry, "1.0.0"))).hasBinaryContent(archive);
            assertThat(registry.asked).filteredOn(asked -> asked.target().startsWith("/token"))
                    .extracting(SmallRegistry.Asked::authorization).containsOnly("Basic " + login);
            assertThat(storage.asked).extracting(SmallRegistry.Asked::authorization).containsOnlyNulls();
        }
    }

    private static String basic(String login) {
        return "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aLoginThatWasTypedOpensARepositoryAndARegistryAndIsSentToNoOtherServer() throws Exception {
        try (var server = new SmallRegistry(true); var storage = new SmallRegistry(false)) {
            var archive = SmallRegistry.archive("private");
            server.content.put("/charts/index.yaml",
                    "entries:\n  own:\n  - {version: 1.0.0, urls: [\"http://%s/own.tgz\"]}\n".formatted(storage.host())
                            .getBytes(StandardCharsets.UTF_8));
            server.wanted.put("/charts/index.yaml", basic("ann:typed"));
            storage.content.put("/own.tgz", archive);
            var repository = "http://" + server.host() + "/charts";
            var chartSource = new HelmChartSource("own", repository, "");
            assertTold(() -> downloads.fetchArchive(chartSource), OperationProblemKind.UNAUTHENTICATED,
                    "without a login", "Set a user name and a password");
            downloads.signIn(new HelmRepositoryCredentials(repository, "ann", "wrong"));
            assertTold(() -> downloads.fetchArchive(chartSource), OperationProblemKind.UNAUTHENTICATED,
                    "denies these credentials access", "Check the user name and the password");
            downloads.signIn(new HelmRepositoryCredentials(repository, "ann", "typed"));
            assertThat(downloads.fetchArchive(chartSource)).hasBinaryContent(archive);
            assertThat(storage.asked).extracting(SmallRegistry.Asked::authorization).containsOnlyNulls();

            server.push(CHART, "1.0.0", archive, SmallRegistry.CONFIG);
            assertThat(downloads.fetchArchive(oci(server, "1.0.0"))).hasBinaryContent(archive);
            assertThat(server.asked).filteredOn(asked -> asked.target().startsWith("/token"))
                    .extracting(SmallRegistry.Asked::authorization).containsOnly(basic("ann:typed"));
            assertThat(new HelmRepositoryCredentials(repository, "ann", "typed").toString()).doesNotContain("typed");
        }
        downloads.signIn(new HelmRepositoryCredentials("http://charts.example/a", "ann", "typed"));
        assertTold(() -> downloads.fetchArchive(new HelmChartSource("own", "http://charts.example/a", "")),
                OperationProblemKind.UNTRUSTED, "without TLS");
    }

    @Test
    void aLoginThatHelmHasNotedForARepositoryIsSentThereAndNotBesideIt() throws Exception {
        try (var server = new SmallRegistry(false)) {
            var index = "entries:\n  own:\n  - {version: 1.0.0, urls: [own.tgz]}\n".getBytes(StandardCharsets.UTF_8);
            for (var path : List.of("/inner", "/inner-2")) {
                server.content.put(path + "/index.yaml", index);
                server.content.put(path + "/own.tgz", SmallRegistry.archive("own"));
            }
            server.wanted.put("/inner/index.yaml", basic("ann:noted"));
            server.wanted.put("/inner/own.tgz", basic("ann:noted"));
            Files.writeString(Files.createDirectories(home.resolve(".config/helm")).resolve("repositories.yaml"),
                    "repositories:\n- {name: own, url: \"http://%s/inner\", username: ann, password: noted}\n"
                            .formatted(server.host()));
            var noted = new HelmChartDownloader(new ProcessEnvironment(
                    Map.of("HELM_REPOSITORY_CONFIG", home.resolve(".config/helm/repositories.yaml").toString()), home,
                    home, null));
            assertThat(noted.fetchArchive(new HelmChartSource("own", "http://" + server.host() + "/inner", "")))
                    .exists();
            noted.fetchArchive(new HelmChartSource("own", "http://" + server.host() + "/inner-2", ""));
            assertThat(server.asked).filteredOn(asked -> asked.target().startsWith("/inner-2"))
                    .extracting(SmallRegistry.Asked::authorization).containsOnlyNulls();
        }
    }

    @Test
    void ofARangeTheNewestVersionIsTakenInRegistriesAndRepositories() throws Exception {
        try (var server = new SmallRegistry(false)) {
            server.push(CHART, "v25.3.4", SmallRegistry.archive("v25.3.4"), SmallRegistry.CONFIG);
            server.content.put("/v2/" + CHART + "/tags/list",
                    "{\"tags\": [\"v25.3.0\", \"v25.3.4\", \"v25.10.1\", \"v26.7.0\", \"v25.3.5-rc.1\"]}"
                            .getBytes(StandardCharsets.UTF_8));
            assertThat(downloads.fetchArchive(oci(server, "~25.3"))).hasBinaryContent(SmallRegistry.archive("v25.3.4"));
            assertTold(() -> downloads.fetchArchive(oci(server, ">=27")), OperationProblemKind.NOT_FOUND,
                    "in the range >=27", "v26.7.0");
            server.content.put("/charts/index.yaml", """
                    entries:
                      own:
                      - {version: v26.7.0, urls: [new.tgz]}
                      - {version: v25.10.1, urls: [old.tgz]}
                    """.getBytes(StandardCharsets.UTF_8));
            server.content.put("/charts/old.tgz", SmallRegistry.archive("old"));
            assertThat(downloads
                    .fetchArchive(new HelmChartSource("own", "http://" + server.host() + "/charts", ">=25.3 <26")))
                    .hasBinaryContent(SmallRegistry.archive("old"));
        }
    }

    @Test
    void whatARegistryRefusesIsToldInWordsThatHelp() throws Exception {
        try (var registry = new SmallRegistry(false)) {
            assertTold(() -> downloads.fetchArchive(oci(registry, "v1.0.0")), OperationProblemKind.NOT_FOUND,
                    registry.host() + " has no " + registry.host() + "/" + CHART + ":v1.0.0", "leading v");
            registry.push(CHART, "image", SmallRegistry.archive("x"), "application/vnd.oci.image.config.v1+json");
            assertTold(() -> downloads.fetchArchive(oci(registry, "image")), OperationProblemKind.INVALID,
                    "is not a Helm chart", "application/vnd.oci.image.config.v1+json",
                    "artifact is a container image:");
            for (var refusal : Map.of(401, OperationProblemKind.UNAUTHENTICATED, 403, OperationProblemKind.FORBIDDEN,
                    503, OperationProblemKind.OVERLOADED).entrySet()) {
                registry.refused.put("/v2/" + CHART + "/manifests/v2.0.0", refusal.getKey());
                assertTold(() -> downloads.fetchArchive(oci(registry, "v2.0.0")), refusal.getValue(), registry.host());
            }
            assertTold(() -> downloads.fetchArchive(new HelmChartSource("oci://only-a-host", "", "")),
                    OperationProblemKind.INVALID, "not a valid address of a chart in a registry");
        }
    }

    @Test
    void anArchiveThatIsNotTheOneThatWasAnnouncedIsNotTaken() throws Exception {
        try (var registry = new SmallRegistry(false)) {
            var archive = SmallRegistry.archive("true");
            registry.push(CHART, "v1.0.0", archive, SmallRegistry.CONFIG);
            registry.content.put("/v2/" + CHART + "/blobs/sha256:" + HelmChartArchiveCache.hexDigest(archive),
                    SmallRegistry.archive("false"));
            assertTold(() -> downloads.fetchArchive(oci(registry, "v1.0.0")), OperationProblemKind.UNTRUSTED,
                    "has the SHA-256");
            registry.content.put("/page.tgz", "<html>".getBytes(StandardCharsets.UTF_8));
            assertTold(
                    () -> downloads
                            .fetchArchive(new HelmChartSource("http://" + registry.host() + "/page.tgz", "", "")),
                    OperationProblemKind.GARBLED, "is not a chart archive");
            try (var kept = Files.list(home.resolve(".cache/tessera/charts"))) {
                assertThat(kept).as("nothing of it is left").isEmpty();
            }
        }
    }

    /** As large as that of NVIDIA: more than ten million characters, of which one chart is wanted. */
    @Test
    void aLargeIndexIsReadAndItsDigestsCount() throws Exception {
        try (var server = new SmallRegistry(false)) {
            var archive = SmallRegistry.archive("v26.7.0");
            var text = "x".repeat(900);
            var others = IntStream.range(0, 11_000).mapToObj(at -> """
                      another-%1$d:
                      - {apiVersion: v2, version: 1.0.%1$d, urls: ["https://charts.example/a-%1$d.tgz"],
                         description: "%2$s"}
                    """.formatted(at, text)).collect(Collectors.joining());
            var index = "apiVersion: v1\nentries:\n" + others + """
                      gpu-operator:
                      - {version: v26.7.0, digest: %s, urls: [files/gpu-operator.tgz]}
                      - {version: v26.3.3, digest: "%s", urls: [files/gpu-operator.tgz]}
                      - {version: v27.0.0-rc.1, urls: [files/early.tgz]}
                      zebra: []
                    generated: "2026-01-01"
                    """.formatted(HelmChartArchiveCache.hexDigest(archive), "0".repeat(64));
            assertThat(index).hasSizeGreaterThan(10_000_000);
            server.content.put("/charts/index.yaml", index.getBytes(StandardCharsets.UTF_8));
            server.content.put("/charts/files/gpu-operator.tgz", archive);
            var repository = "http://" + server.host() + "/charts/";
            assertThat(downloads.fetchArchive(new HelmChartSource("gpu-operator", repository, "")))
                    .hasBinaryContent(archive);
            assertTold(() -> downloads.fetchArchive(new HelmChartSource("gpu-operator", repository, "v26.3.3")),
                    OperationProblemKind.UNTRUSTED, "has the SHA-256");
            assertTold(() -> downloads.fetchArchive(new HelmChartSource("gpu-operator", repository, "v25.1.0")),
                    OperationProblemKind.NOT_FOUND, repository + " has no chart gpu-operator v25.1.0",
                    "v27.0.0-rc.1, v26.7.0 and v26.3.3");
        }
    }

    @Test
    void anAddressThatIsNoneOrHoldsALoginIsRefusedWithoutRepeatingTheLogin() {
        assertTold(() -> downloads.fetchArchive(new HelmChartSource("a", "https://ann:word@charts.example", "")),
                OperationProblemKind.INVALID, "contains credentials The");
        var problemException = catchThrowableOfType(ProblemException.class,
                () -> downloads.fetchArchive(new HelmChartSource("a", "https://ann:word@charts.example", "")));
        assertThat(problemException.problem().toString()).doesNotContain("word@");
        assertTold(() -> downloads.fetchArchive(new HelmChartSource("a", "ftp://charts.example", "")),
                OperationProblemKind.INVALID, "The address of the chart repository is not valid");
    }
}
