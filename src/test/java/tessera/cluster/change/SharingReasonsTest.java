package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tessera.cluster.ClusterConnection;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.http.SessionAccessMode;
import tessera.model.ObjectRef;
import tessera.plan.step.ExpectedClusterState.GpuSharingExpectation;
import tessera.plan.step.ExpectedClusterState.PodReplacementExpectation;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStepExecutor;
import tessera.plan.step.PlanStepOutcome;
import tessera.plan.step.RunningStepControl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** Who waits until a node shares its GPUs is told why it does not: the objects are a cluster's, but for what is wrong. */
@Timeout(60)
class SharingReasonsTest extends ChangedCluster {

    private static final String NODE = "l40s-01";
    private static final String GPU = "nvidia.com/gpu";
    private static final String PLUGIN = "nvidia-device-plugin-daemonset";
    private static final String DISCOVERY = "gpu-feature-discovery";
    private static final String DAEMON = "nvidia-device-plugin-mps-control-daemon";
    private static final String LOG = """
            I1122 10:00:00.000001 1 main.go:199] Starting FS watcher.
                "failOnInitError": true,
            E1122 10:00:01.000001 1 main.go:171] error starting plugins: first
            E1122 10:00:31.000001 1 main.go:171] error waiting for MPS daemon: exit status 1
                "failRequestsGreaterThanOne": true,
            I1122 10:00:32.000001 1 main.go:277] Retrying in 30s...
            """;

    /** A node as the server has it, its pods, and what their containers wrote. */
    static final class Scene {
        private final ObjectNode node;
        private final ArrayNode pods;
        private String log = "I1122 10:00:00.000001 1 main.go:199] \"failOnInitError\": true";

        Scene(JsonNode node, JsonNode pods) {
            this.node = node.deepCopy();
            this.pods = pods.path("items").deepCopy();
        }

        Scene offers(int amount) {
            node.withObject("/status/capacity").put(GPU, String.valueOf(amount));
            return this;
        }

        ObjectNode pod(String app) {
            return (ObjectNode) pods.valueStream().filter(pod -> pod.at("/metadata/labels/app").asText().equals(app))
                    .findFirst().orElseThrow();
        }

        void without(String app) {
            pods.removeIf(pod -> pod.at("/metadata/labels/app").asText().equals(app));
        }

        void unready(String app) {
            pod(app).withObject("/status").putArray("conditions").addObject().put("type", "Ready").put("status",
                    "False");
        }

        ObjectNode ends(String app, String reason) {
            unready(app);
            var container = pod(app).withObject("/status").putArray("containerStatuses").addObject().put("name", "ctr");
            container.putObject("state").putObject("waiting").put("reason", reason);
            return container;
        }

        void withoutRefused() {
            pods.removeIf(pod -> pod.at("/status/phase").asText().equals("Failed"));
        }

        private void answer(ScriptedServer.Exchange exchange) throws Exception {
            if (exchange.path().endsWith("/log")) {
                if (log.isEmpty()) {
                    exchange.json(403,
                            "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Forbidden\",\"code\":403,"
                                    + "\"message\":\"pods is forbidden: cannot get resource pods/log\"}");
                } else {
                    exchange.text(200, "text/plain", log);
                }
            } else if (exchange.path().endsWith("/pods")) {
                exchange.json(200, "{\"kind\":\"PodList\",\"metadata\":{},\"items\":" + pods + "}");
            } else {
                exchange.json(200, node.toString());
            }
        }
    }

    private JsonNode node;
    private JsonNode pods;
    private ScriptedServer server;
    private ClusterConnection connection;
    private PlanStepExecutor steps;

    @BeforeAll
    void record() throws Exception {
        node = console.node(NODE);
        pods = console.read("/api/v1/pods?fieldSelector=spec.nodeName=" + NODE);
        server = ScriptedServer.start(exchange -> exchange.json(404, "{}"));
        connection = ClusterConnection.open(Contexts.context(server.address()), Contexts.terms(),
                () -> SessionAccessMode.READ_WRITE);
        steps = PlanClusterAccess.overRoute(() -> connection, () -> SessionAccessMode.READ_WRITE, Clock.systemUTC(),
                Contexts.terms().environment()).steps();
    }

    @AfterAll
    void end() throws Exception {
        connection.close();
        server.close();
    }

    /** What one look at it comes to. */
    private PlanStepOutcome look(Scene scene, GpuSharingExpectation expected) throws InterruptedException {
        server.script(scene::answer);
        return steps.execute(
                new PlanStep.AwaitClusterStateStep(ObjectRef.node(NODE), expected, Duration.ZERO.minusSeconds(1)),
                new RunningStepControl() {
                    @Override
                    public void onWaiting(String text) {}

                    @Override
                    public boolean pause(Duration time) {
                        return false;
                    }
                });
    }

    private static GpuSharingExpectation expected(List<String> apps, Map<String, String> labels,
            Map<String, String> former) {
        return new GpuSharingExpectation("shared-4",
                Map.of(GPU, new GpuSharingExpectation.ExpectedAdvertisedAmount(16, 16)), labels,
                new PodReplacementExpectation(former, apps));
    }

