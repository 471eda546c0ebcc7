package tessera.cluster.change;

import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.cluster.ClusterConnection;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.kubeconfig.Environment;
import tessera.cluster.kubeconfig.Kubeconfig;
import tessera.cluster.object.HttpObjects;
import tessera.cluster.wire.AccessMode;
import tessera.insight.Accelerators;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.Problem.Kind;
import tessera.model.Snapshot;
import tessera.plan.PlanRunner;
import tessera.plan.Receipt;
import tessera.plan.Receipt.Ending;
import tessera.plan.draft.PodEffect.Fate;
import tessera.plan.intent.EditObject;
import tessera.plan.intent.WorkloadIntent;
import tessera.plan.intent.WorkloadIntent.DeletePod;
import tessera.plan.intent.WorkloadIntent.EvictPod;
import tessera.plan.intent.WorkloadIntent.Restart;
import tessera.plan.intent.WorkloadIntent.Resume;
import tessera.plan.intent.WorkloadIntent.Scale;
import tessera.plan.intent.WorkloadIntent.Suspend;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.journal.Journal;

import static org.assertj.core.api.Assertions.assertThat;

/** Pods and what makes them are changed through the pipeline, and the cluster shows it before it counts as done. */
@Timeout(180)
class WorkloadChangesTest extends ChangedCluster {

    private static final String PROMPT_CACHE = "/apis/apps/v1/namespaces/serving/deployments/prompt-cache";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static Stream<PodFacts> pods(Snapshot snapshot) {
        return Stream.concat(snapshot.nodes().stream().flatMap(node -> node.pods().stream()),
                snapshot.unbound().stream());
    }

    private PodFacts pod(Predicate<PodFacts> such) throws InterruptedException {
        return pods(console.until(snapshot -> pods(snapshot).anyMatch(such))).filter(such).findFirst().orElseThrow();
    }

    private static ObjectRef ref(PodFacts pod) {
        return ObjectRef.pod(pod.namespace(), pod.name());
    }

    private static Predicate<PodFacts> running(String namespace, String start) {
        return pod -> pod.namespace().equals(namespace) && pod.name().startsWith(start)
                && pod.status().equals("Running") && pod.ready() == pod.total() && pod.deleting() == null;
    }

    private void done(Receipt receipt) {
        assertThat(receipt.ending()).as(receipt.problems().toString()).isEqualTo(Ending.DONE);
    }

    @Test
    void aPodIsDeletedAndItsOwnerMakesAnother() throws Exception {
        var pod = pod(running("speech", "whisper-stream-"));
        var preview = console.runner().preview(new DeletePod(ref(pod), null, false, PATIENCE));

        assertThat(preview.reasons()).isEmpty();
        assertThat(preview.plan().commands()).containsExactly("kubectl delete pod " + pod.name() + " -n speech");
        assertThat(preview.effects().pods()).singleElement().satisfies(effect -> {
            assertThat(effect.fate()).isEqualTo(Fate.ENDED);
            assertThat(effect.words()).contains("ReplicaSet whisper-stream-",
                    "creates another, for the Deployment whisper-stream");
        });
        assertThat(preview.plan().warnings()).anyMatch(words -> words.startsWith("It works on 1 GPU"));
        done(console.runner().apply(preview).receipt());
        console.until(snapshot -> pods(snapshot).noneMatch(other -> other.uid().equals(pod.uid())));
    }

    @Test
    void aPodThatWaitsIsEvicted() throws Exception {
        var pod = pod(waiting -> waiting.namespace().equals("research") && waiting.waitsForNode()
                && waiting.owner().exists());
        var receipt = console.change(new EvictPod(ref(pod), null, PATIENCE));
        done(receipt);
        assertThat(receipt.undo()).isEmpty();
    }

    @Test
    void aRolloutThatANodeHoldsUpSaysWhichAndWhyAlsoInTheReceipt() throws Exception {
        var plugins = new ObjectRef("apps/v1", "DaemonSet", "daemonsets", "gpu-operator",
                "nvidia-device-plugin-daemonset");
        var run = console.runner().apply(console.runner().preview(new Restart(plugins, PATIENCE)));
        Console.await(run, state -> state.steps().getLast().words().contains("t4-03: the node is not ready")
                && state.steps().getLast().words().contains("l40s-04: "));
        run.cancel();
        var receipt = run.receipt();
        assertThat(receipt.ending()).isEqualTo(Ending.CANCELLED);
        assertThat(receipt.steps().getLast().words()).contains("pods are", "t4-03: the node is not ready",
                "l40s-04: ");
    }

