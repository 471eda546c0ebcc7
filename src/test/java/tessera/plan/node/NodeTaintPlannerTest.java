package tessera.plan.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.kube.scheduling.Taint;
import tessera.kube.scheduling.Toleration;
import tessera.model.Problem;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.context.PlanTargetNode.NodeTaint;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.NodeChangeIntent.ChangeLabelsIntent;
import tessera.plan.intent.NodeChangeIntent.ChangeTaintsIntent;
import tessera.plan.intent.TaintKey;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.step.PlanStep;

import static org.assertj.core.api.Assertions.assertThat;

/** Taints and labels become as wanted, the others stay, and who is hit by a taint is named. */
class NodeTaintPlannerTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Taint GPU = new Taint("nvidia.com/gpu", "present", "NoSchedule");
    private static final Taint OUT = new Taint("maintenance", "", "NoExecute");

    private static ChangeTaintsIntent set(Taint... taints) {
        return new ChangeTaintsIntent(TargetNodeSelection.of("a"), List.of(taints), List.of());
    }

    private static PlanEffects effects(Scene scene, Taint... taints) {
        return NodeTaintPlanner.plan(set(taints), scene.survey()).effects();
    }

    private static Toleration tolerance(String key, String operator, String value, String effect) {
        return new Toleration(key, operator, value, effect, null);
    }

    /** The node as a merge patch of a plan makes it. */
    private static PlanTargetNode applied(PlanTargetNode node, ChangePlan plan) throws Exception {
        if (plan.steps().isEmpty()) {
            return node;
        }
        var patch = (PlanStep.PatchObjectStep) plan.steps().getFirst().step();
        var body = JSON.readTree(patch.body());
        var taints = new ArrayList<>(node.taints());
        if (body.path("spec").has("taints")) {
            taints.clear();
            for (JsonNode taint : body.path("spec").path("taints")) {
                taints.add(new NodeTaint(new Taint(taint.path("key").asText(), taint.path("value").asText(""),
                        taint.path("effect").asText()), taint.path("timeAdded").asText("")));
            }
        }
        var labels = new HashMap<>(node.labels());
        body.path("metadata").path("labels").properties().forEach(entry -> {
            if (entry.getValue().isNull()) {
                labels.remove(entry.getKey());
            } else {
                labels.put(entry.getKey(), entry.getValue().asText());
            }
        });
        return new PlanTargetNode(node.name(), node.uid(), "8", labels, taints, node.unschedulable(), node.capacity());
    }

    private static ChangePlan plan(NodeChangeIntent intent, PlanTargetNode node) {
        var input = new Scene().node(node).survey();
        return switch (intent) {
            case ChangeTaintsIntent taints -> NodeTaintPlanner.plan(taints, input);
            case ChangeLabelsIntent labels -> NodeLabelPlanner.plan(labels, input);
            default -> throw new IllegalArgumentException(intent.verb());
        };
    }

    @RepeatedTest(200)
    void whateverIsChangedTheUndoMakesItAsItWas(RepetitionInfo repetition) throws Exception {
        var random = new Random(repetition.getCurrentRepetition());
        var node = new PlanTargetNode("a", "uid", "7", labels(random), taints(random, "2026-01-01T00:00:00Z"), false,
                Map.of());
        var wanted = taints(random, "").stream().map(NodeTaint::taint).toList();
        var gone = taints(random, "").stream().map(taint -> TaintKey.of(taint.taint()))
                .filter(key -> wanted.stream().noneMatch(key::matches)).toList();
        var set = labels(random);
        var remove = new TreeSet<>(labels(random).keySet());
        remove.removeAll(set.keySet());
        for (var intent : List.of(new ChangeTaintsIntent(TargetNodeSelection.of("a"), wanted, gone),
                new ChangeLabelsIntent(TargetNodeSelection.of("a"), set, remove))) {
            var plan = plan(intent, node);
            var changed = applied(node, plan);

            assertThat(plan(intent, changed).steps()).as("a second time there is nothing to do").isEmpty();
            assertThat(Set.copyOf(words(changed)).containsAll(wanted) || intent instanceof ChangeLabelsIntent).isTrue();
            var undo = plan.steps().isEmpty() ? Collections.<NodeChangeIntent>emptyList()
                    : List.of(plan.steps().getFirst().undo().orElseThrow());
            var back = undo.isEmpty() ? changed : applied(changed, plan((NodeChangeIntent) undo.getFirst(), changed));
            assertThat(Set.copyOf(words(back))).isEqualTo(Set.copyOf(words(node)));
            assertThat(back.labels()).isEqualTo(node.labels());
        }
    }

    private static List<Taint> words(PlanTargetNode node) {
        return node.taints().stream().map(NodeTaint::taint).toList();
    }

    private static Map<String, String> labels(Random random) {
        var labels = new HashMap<String, String>();
        for (int i = random.nextInt(4); i > 0; i--) {
            labels.put("key" + random.nextInt(4), "value" + random.nextInt(2));
        }
        return labels;
    }

    private static List<NodeTaint> taints(Random random, String timeAdded) {
        var taints = new HashMap<TaintKey, NodeTaint>();
        for (int i = random.nextInt(4); i > 0; i--) {
            var taint = new Taint("key" + random.nextInt(3), random.nextBoolean() ? "" : "v" + random.nextInt(2),
                    random.nextBoolean() ? "NoSchedule" : "NoExecute");
            taints.put(TaintKey.of(taint), new NodeTaint(taint, timeAdded));
        }
        return List.copyOf(taints.values());
    }

    @Test
    void aTaintThatStaysKeepsItsTime() throws Exception {
        var node = new PlanTargetNode("a", "uid", "7", Map.of(), List.of(new NodeTaint(OUT, "2026-01-01T00:00:00Z")),
                false, Map.of());

        assertThat(applied(node, plan(set(GPU), node)).taints())
                .containsExactly(new NodeTaint(OUT, "2026-01-01T00:00:00Z"), new NodeTaint(GPU, ""));
    }

    @Test
    void aPatchHoldsForTheTaintsThatItWasPlannedFrom() {
        var plan = NodeTaintPlanner.plan(set(GPU), new Scene().node("a", OUT).survey());
        var patch = (PlanStep.PatchObjectStep) plan.steps().getFirst().step();

        assertThat(patch.preconditions())
                .isEqualTo(Map.of("/spec/taints", "[{\"key\":\"maintenance\",\"effect\":\"NoExecute\"}]"));
        assertThat(patch.body()).contains("\"resourceVersion\":\"7\"");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # key,            operator, value,   effect,            tolerates nvidia.com/gpu=present:NoSchedule
            nvidia.com/gpu,   Exists,   '',      '',                true
            nvidia.com/gpu,   Exists,   '',      NoSchedule,        true
            nvidia.com/gpu,   Exists,   '',      NoExecute,         false
            nvidia.com/gpu,   Equal,    present, NoSchedule,        true
            nvidia.com/gpu,   '',       present, '',                true
            nvidia.com/gpu,   Equal,    true,    NoSchedule,        false
            nvidia.com/gpu,   '',       '',      '',                false
            amd.com/gpu,      Exists,   '',      '',                false
            '',               Exists,   '',      '',                true
            '',               Exists,   '',      NoExecute,         false
            '',               Equal,    present, '',                false
            nvidia.com/gpu,   Gt,       1,       '',                false
            nvidia.com/gpu,   Lt,       1,       '',                false
            """)
    void aTolerationMatchesAsTheSchedulerSays(String key, String operator, String value, String effect,
            boolean tolerates) {
        assertThat(tolerance(key, operator, value, effect).toleratesTaint(GPU)).isEqualTo(tolerates);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # seconds of tolerations, what is said
            '',     Does not tolerate maintenance:NoExecute and is evicted at once
            0,      Does not tolerate maintenance:NoExecute and is evicted at once
            300,    Tolerates maintenance:NoExecute for 300 s and is then evicted
            '30 60',Tolerates maintenance:NoExecute for 30 s and is then evicted
            'ever', ''
            'ever 9', Tolerates maintenance:NoExecute for 9 s and is then evicted
            """)
    void aPodStaysAsLongAsItsShortestToleration(String seconds, String said) {
        var scene = new Scene().node("a");
        scene.pod("team/x", "a")
                .tolerates(seconds.isEmpty() ? new Toleration[0]
                        : Arrays.stream(seconds.split(" ", -1))
                                .map(word -> new Toleration("maintenance", "Exists", "", "", number(word)))
                                .toArray(Toleration[]::new));

        assertThat(effects(scene, OUT).podsWithFate(PodFate.STOPPED)).extracting(PodEffect::text)
                .isEqualTo(said.isEmpty() ? List.of() : List.of(said));
    }

    private static @Nullable Long number(String word) {
        return word.equals("ever") ? null : Long.valueOf(word);
    }

    @Test
    void aTaintThatOnlyPrefersHitsNobody() {
        var scene = new Scene().node("a");
        scene.pod("team/x", "a");
        scene.pod("gpu/plugin", "a").owner("DaemonSet", "nvidia-device-plugin-daemonset");
        scene.waiting("team/y");

        assertThat(effects(scene, new Taint("a", "", "PreferNoSchedule"))).isEqualTo(PlanEffects.NONE);
    }

    @ParameterizedTest
    @CsvSource({"a,b,Evict,“Evict” is not a taint effect", "a b,c,NoSchedule,“a b” is not a valid key",
        "a,b c,NoSchedule,“b c” is not a valid value for a"})
    void ofATaintThatCannotBeNothingIsForetold(String key, String value, String effect, String reason) {
        var scene = new Scene().node("a");
        scene.pod("team/x", "a");
        scene.waiting("team/y");

        var plan = NodeTaintPlanner.plan(set(new Taint(key, value, effect)), scene.survey());
        assertThat(plan.refusals()).extracting(Problem::headline).containsExactly(reason);
        assertThat(plan.effects()).isEqualTo(PlanEffects.NONE);
        assertThat(plan.steps()).isEmpty();
    }

    @Test
    void onlyAWaitingPodThatCouldHaveComeIsShutOut() {
        var scene = new Scene().node("a", new Taint("team", "x", "NoSchedule"));
        scene.waiting("team/kept-away-already");
        scene.waiting("team/elsewhere").selects("zone", "b").tolerates(tolerance("team", "Exists", "", ""));
        scene.waiting("team/tolerates-both").tolerates(tolerance("", "Exists", "", ""));
        scene.waiting("team/wants-more-than-it-has").tolerates(tolerance("team", "Exists", "", "")).gpus(16);
        scene.waiting("team/shut-out").selects("zone", "a").tolerates(tolerance("team", "Exists", "", "")).gpus(2);

        assertThat(effects(scene, GPU).podsWithFate(PodFate.SHUT_OUT)).singleElement().satisfies(effect -> {
            assertThat(effect.pod().name()).isEqualTo("shut-out");
            assertThat(effect.accelerators()).isEqualTo(2);
            assertThat(effect.text()).isEqualTo(
                    "Pending. Does not tolerate nvidia.com/gpu=present:NoSchedule and can no longer be scheduled to a.");
        });
    }

    @Test
    void ofDaemonSetsOnlyThoseOfTheGpuStackAreNamed() {
        var scene = new Scene().node("a");
        scene.pod("gpu/plugin", "a").owner("DaemonSet", "nvidia-device-plugin-daemonset");
        scene.pod("gpu/exporter", "a").owner("DaemonSet", "nvidia-dcgm-exporter")
                .tolerates(tolerance("nvidia.com/gpu", "Exists", "", "NoSchedule"));
        scene.pod("team/logs", "a").owner("DaemonSet", "logs");

        assertThat(effects(scene, GPU).daemonSets()).extracting(effect -> effect.name())
                .containsExactly("nvidia-device-plugin-daemonset");
        assertThat(effects(scene, new Taint("sku", "gpu", "NoSchedule")).daemonSets()).hasSize(2);
    }

    @Test
    void theTemplatesAreTaintsAndLabelsThatKubernetesAccepts() {
        var templates = CommonTaintsAndLabels.standard();

        assertThat(templates.taints()).hasSizeGreaterThan(4)
                .allSatisfy(template -> assertThat(LabelAndTaintValidator.taintProblem(template.taint())).isEmpty())
                .extracting(template -> template.taint().toString())
                .contains("nvidia.com/gpu=present:NoSchedule", "dedicated=gpu:NoSchedule");
        assertThat(templates.labels()).isNotEmpty()
                .allSatisfy(template -> assertThat(LabelAndTaintValidator.keyProblem(template.key())).isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"example.com/dongle,true", "nvidia.com/gpu,true", "dongle,false", "cpu,false", "kubernetes.io/x,false",
        "a.kubernetes.io/x,false", "requests.example.com/x,false", "example.com/,false", "Example.com/x,false"})
    void anExtendedResourceHasADomainOfOnesOwn(String name, boolean fine) {
        assertThat(LabelAndTaintValidator.extendedResourceProblem(name).isEmpty()).isEqualTo(fine);
    }

    @Test
    void aTaintIsReadAsItIsWritten() {
        for (var text : List.of("a=b:NoSchedule", "a:NoExecute", "example.com/a=b.c:NoSchedule")) {
            assertThat(Objects.requireNonNull(CommonTaintsAndLabels.parseTaint(text).orElse(null))).hasToString(text);
        }
        for (var text : List.of("", "a", "a=b", "=b:NoSchedule", ":NoSchedule", "a=b:c:NoSchedule")) {
            assertThat(CommonTaintsAndLabels.parseTaint(text)).as(text).isEmpty();
        }
    }

    /** A node with an operand for each gate, a pod at work, and one that chose it by its pool. */
    private static ChangePlan labelled(Map<String, String> set) {
        var labels = Map.of(GATE + "driver", "true", GATE + "device-plugin", "true", GATE + "dcgm-exporter", "true",
                "pool", "a", "nvidia.com/gpu.present", "true", "nvidia.com/mig.capable", "true");
        var scene = new Scene().node(new PlanTargetNode("a", "uid", "7", labels, List.of(), false, Map.of()));
        for (var part : List.of("driver", "device-plugin", "dcgm-exporter")) {
            scene.pod("gpu-operator/" + part, "a").owner("DaemonSet", part).selects(GATE + part, "true");
        }
        scene.pod("team/work", "a").gpus(2);
        scene.pod("team/pooled", "a").selects("pool", "a");
        return NodeLabelPlanner.plan(new ChangeLabelsIntent(TargetNodeSelection.of("a"), set, Set.of()),
                scene.survey());
    }

    private static final String GATE = "nvidia.com/gpu.deploy.";

    @ParameterizedTest
    @CsvSource({"nvidia.com/gpu.deploy.operands=false,driver device-plugin dcgm-exporter,work,a",
        "nvidia.com/gpu.deploy.driver=false,driver,work,a",
        "nvidia.com/gpu.deploy.device-plugin=paused-for-mig-change,device-plugin,work,a",
        "nvidia.com/gpu.deploy.dcgm-exporter=false,dcgm-exporter,'',''", "nvidia.com/gpu.deploy.driver=true,'','',''",
        "pool=b,'',pooled,''", "tier=gold,'','',''"})
    void whatALabelTakesOffANodeIsNamed(String label, String ended, String stranded, String typed) {
        var parts = label.split("=", -1);
        var plan = labelled(Map.of(parts[0], parts[1]));
        assertThat(plan.effects().podsWithFate(PodFate.ENDED)).extracting(effect -> effect.pod().name())
                .containsExactlyInAnyOrder(ended.isEmpty() ? new String[0] : ended.split(" ", -1));
        assertThat(plan.effects().podsWithFate(PodFate.STRANDED)).extracting(effect -> effect.pod().name())
                .containsExactlyInAnyOrder(stranded.isEmpty() ? new String[0] : stranded.split(" ", -1));
        assertThat(plan.confirmationText()).isEqualTo(typed);
        assertThat(plan.withStrandedGuard().confirmationText()).as("whoever strands a running pod says so")
                .isEqualTo(stranded.isEmpty() ? "" : "a");
        assertThat(plan.warningTexts().contains(
                "a no longer advertises its GPUs. New GPU pods cannot be scheduled there. 1 pod keeps its GPUs until it ends."))
                .isEqualTo(!typed.isEmpty());
        assertThat(plan.warningTexts()).noneMatch(text -> text.contains("Feature discovery"));
        assertThat(plan.refusals()).isEmpty();
    }

    @Test
    void theLabelForVirtualMachinesIsNotSaidToBeRevertedAsItIsThePeoples() {
        assertThat(labelled(Map.of("nvidia.com/gpu.workload.config", "vm-passthrough")).warningTexts()).singleElement()
                .asString().contains("between containers and virtual machines").doesNotContain("may revert");
    }

    @ParameterizedTest
    @CsvSource({"nvidia.com/device-plugin.config,nosuch,tessera plan share a=nosuch",
        "nvidia.com/mig.config,all-1g.10gb,tessera plan mig a --config=all-1g.10gb"})
    void whatHasAWayOfItsOwnIsSentThere(String key, String value, String command) {
        assertThat(labelled(Map.of(key, value)).refusals()).singleElement().satisfies(problem -> {
            assertThat(problem.headline()).contains("team/work");
            assertThat(problem.remedy()).contains(command);
        });
    }
}
