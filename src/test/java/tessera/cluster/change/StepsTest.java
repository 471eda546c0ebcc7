package tessera.cluster.change;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.api.contract.MovableClock;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.RequiredPermission;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStep.ObjectPatchFormat;
import tessera.plan.step.PlanStepExecutor;
import tessera.plan.step.PlanStepOutcome;
import tessera.plan.step.RunningStepControl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Each step does to the cluster what its rehearsal said, and says what it could not. */
@Timeout(60)
class StepsTest extends ChangedCluster {

    private final List<String> heard = new ArrayList<>();
    private PlanStepExecutor steps;

    @Override
    SimulationOptions options() {
        return super.options().withSpeed(10);
    }

    @BeforeAll
    void takeItsSteps() {
        steps = console.session().changes().steps();
    }

    /** Stands by and gives up after some pauses. */
    private RunningStepControl attendant(int pauses) {
        var left = new int[] {pauses};
        return new RunningStepControl() {
            @Override
            public void onWaiting(String text) {
                heard.add(text);
            }

            @Override
            public boolean pause(Duration time) {
                return left[0]-- > 0;
            }
        };
    }

    private PlanStepOutcome execute(PlanStep step) throws InterruptedException {
        return steps.execute(step, attendant(1_000));
    }

    private static ObjectRef map(String name) {
        return new ObjectRef("v1", "ConfigMap", "configmaps", "default", name);
    }