    private static GpuSharingExpectation usual() {
        return expected(List.of(PLUGIN, DISCOVERY), Map.of("nvidia.com/gpu.replicas", "4"), Map.of());
    }

    private static Arguments row(String name, Consumer<Scene> wrong, String told) {
        return arguments(name, wrong, usual(), told);
    }

    static Stream<Arguments> reasons() {
        return Stream.of(
                row("another label",
                        scene -> scene.node.withObject("/metadata/labels")
                                .put("nvidia.com/device-plugin.config", "whole"),
                        "set the device plugin configuration of l40s-01 to “whole”"),
                row("no label",
                        scene -> scene.node.withObject("/metadata/labels").remove("nvidia.com/device-plugin.config"),
                        "removed the device plugin configuration of l40s-01"),
                row("withheld", scene -> scene.node.withObject("/status/allocatable").put(GPU, "12"),
                        "4 of 16 nvidia.com/gpu are not allocatable"),
                row("a label of before",
                        scene -> scene.node.withObject("/metadata/labels").put("nvidia.com/gpu.replicas", "1"),
                        "the label nvidia.com/gpu.replicas is “1”, not “4”; the log of gpu-feature-discovery-"),
                row("not told", scene -> scene.offers(4), "4 of 16 nvidia.com/gpu are advertised; the device plugin "
                        + "has not registered with the kubelet yet; the log of nvidia-device-plugin-daemonset-"),
                row("the plugin complains", scene -> scene.offers(0).log = LOG,
                        "is: E1122 10:00:31.000001 1 main.go:171] error waiting for MPS daemon: exit status 1"),
                row("its log is not for everybody", scene -> scene.offers(0).log = "", "cannot be read: "),
                row("a refused pod", scene -> scene.offers(4),
                        "1 pod was rejected (UnexpectedAdmissionError) and "
                                + "must be deleted: speech/whisper-batch-"),
                row("no plugin", scene -> scene.offers(0).without(PLUGIN),
                        "nvidia-device-plugin-daemonset has no pod "
                                + "on the node, perhaps because of its node selector or a taint"),
                row("not ready", scene -> scene.offers(4).unready(PLUGIN), " is not ready yet"),
                row("ends, and says why",
                        scene -> scene.offers(0).ends(PLUGIN, "CrashLoopBackOff").putObject("lastState")
                                .putObject("terminated").put("message", "no such config: five\n"),
                        " is in CrashLoopBackOff: no such config: five"),
                row("ends, and its log says why", scene -> {
                    scene.offers(0).ends(PLUGIN, "CrashLoopBackOff");
                    scene.log = LOG;
                }, " is in CrashLoopBackOff: E1122 10:00:31.000001"),
                row("ends, and its log is not for everybody", scene -> {
                    scene.offers(0).ends(PLUGIN, "CreateContainerError");
                    scene.log = "";
                }, " is in CreateContainerError"),
                arguments("no feature discovery", (Consumer<Scene>) scene -> scene.without(DISCOVERY),
                        expected(List.of(PLUGIN), Map.of("nvidia.com/gpu.replicas", "2"), Map.of()),
                        "GPU Feature Discovery is not running on the node, so the labels of the node do not change"),
                arguments("no MPS daemon", (Consumer<Scene>) scene -> {
                    scene.without(DAEMON);
                    scene.node.withObject("/metadata/labels").put("nvidia.com/mps.capable", "true");
                }, expected(List.of(PLUGIN, DISCOVERY), Map.of("nvidia.com/mps.capable", "true"), Map.of()),
                        "the MPS control daemon is not ready yet"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("reasons")
    void eachReasonIsTold(String name, Consumer<Scene> wrong, GpuSharingExpectation expected, String told)
            throws Exception {
        var scene = new Scene(node, pods);
        wrong.accept(scene);

        assertThat(look(scene, expected)).isInstanceOfSatisfying(PlanStepOutcome.StepFailureOutcome.class,
                failed -> assertThat(failed.problem().headline() + "\n" + failed.problem().detail()).contains(told));
    }

    @Test
    void aPodOfBeforeIsNotTakenForOneThatHasReadTheConfiguration() throws Exception {
        var scene = new Scene(node, pods).offers(4);
        var former = scene.pod(PLUGIN).path("metadata");

        assertThat(look(scene, expected(List.of(PLUGIN), Map.of(), Map.of(former.path("uid").asText(), "it"))))
                .isInstanceOfSatisfying(PlanStepOutcome.StepFailureOutcome.class,
                        failed -> assertThat(failed.problem().detail())
                                .contains(former.path("name").asText() + " has not been replaced yet")
                                .doesNotContain("log of"));
    }

    @Test
    void podsThatWereRefusedAreToldThoughAllElseIsAsItShouldBe() throws Exception {
        var scene = new Scene(node, pods);

        assertThat(look(scene, usual())).isInstanceOfSatisfying(PlanStepOutcome.StepSuccessOutcome.class,
                done -> assertThat(done.text()).contains("speech/whisper-batch-", "must be deleted",
                        "maximum request size for shared resources is 1"));
        scene.withoutRefused();
        assertThat(look(scene, usual())).isEqualTo(new PlanStepOutcome.StepSuccessOutcome(""));
    }
}
