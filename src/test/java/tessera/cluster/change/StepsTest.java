package tessera.cluster.change;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.cluster.wire.AccessMode;
import tessera.demo.SimulatedCluster.Options;
import tessera.demo.http.Fault;
import tessera.demo.http.Headers;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.Kind;
import tessera.plan.step.Access;
import tessera.plan.step.Attendant;
import tessera.plan.step.Expectation;
import tessera.plan.step.Outcome;
import tessera.plan.step.Step;
import tessera.plan.step.Step.Form;
import tessera.plan.step.StepExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Each step does to the cluster what its rehearsal said, and says what it could not. */
@Timeout(60)
class StepsTest extends ChangedCluster {

    private final List<String> heard = new ArrayList<>();
    private StepExecutor steps;

    @Override
    Options options() {
        return super.options().withSpeed(10);
    }

    @BeforeAll
    void takeItsSteps() {
        steps = console.session().changes().steps();
    }

    /** Stands by and gives up after some pauses. */
    private Attendant attendant(int pauses) {
        var left = new int[] {pauses};
        return new Attendant() {
            @Override
            public void hear(String words) {
                heard.add(words);
            }

            @Override
            public boolean pause(Duration time) {
                return left[0]-- > 0;
            }
        };
    }

    private Outcome execute(Step step) throws InterruptedException {
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
        var create = new Step.Create(map("created"), body("created", "a"));
        var rehearsal = steps.rehearse(create);

        assertThat(rehearsal.before()).isEmpty();
        assertThat(rehearsal.after()).contains("  key: a");
        assertThatThrownBy(() -> value("created")).isInstanceOf(Failure.class);
        assertThat(execute(create)).isInstanceOf(Outcome.Done.class);
        assertThat(value("created")).isEqualTo("a");
        assertThat(execute(create)).isInstanceOfSatisfying(Outcome.Failed.class,
                failed -> assertThat(failed.problem().kind()).isEqualTo(Kind.CONFLICT));
    }

    @Test
    void fieldsOfOthersAreNotTakenUnlessThatIsWanted() throws Exception {
        execute(new Step.Create(map("owned"), body("owned", "a")));
        var patch = new Step.Patch(map("owned"), "", Form.MERGE, "{\"data\":{\"key\":\"theirs\"}}",
                Map.of());
        assertThat(execute(patch)).isInstanceOf(Outcome.Done.class);
        var apply = new Step.Apply(map("owned"), body("owned", "mine"), false);

        var rehearsal = steps.rehearse(apply);
        assertThat(rehearsal.conflicts()).singleElement().asString().contains(".data.key");
        assertThat(rehearsal.after()).as("what it would be if they were taken").contains("key: mine");
        assertThat(execute(apply)).isInstanceOf(Outcome.Failed.class);
        assertThat(value("owned")).isEqualTo("theirs");

        assertThat(execute(new Step.Apply(map("owned"), body("owned", "mine"), true))).isInstanceOf(Outcome.Done.class);
        assertThat(value("owned")).isEqualTo("mine");
    }

    @Test
    void whatIsAppliedAndDoesNotExistYetIsCreated() throws Exception {
        var apply = new Step.Apply(map("applied"), body("applied", "a"), false);

        assertThat(steps.rehearse(apply).before()).isEmpty();
        assertThat(execute(apply)).isInstanceOf(Outcome.Done.class);
        assertThat(value("applied")).isEqualTo("a");
    }

    @Test
    void onlyTheVeryObjectThatWasMeantIsDeleted() throws Exception {
        execute(new Step.Create(map("deleted"), body("deleted", "a")));
        var uid = console.read("/api/v1/namespaces/default/configmaps/deleted").at("/metadata/uid").asText();

        assertThat(execute(new Step.Delete(map("deleted"), "another"))).isInstanceOfSatisfying(Outcome.Failed.class,
                failed -> assertThat(failed.problem().kind()).isEqualTo(Kind.CONFLICT));
        var delete = new Step.Delete(map("deleted"), uid);
        var rehearsal = steps.rehearse(delete);
        assertThat(rehearsal.before()).contains("key: a");
        assertThat(rehearsal.after()).isEmpty();
        assertThat(value("deleted")).isEqualTo("a");
        assertThat(execute(delete)).isInstanceOf(Outcome.Done.class);
        assertThat(execute(new Step.Await(map("deleted"), new Expectation.Gone(uid), Duration.ofSeconds(5))))
                .isInstanceOf(Outcome.Done.class);
    }