    private static String body(String name, String value) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\"},\"data\":{\"key\":\"%s\"}}"
                .formatted(name, value);
    }

    private String value(String name) throws Exception {
        return console.read("/api/v1/namespaces/default/configmaps/" + name).at("/data/key").asText();
    }

    @Test
    void anObjectIsCreatedOnlyWhenItIsMeant() throws Exception {
        var create = new PlanStep.CreateObjectStep(map("created"), body("created", "a"));
        var rehearsal = steps.rehearse(create);

        assertThat(rehearsal.before()).isEmpty();
        assertThat(rehearsal.after()).contains("  key: a");
        assertThatThrownBy(() -> value("created")).isInstanceOf(ProblemException.class);
        assertThat(execute(create)).isInstanceOf(PlanStepOutcome.StepSuccessOutcome.class);
        assertThat(value("created")).isEqualTo("a");
        assertThat(execute(create)).isInstanceOfSatisfying(PlanStepOutcome.StepFailureOutcome.class,
                failed -> assertThat(failed.problem().kind()).isEqualTo(OperationProblemKind.CONFLICT));
    }

    /** Waits for the upgrades of drivers. */
    private static PlanStep.AwaitClusterStateStep upgrades() {
        return new PlanStep.AwaitClusterStateStep(
                new ObjectRef("nvidia.com/v1", "ClusterPolicy", "clusterpolicies", "", "cluster-policy"),
                new ExpectedClusterState.DriverUpgradeExpectation("gpu-operator", Set.of()), Duration.ofMinutes(5));
    }

    /** Makes a node without GPUs, so that the operator does not take its failure back. */
    private void createFailedNode(String name) throws Exception {
        console.create("/api/v1/nodes", """
                {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "%s",
                  "labels": {"nvidia.com/gpu-driver-upgrade-state": "upgrade-failed"}}}""".formatted(name));
    }

    @Test
    void aDriverUpgradeIsNotGivenUpAtFirstSightOfAFailure() throws Exception {
        createFailedNode("failed-now");
        try {
            assertThat(steps.execute(upgrades(), attendant(3)))
                    .isInstanceOf(PlanStepOutcome.StepAbandonedOutcome.class);
            assertThat(heard).anyMatch(text -> text.contains("failed-now failed"));
        } finally {
            console.delete("/api/v1/nodes/failed-now");
        }

    }

    @Test
    void aDriverUpgradeIsGivenUpOnceItsFailureHasLastedTwoMinutes() throws Exception {
        var begin = Instant.parse("2026-11-22T14:00:00Z");
        var clock = new MovableClock(begin);
        var timed = PlanClusterAccess.overRoute(console.session()::connection, () -> SessionAccessMode.READ_WRITE,
                clock, new ProcessEnvironment(Map.of(), folder, folder, folder)).steps();
        var standsBy = new RunningStepControl() {
            @Override
            public void onWaiting(String text) {
                heard.add(text);
            }

            @Override
            public boolean pause(Duration time) {
                clock.set(clock.instant().plusSeconds(20));
                return true;
            }
        };
        createFailedNode("failed-long");
        try {
            assertThat(timed.execute(upgrades(), standsBy)).isInstanceOfSatisfying(
                    PlanStepOutcome.StepFailureOutcome.class, failed -> assertThat(failed.problem().headline())
                            .startsWith("The driver upgrade failed on failed-long. "));
            assertThat(clock.instant()).isEqualTo(begin.plus(Duration.ofMinutes(2)));
        } finally {
            console.delete("/api/v1/nodes/failed-long");
        }
    }

    @Test
    void fieldsOfOthersAreNotTakenUnlessThatIsWanted() throws Exception {
        execute(new PlanStep.CreateObjectStep(map("owned"), body("owned", "a")));
        var patch = new PlanStep.PatchObjectStep(map("owned"), "", ObjectPatchFormat.MERGE,
                "{\"data\":{\"key\":\"theirs\"}}", Map.of());
        assertThat(execute(patch)).isInstanceOf(PlanStepOutcome.StepSuccessOutcome.class);
        var apply = new PlanStep.ApplyObjectStep(map("owned"), body("owned", "mine"), false);

        var rehearsal = steps.rehearse(apply);
        assertThat(rehearsal.conflicts()).singleElement().asString().contains(".data.key");
        assertThat(rehearsal.after()).as("what it would be if they were taken").contains("key: mine");
        assertThat(execute(apply)).isInstanceOf(PlanStepOutcome.StepFailureOutcome.class);
        assertThat(value("owned")).isEqualTo("theirs");

        assertThat(execute(new PlanStep.ApplyObjectStep(map("owned"), body("owned", "mine"), true)))
                .isInstanceOf(PlanStepOutcome.StepSuccessOutcome.class);
        assertThat(value("owned")).isEqualTo("mine");
    }

    @Test
    void whatIsAppliedAndDoesNotExistYetIsCreated() throws Exception {
        var apply = new PlanStep.ApplyObjectStep(map("applied"), body("applied", "a"), false);

        assertThat(steps.rehearse(apply).before()).isEmpty();
        assertThat(execute(apply)).isInstanceOf(PlanStepOutcome.StepSuccessOutcome.class);
        assertThat(value("applied")).isEqualTo("a");
    }

    @Test
    void onlyTheVeryObjectThatWasMeantIsDeleted() throws Exception {
        execute(new PlanStep.CreateObjectStep(map("deleted"), body("deleted", "a")));
        var uid = console.read("/api/v1/namespaces/default/configmaps/deleted").at("/metadata/uid").asText();

        assertThat(execute(new PlanStep.DeleteObjectStep(map("deleted"), "another"))).isInstanceOfSatisfying(
                PlanStepOutcome.StepFailureOutcome.class,
                failed -> assertThat(failed.problem().kind()).isEqualTo(OperationProblemKind.CONFLICT));
        var delete = new PlanStep.DeleteObjectStep(map("deleted"), uid);
        var rehearsal = steps.rehearse(delete);
        assertThat(rehearsal.before()).contains("key: a");
        assertThat(rehearsal.after()).isEmpty();
        assertThat(value("deleted")).isEqualTo("a");
        assertThat(execute(delete)).isInstanceOf(PlanStepOutcome.StepSuccessOutcome.class);
        assertThat(execute(new PlanStep.AwaitClusterStateStep(map("deleted"),
                new ExpectedClusterState.ObjectDeletionExpectation(uid), Duration.ofSeconds(5))))
                .isInstanceOf(PlanStepOutcome.StepSuccessOutcome.class);
    }

    @Test
    void whatTheClusterDoesNotShowInTimeIsNotCalledDone() throws Exception {
        var awaitClusterState = new PlanStep.AwaitClusterStateStep(ObjectRef.node("h100-01"),
                new ExpectedClusterState.FieldValueExpectation("/status/allocatable/nvidia.com~1gpu", "32"),
                Duration.ZERO);

        assertThat(execute(awaitClusterState)).isInstanceOfSatisfying(PlanStepOutcome.StepFailureOutcome.class,
                failed -> {
                    assertThat(failed.problem().kind()).isEqualTo(OperationProblemKind.TIMEOUT);
                    assertThat(failed.problem().detail()).isEqualTo("the field is 8");
                });
        assertThat(heard).anyMatch(text -> text.endsWith("the field is 8"));
        assertThat(steps.execute(new PlanStep.AwaitClusterStateStep(awaitClusterState.object(),
                awaitClusterState.expectation(), Duration.ofDays(1)), attendant(2)))
                .isInstanceOf(PlanStepOutcome.StepAbandonedOutcome.class);
    }

    @Test
    void theSameAmountIsRecognisedHoweverTheServerWritesIt() throws Exception {
        execute(new PlanStep.CreateObjectStep(map("amount"), body("amount", "2k")));

        assertThat(execute(new PlanStep.AwaitClusterStateStep(map("amount"),
                new ExpectedClusterState.FieldValueExpectation("/data/key", "2000"), Duration.ZERO)))
                .isInstanceOf(PlanStepOutcome.StepSuccessOutcome.class);
    }

    @Test
    void whoCannotLookDoesNotKnow() throws Exception {
        SimulatedHttpServerFaults.of(cluster).addFault("GET /api/v1/nodes/gaudi-01",
                new SimulatedHttpServerFault.TruncatedResponseFault(0));
        var awaitClusterState = new PlanStep.AwaitClusterStateStep(ObjectRef.node("gaudi-01"),
                new ExpectedClusterState.ObjectDeletionExpectation("x"), Duration.ZERO);

        assertThat(execute(awaitClusterState)).isInstanceOf(PlanStepOutcome.StepUnknownOutcome.class);
        SimulatedHttpServerFaults.of(cluster).clear();
    }

    @Test
    void aServerThatFailsMayHaveDoneItAndOneThatIsTooBusyHasNot() throws Exception {
        var patch = new PlanStep.PatchObjectStep(ObjectRef.node("gaudi-01"), "", ObjectPatchFormat.MERGE,
                "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}", Map.of());
        SimulatedHttpServerFaults.of(cluster).addFault("PATCH .*", SimulatedHttpServerFault.ofAnswer(500,
                "application/json", "{\"kind\":\"Status\",\"code\":500,\"message\":\"etcdserver: request timed out\"}"),
                1);
        assertThat(execute(patch)).isInstanceOf(PlanStepOutcome.StepUnknownOutcome.class);
        SimulatedHttpServerFaults.of(cluster).addFault("PATCH .*",
                SimulatedHttpServerFault.tooManyRequests(Duration.ofSeconds(1)), 1);
        assertThat(execute(patch)).isInstanceOfSatisfying(PlanStepOutcome.StepFailureOutcome.class,
                failed -> assertThat(failed.problem().kind()).isEqualTo(OperationProblemKind.OVERLOADED));
    }

    @Test
    void aServerThatWantsToBeAskedAgainAtOnceIsNotAskedTwiceToChangeSomething() throws Exception {
        var label = new PlanStep.PatchObjectStep(ObjectRef.node("gaudi-01"), "", ObjectPatchFormat.MERGE,
                "{\"metadata\":{\"labels\":{\"asked\":\"twice\"}}}", Map.of());
        SimulatedHttpServerFaults.of(cluster).addFault("PATCH .*", new SimulatedHttpServerFault.FixedResponseFault(503,
                HttpHeaderFields.of("Retry-After", "0"), "starting"), 1);

        assertThat(execute(label)).isInstanceOf(PlanStepOutcome.StepUnknownOutcome.class);
        assertThat(console.node("gaudi-01").at("/metadata/labels/asked").isMissingNode()).isTrue();
    }

    @Test
    void onesRightsAreAskedForAsTheServerSeesThem() throws Exception {
        assertThat(steps.checkAccess(RequiredPermission.forObject("patch", ObjectRef.node("h100-01"), "")).allowed())
                .isTrue();
        try (var viewer = Console.open(cluster, folder, "nodeadmin", SessionAccessMode.READ_WRITE)) {
            var executor = viewer.session().changes().steps();

            assertThat(executor.checkAccess(RequiredPermission.forObject("patch", ObjectRef.node("h100-01"), ""))
                    .allowed()).isTrue();
            assertThat(executor
                    .checkAccess(RequiredPermission.forObject("create", ObjectRef.pod("default", "x"), "eviction"))
                    .allowed()).isFalse();
        }
    }
}
