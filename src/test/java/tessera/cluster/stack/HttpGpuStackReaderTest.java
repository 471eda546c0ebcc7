package tessera.cluster.stack;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.ClusterSession;
import tessera.cluster.ClusterSessionOptions;
import tessera.cluster.change.Console;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.Seen;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.kubeconfig.Kubeconfig;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.SnapshotCollectionHealth;
import tessera.stack.ClusterPolicyStatusText.ClusterPolicyVerdict;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackComponentLogReader;
import tessera.stack.GpuStackHelmRelease.RecordedRevision;
import tessera.stack.GpuStackStatus;
import tessera.stack.NodeGpuStackComponent;

import static org.assertj.core.api.Assertions.assertThat;

/** The GPU stack of a cluster is read through its API, as far as the user may look. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class HttpGpuStackReaderTest {

    @TempDir
    private static Path folder;
    private SimulatedCluster cluster;

    @BeforeAll
    void serve() throws Exception {
        cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withActivity(false));
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    private static GpuStackStatus stack(Console console) throws Exception {
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard())
                .read(console.session().snapshots().get());
        var source = new HttpGpuStackReader(console.session()::connection);
        return new GpuStackComponentLogReader(source).explainByLogs(
                new GpuStackStatus.GpuStackStatusEvaluator().readStack(fleet, source.read(), fleet.snapshot().at()),
                10);
    }

    @Test
    void theReleaseThePolicyAndTheFirstBrokenLinkAreFound() throws Exception {
        try (var console = Console.open(cluster, folder, "admin", SessionAccessMode.READ_ONLY)) {
            var stack = stack(console);
            var release = stack.objects().release().result().orElseThrow().orElseThrow();
            assertThat(release.version()).isEqualTo("v26.3.3");
            assertThat(release.history()).extracting(RecordedRevision::number).containsExactly(7, 6, 5);
            assertThat(release.userValues()).extracting(setting -> setting.path()).contains("mig.strategy");
            assertThat(stack.policyStatus().orElseThrow().verdict()).isEqualTo(ClusterPolicyVerdict.NOT_READY);
            assertThat(stack.policyStatus().orElseThrow().firstNotReadyText())
                    .hasValueSatisfying(text -> assertThat(text).startsWith("Driver and "));
            assertThat(stack.objects().isAbsent()).isFalse();
            assertThat(stack.findChain("mi300x-01").orElseThrow().linkOf(GpuStackComponent.PLUGIN).title())
                    .isEqualTo("AMD device plugin");
            var broken = stack.findChain("l40s-04").orElseThrow();
            assertThat(broken.finding().orElseThrow().headline())
                    .isEqualTo("The driver cannot be built for this kernel");
            assertThat(broken.finding().orElseThrow().explanation()).contains("6.8.0-79-generic");
            assertThat(stack.findChain("t4-03").orElseThrow().linkOf(GpuStackComponent.DRIVER).state())
                    .isEqualTo(NodeGpuStackComponent.NodeComponentState.UNKNOWN);
        }
    }

    @Test
    void aDriverThatHasJustBegunAnewIsExplainedByTheRunThatFailed() throws Exception {
        try (var console = Console.open(cluster, folder, "admin", SessionAccessMode.READ_ONLY)) {
            var pod = console.session().snapshots().get().findNode("l40s-04").orElseThrow().pods().stream()
                    .filter(GpuStackComponent.DRIVER::ownsPod).findFirst().orElseThrow();
            var path = "/api/v1/namespaces/gpu-operator/pods/" + pod.name();
            var object = (ObjectNode) console.read(path);
            var status = (ObjectNode) object.at("/status/containerStatuses/0");
            status.put("ready", false).putObject("state").putObject("running");
            status.putObject("lastState").putObject("terminated").put("exitCode", 1);
            SimulatedHttpServerFaults.of(cluster).addFault("GET " + path,
                    SimulatedHttpServerFault.ofAnswer(200, "application/json", object.toString()));
            SimulatedHttpServerFaults.of(cluster).addFault("GET " + path + "/log(?!.*previous=true).*",
                    SimulatedHttpServerFault.ofAnswer(200, "text/plain", "DRIVER_ARCH is x86_64\n"));

            assertThat(stack(console).findChain("l40s-04").orElseThrow().finding().orElseThrow().headline())
                    .isEqualTo("The driver cannot be built for this kernel");

            SimulatedHttpServerFaults.of(cluster)
                    .addFault("GET " + path + "/log.*previous=true.*", SimulatedHttpServerFault.ofAnswer(400,
                            "application/json",
                            "{\"kind\":\"Status\",\"code\":400,\"reason\":\"BadRequest\",\"message\":\"previous not found\"}"));
            var log = new HttpGpuStackReader(console.session()::connection).readLog(pod, 5);
            assertThat(log.lines()).as("where the run before is forgotten, the one that goes on")
                    .containsExactly("DRIVER_ARCH is x86_64");
            assertThat(log.container()).isEqualTo(object.at("/spec/containers/0/name").asText());
            assertThat(log.hasPreviousRun()).isTrue();
        } finally {
            SimulatedHttpServerFaults.of(cluster).clear();
        }
    }

    @Test
    void whoMayNotReadSecretsIsToldSoAndSeesTheRest() throws Exception {
        var file = Files.writeString(folder.resolve("viewer.kubeconfig"), cluster.kubeconfig("viewer"));
        var context = Kubeconfig.load(new ProcessEnvironment(Map.of(), folder, folder, file)).contexts().getFirst();
        try (var session = ClusterSession.open(() -> context,
                ClusterSessionOptions.standard(Contexts.terms(), RandomGenerator.getDefault()),
                SessionAccessMode.READ_ONLY); var seen = new Seen(session.snapshots())) {
            seen.until(
                    clusterSnapshot -> clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.LiveCollection);
            var objects = new HttpGpuStackReader(session::connection).read();
            assertThat(objects.release().problem().orElseThrow().kind()).isEqualTo(OperationProblemKind.FORBIDDEN);
            assertThat(objects.isComplete()).isFalse();
            assertThat(objects.operandSets().result().orElseThrow())
                    .anyMatch(set -> set.runsComponent(GpuStackComponent.DRIVER));
        }
    }
}