    @Test
    void whatTheClusterDoesNotShowInTimeIsNotCalledDone() throws Exception {
        var await = new Step.Await(ObjectRef.node("h100-01"),
                new Expectation.Shows("/status/allocatable/nvidia.com~1gpu", "32"), Duration.ZERO);

        assertThat(execute(await)).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.problem().kind()).isEqualTo(Kind.TIMEOUT);
            assertThat(failed.problem().detail()).isEqualTo("it is 8");
        });
        assertThat(heard).anyMatch(words -> words.endsWith("it is 8"));
        assertThat(steps.execute(new Step.Await(await.object(), await.expectation(), Duration.ofDays(1)), attendant(2)))
                .isInstanceOf(Outcome.GivenUp.class);
    }

    @Test
    void theSameAmountIsRecognisedHoweverTheServerWritesIt() throws Exception {
        execute(new Step.Create(map("amount"), body("amount", "2k")));

        assertThat(execute(new Step.Await(map("amount"), new Expectation.Shows("/data/key", "2000"), Duration.ZERO)))
                .isInstanceOf(Outcome.Done.class);
    }

    @Test
    void whoCannotLookDoesNotKnow() throws Exception {
        cluster.faults().order("GET /api/v1/nodes/gaudi-01", new Fault.Cut(0));
        var await = new Step.Await(ObjectRef.node("gaudi-01"), new Expectation.Gone("x"), Duration.ZERO);

        assertThat(execute(await)).isInstanceOf(Outcome.Unknown.class);
        cluster.faults().clear();
    }

    @Test
    void aServerThatFailsMayHaveDoneItAndOneThatIsTooBusyHasNot() throws Exception {
        var patch = new Step.Patch(ObjectRef.node("gaudi-01"), "", Form.MERGE,
                "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}",
                Map.of());
        cluster.faults().order("PATCH .*", Fault.answer(500, "application/json",
                "{\"kind\":\"Status\",\"code\":500,\"message\":\"etcdserver: request timed out\"}"), 1);
        assertThat(execute(patch)).isInstanceOf(Outcome.Unknown.class);
        cluster.faults().order("PATCH .*", Fault.tooManyRequests(Duration.ofSeconds(1)), 1);
        assertThat(execute(patch)).isInstanceOfSatisfying(Outcome.Failed.class,
                failed -> assertThat(failed.problem().kind()).isEqualTo(Kind.OVERLOADED));
    }

    @Test
    void aServerThatWantsToBeAskedAgainAtOnceIsNotAskedTwiceToChangeSomething() throws Exception {
        var label = new Step.Patch(ObjectRef.node("gaudi-01"), "", Form.MERGE,
                "{\"metadata\":{\"labels\":{\"asked\":\"twice\"}}}", Map.of());
        cluster.faults().order("PATCH .*", new Fault.Answer(503, Headers.of("Retry-After", "0"), "starting"), 1);

        assertThat(execute(label)).isInstanceOf(Outcome.Unknown.class);
        assertThat(console.node("gaudi-01").at("/metadata/labels/asked").isMissingNode()).isTrue();
    }

    @Test
    void onesRightsAreAskedForAsTheServerSeesThem() throws Exception {
        assertThat(steps.ask(Access.to("patch", ObjectRef.node("h100-01"), "")).allowed()).isTrue();
        try (var viewer = Console.open(cluster, folder, "nodeadmin", AccessMode.READ_WRITE)) {
            var asked = viewer.session().changes().steps();

            assertThat(asked.ask(Access.to("patch", ObjectRef.node("h100-01"), "")).allowed()).isTrue();
            assertThat(asked.ask(Access.to("create", ObjectRef.pod("default", "x"), "eviction")).allowed()).isFalse();
        }
    }
}