    @Test
    void byForceIsWarnedOfAndHasToBeTyped() throws Exception {
        var pod = pod(running("notebooks", "jupyter-"));
        var preview = console.runner().preview(new DeletePod(ref(pod), null, true, PATIENCE));
        assertThat(preview.plan().confirm()).isEqualTo(pod.name());
        assertThat(preview.plan().warnings()).first().asString().startsWith("By force it is taken out");
        assertThat(preview.plan().commands().getFirst()).endsWith("--grace-period=0 --force");
    }

    @Test
    void aDeploymentIsScaledAndScaledBack() throws Exception {
        var object = WorkloadKind.DEPLOYMENT.in("serving", "embed");
        int before = console.read("/apis/apps/v1/namespaces/serving/deployments/embed").at("/spec/replicas").asInt();
        var receipt = console.change(new Scale(object, before - 1, PATIENCE));
        done(receipt);
        assertThat(receipt.leaves()).containsExactly("embed has %d replicas".formatted(before - 1));
        assertThat(receipt.undo()).contains(new Scale(object, before, PATIENCE));
        done(console.change(receipt.undo().orElseThrow()));
        assertThat(console.read("/apis/apps/v1/namespaces/serving/deployments/embed").at("/status/readyReplicas")
                .asInt()).isEqualTo(before);
        assertThat(console.runner().preview(new Scale(object, before, PATIENCE)).nothingToDo()).isTrue();
    }

    @Test
    void aDeploymentWhoseRolloutIsPausedIsScaledAllTheSame() throws Exception {
        var object = WorkloadKind.DEPLOYMENT.in("serving", "prompt-cache");
        var before = console.session().inspection().yaml(object, false);
        var paused = before.replaceFirst("(?m)^  template:$",
                "  paused: true\n  template:").replace("terminationGracePeriodSeconds: 30",
                        "terminationGracePeriodSeconds: 7");
        var preview = console.runner().preview(new EditObject(object, before, paused));
        assertThat(preview.plan().warnings())
                .containsExactly("It is paused: its pods are replaced only once its rollout is resumed");
        done(console.runner().apply(preview).receipt());

        int replicas = console.read(PROMPT_CACHE).at("/spec/replicas").asInt();
        done(console.change(new Scale(object, replicas + 1, PATIENCE)));
        assertThat(console.read(PROMPT_CACHE).at("/status/readyReplicas").asInt()).isEqualTo(replicas + 1);
    }

    @Test
    void aDeploymentIsRestartedAndAllOfItsPodsAreNew() throws Exception {
        var owner = "gateway";
        var former = pods(console.session().snapshots().get()).filter(running("serving", owner + "-"))
                .map(PodFacts::uid).toList();
        assertThat(former).isNotEmpty();
        var preview = console.runner().preview(new Restart(WorkloadKind.DEPLOYMENT.in("serving", owner), PATIENCE));
        assertThat(preview.changes()).singleElement()
                .satisfies(change -> assertThat(change.diff()).contains("kubectl.kubernetes.io/restartedAt"));
        assertThat(preview.plan().commands())
                .containsExactly("kubectl rollout restart deployment/gateway -n serving");
        done(console.runner().apply(preview).receipt());
        console.until(snapshot -> pods(snapshot).map(PodFacts::uid).noneMatch(former::contains));
    }

    @Test
    void aJobIsSuspendedAndResumed() throws Exception {
        var pod = pod(running("ml-platform", "hpo-sweep-"));
        var job = WorkloadKind.JOB.in("ml-platform", pod.owner().name());
        var preview = console.runner().preview(new Suspend(job, PATIENCE));
        assertThat(preview.effects().of(Fate.ENDED)).isNotEmpty();
        assertThat(preview.plan().warnings()).anyMatch(words -> words.startsWith("Frees "));
        var receipt = console.runner().apply(preview).receipt();
        done(receipt);
        assertThat(receipt.undo()).contains(new Resume(job, PATIENCE));
        assertThat(console.runner().preview(new Suspend(job, PATIENCE)).nothingToDo()).isTrue();
        done(console.change(receipt.undo().orElseThrow()));
    }

