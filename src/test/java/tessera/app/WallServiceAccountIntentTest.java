package tessera.app;

import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.util.WaitForAsyncUtils;
import tessera.app.Program.Outcome;
import tessera.app.cli.MeasuredFleetSnapshot;
import tessera.app.window.WindowScreenshotTaker;
import tessera.app.wiring.ApplicationSettingsService;
import tessera.app.wiring.ClusterSelectionService;
import tessera.app.wiring.StartupOptions;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.model.SessionConnectionStatus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A wall has an account of its own, which can read what the wall shows and nothing else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class WallServiceAccountIntentTest {

    @TempDir
    static Path home;
    private SimulatedCluster cluster;
    private Path wall;
    private Outcome made;

    @BeforeAll
    void makeTheAccount() throws Exception {
        cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withNodes(12).withActivity(false));
        Files.writeString(home.resolve("admin.kubeconfig"), cluster.kubeconfig());
        wall = home.resolve("wall.kubeconfig");
        made = plan("--apply", "--yes", "--kubeconfig-out", wall.toString());
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    private Outcome plan(String... words) throws Exception {
        var command = new ArrayList<>(
                List.of("plan", "wall-account", "--kubeconfig", home.resolve("admin.kubeconfig").toString()));
        command.addAll(List.of(words));
        return new Program(home).with("XDG_DATA_HOME", home.resolve("data").toString())
                .run(command.toArray(String[]::new));
    }

    private static KubernetesClient client(String kubeconfig) {
        return new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(kubeconfig)).build();
    }

    private String token() throws Exception {
        return Files.readAllLines(wall).stream().map(String::strip).filter(line -> line.startsWith("token:"))
                .map(line -> line.substring("token:".length()).replace("\"", "").strip()).findFirst().orElseThrow();
    }

    @Test
    void whoMakesItIsHandedAKubeconfigThatNobodyElseCanRead() throws Exception {
        assertThat(made.code()).as(made.err()).isZero();
        assertThat(made.out()).contains("\"result\" : \"done\"").contains("tessera plan wall-account");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(wall))).isEqualTo("rw-------");
        assertThat(plan("--apply", "--yes", "--kubeconfig-out", wall.toString()).err())
                .contains("already exists and is not overwritten");
    }

    @Test
    void itsTokenIsInNoLogAndInNoJournal() throws Exception {
        var token = token();
        assertThat(token).isNotEmpty();
        assertThat(made.out() + made.err()).doesNotContain(token);
        assertThat(plan().out()).as("the plan of what is there already").doesNotContain(token);
        Files.walkFileTree(home, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!file.equals(wall)) {
                    assertThat(Files.readString(file)).as(file.toString()).doesNotContain(token);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Test
    void aWallReadsEverythingItShowsByThatAccount() throws Exception {
        var folder = Files.createDirectories(home.resolve("wall"));
        var startupOptions = new StartupOptions("", false, 12, 1, List.of(), Optional.empty()).forWall("");
        try (var clusterSelection = ClusterSelectionService.start(
                new ProcessEnvironment(Map.of(), folder, folder, wall), ApplicationSettingsService.readFrom(folder),
                startupOptions, Clock.systemUTC(), Duration.ofMinutes(1))) {
            clusterSelection.openForWall();
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES,
                    () -> clusterSelection.snapshots().get()
                            .connection() instanceof SessionConnectionStatus.LiveConnection
                            && WindowScreenshotTaker.isPopulated(clusterSelection.snapshots().get())
                            && clusterSelection.snapshots().get().isAllocationComplete());
            assertThat(clusterSelection.snapshots().get().nodes()).isNotEmpty();
            assertThat(MeasuredFleetSnapshot.awaitReadings(clusterSelection, Duration.ofSeconds(60)).fleet().readings()
                    .nodes().values()).anyMatch(node -> !node.devices().isEmpty());
        }
    }

    @Test
    void theServerRefusesItEverythingElse() throws Exception {
        try (var account = client(Files.readString(wall))) {
            assertThat(account.nodes().list().getItems()).isNotEmpty();
            refused(() -> account.nodes().withName("h100-01").edit(node -> {
                node.getSpec().setUnschedulable(true);
                return node;
            }));
            refused(() -> account.pods().inNamespace("default").withName("any").delete());
            refused(() -> account.secrets().inNamespace("default").list());
            refused(() -> account.namespaces().list());
            refused(() -> account.configMaps().inAnyNamespace().list());
            for (var verb : List.of("create", "update", "patch", "delete")) {
                var review = account.authorization().v1().selfSubjectAccessReview()
                        .create(new SelfSubjectAccessReviewBuilder().withNewSpec().withNewResourceAttributes()
                                .withVerb(verb).withResource("pods").withNamespace("default").endResourceAttributes()
                                .endSpec().build());
                assertThat(review.getStatus().getAllowed()).as(verb).isFalse();
            }
        }
    }

    private static boolean asks(KubernetesClient account) {
        return account.authorization().v1().selfSubjectAccessReview()
                .create(new SelfSubjectAccessReviewBuilder().withNewSpec().withNewResourceAttributes().withVerb("get")
                        .withResource("services").withSubresource("proxy").withNamespace("monitoring")
                        .withName("prometheus-operated:web").endResourceAttributes().endSpec().build())
                .getStatus().getAllowed();
    }

    private static void refused(ThrowingCallable request) {
        assertThatThrownBy(request).isInstanceOfSatisfying(KubernetesClientException.class,
                refusal -> assertThat(refusal.getCode()).isEqualTo(403));
    }

    @Test
    void itAsksThePrometheusOfTheClusterOnlyWhereThatIsGranted() throws Exception {
        var granted = home.resolve("asking.kubeconfig");
        assertThat(plan("--name", "asking", "--with-prometheus", "--apply", "--yes", "--kubeconfig-out",
                granted.toString()).code()).isZero();
        try (var asking = client(Files.readString(granted)); var usual = client(Files.readString(wall))) {
            assertThat(asking.services().inAnyNamespace().list().getItems()).isNotEmpty();
            assertThat(asks(asking)).isTrue();
            assertThat(asks(usual)).isFalse();
            refused(() -> asking.secrets().inNamespace("monitoring").list());
            refused(() -> usual.services().inAnyNamespace().list());
        }
        assertThat(plan().err() + plan().out())
                .contains("trends begin only when the wall display starts (--with-prometheus allows queries)");
        assertThat(plan("--name", "asking", "--with-prometheus").out())
                .contains("allows GET requests to every service");
    }

    @Test
    void whoRemovesItEndsItsToken() throws Exception {
        var other = home.resolve("other.kubeconfig");
        assertThat(plan("--name", "other", "--apply", "--yes", "--kubeconfig-out", other.toString()).code()).isZero();
        try (var account = client(Files.readString(other))) {
            assertThat(account.nodes().list().getItems()).isNotEmpty();

            assertThat(plan("--name", "other", "--remove", "--apply", "--yes").code()).isZero();
            assertThatThrownBy(() -> account.nodes().list()).isInstanceOfSatisfying(KubernetesClientException.class,
                    refusal -> assertThat(refusal.getCode()).isEqualTo(401));
        }
    }

    @Test
    void anAccountThatIsSomebodyElsesIsNeitherTakenNorRemoved() throws Exception {
        try (var admin = client(cluster.kubeconfig())) {
            admin.serviceAccounts().inNamespace("default").resource(new ServiceAccountBuilder().withNewMetadata()
                    .withName("builder").withNamespace("default").endMetadata().build()).create();
            for (var texts : List.of(List.of("--apply", "--yes"), List.of("--remove", "--apply", "--yes"))) {
                var all = new ArrayList<>(List.of("--namespace", "default", "--name", "builder"));
                all.addAll(texts);
                var outcome = plan(all.toArray(String[]::new));
                assertThat(outcome.code()).as(outcome.err()).isEqualTo(3);
                assertThat(outcome.err()).contains("builder", "was not created for a wall");
            }
            assertThat(admin.serviceAccounts().inNamespace("default").withName("builder").get()).isNotNull();
        }
    }

    @Test
    void aNameThatIsNoneIsNotUnderstood() throws Exception {
        assertThat(plan("--name", "Not_A_Name").code()).isEqualTo(2);
    }
}