    @Test
    void anObjectIsEditedAndWhatAColleagueChangedMeanwhileIsNotOverwritten() throws Exception {
        var object = WorkloadKind.DEPLOYMENT.in("serving", "prompt-cache");
        var before = console.session().inspection().yaml(object, false);
        var after = before.replaceFirst("(?m)^  annotations:$", "  annotations:\n    note: mine");
        assertThat(after).isNotEqualTo(before);
        var preview = console.runner().preview(new EditObject(object, before, after));
        assertThat(preview.changes()).singleElement()
                .satisfies(change -> assertThat(change.diff()).contains("+    note: mine"));
        var receipt = console.runner().apply(preview).receipt();
        done(receipt);

        var late = console.runner().preview(new EditObject(object, before, after.replace("mine", "theirs")));
        assertThat(late.reasons()).singleElement().satisfies(why -> {
            assertThat(why.kind()).isEqualTo(Kind.CONFLICT);
            assertThat(why.headline())
                    .contains("was changed meanwhile: metadata.annotations.note is otherwise by now, as ",
                            " wrote it at ");
        });
        var forced = console.runner()
                .preview(new EditObject(object, before, after.replace("mine", "ours"), /* force= */ true));
        assertThat(forced.plan().warnings())
                .contains("What others changed meanwhile in the same places is overwritten");
        assertThat(forced.changes()).singleElement()
                .satisfies(change -> assertThat(change.diff()).contains("-    note: mine", "+    note: ours"));
        done(console.runner().apply(forced).receipt());
        done(console.change(new EditObject(object, before, after, /* force= */ true)));
        done(console.change(receipt.undo().orElseThrow()));
        assertThat(console.session().inspection().yaml(object, false)).doesNotContain("note: mine");
    }

    @Test
    void whatIsNotThereOrMakesNoSenseIsRefused() throws Exception {
        for (var intent : List.<WorkloadIntent>of(new DeletePod(ObjectRef.pod("ci", "nobody"), null, false, PATIENCE),
                new Restart(WorkloadKind.DEPLOYMENT.in("ci", "nothing"), PATIENCE))) {
            var preview = console.runner().preview(intent);
            assertThat(preview.refused()).isTrue();
            assertThat(preview.reasons().getFirst().kind()).isEqualTo(Kind.NOT_FOUND);
        }
        var pod = pod(running("ml-platform", "hpo-sweep-"));
        var job = WorkloadKind.JOB.in("ml-platform", pod.owner().name());
        assertThat(console.runner().preview(new Restart(job, PATIENCE)).reasons().getFirst().headline())
                .isEqualTo("A Job is not restarted: its pods run once");
    }

    @Test
    void whoMayNotIsToldWhatIsMissingAndNothingIsSent() throws Exception {
        var pod = pod(running("serving", "llm-serve-"));
        var file = Files.writeString(folder.resolve("viewer.kubeconfig"), cluster.kubeconfig("viewer"));
        var context = Kubeconfig.load(new Environment(Map.of(), folder, folder, file)).contexts().getFirst();
        try (var viewer = ClusterConnection.open(context, Contexts.terms(), () -> AccessMode.READ_WRITE)) {
            var changes = Changes.over(() -> viewer, () -> AccessMode.READ_WRITE, Clock.systemUTC(),
                    Contexts.terms().environment());
            var runner = new PlanRunner(new PlanRunner.Means(changes.steps(), changes.lookups(),
                    new HttpObjects(() -> viewer),
                    console.session().snapshots()::get, Accelerators.standard()),
                    new Journal(folder.resolve("viewer.jsonl")), new PlanRunner.Cluster("demo", "https://demo"),
                    Clock.systemUTC());
            var preview = runner.preview(new DeletePod(ref(pod), null, false, PATIENCE));
            assertThat(preview.reasons()).singleElement().satisfies(reason -> assertThat(reason.headline())
                    .isEqualTo("You may not delete pods in the namespace “serving”"));
        }
        assertThat(pods(console.session().snapshots().get()).map(PodFacts::uid)).contains(pod.uid());
    }
}
