package tessera.plan.sharing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.Sample;
import tessera.gpu.Sample.NodeBuilder;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ClusterSnapshot;
import tessera.model.ControllerRef;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.context.DevicePluginSharingConfiguration.DevicePluginDaemonSet;
import tessera.plan.context.DevicePluginSharingConfiguration.DevicePluginOwner;
import tessera.plan.context.DevicePluginSharingConfiguration.SharingConfigLocation;
import tessera.plan.context.DevicePluginSharingConfiguration.SharingConfigMap;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.context.PodPlanningDetails;
import tessera.plan.intent.GpuSharingIntent;
import tessera.plan.intent.GpuSharingIntent.DefaultSharingConfig;
import tessera.plan.intent.GpuSharingIntent.SharingConfigAssignment;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.step.ExpectedClusterState.GpuSharingExpectation;
import tessera.plan.step.PlanStep;
import tessera.sharing.DevicePluginConfig;
import tessera.sharing.DevicePluginConfigChoice;
import tessera.sharing.DevicePluginConfigChoice.PluginConfigFallbackRule;
import tessera.sharing.DeviceShareCounts;
import tessera.sharing.GpuSharingStrategy;

import static org.assertj.core.api.Assertions.assertThat;

/** Before GPUs are shared otherwise, it is known in which order that goes, and what it brings to nodes and to pods. */
class GpuSharingPlannerTest {

    private static final String GPU = "nvidia.com/gpu";
    private static final String FOUR = text(GpuSharingStrategy.TIME_SLICING, 4, false);
    private static final Map<String, String> KNOWN = Map.of("whole", "version: v1\n", "shared-4", FOUR);

    private final List<NodeWithBoundPods> nodes = new ArrayList<>();
    private final List<PodSummary> waiting = new ArrayList<>();
    private final Map<String, List<PodPlanningDetails>> details = new HashMap<>();
    private DevicePluginSharingConfiguration setup = operator("device-plugin-config", "whole", KNOWN);

    private static String text(GpuSharingStrategy means, int replicas, boolean renamed) {
        return DevicePluginConfig.sharingOnly(DeviceShareCounts.ofGpus(means, replicas, renamed, true)).yaml();
    }

    private static DevicePluginSharingConfiguration operator(String map, String usual, Map<String, String> texts) {
        return new DevicePluginSharingConfiguration(
                new DevicePluginOwner(DevicePluginOwner.DevicePluginOwnerKind.OPERATOR, "cluster-policy", "5"),
                "gpu-operator", "mixed", SharingConfigLocation.byOperator(map, usual),
                map.isEmpty() ? Optional.empty() : Optional.of(SharingConfigMap.of(map, "9", texts)),
                List.of(new DevicePluginDaemonSet("gpu-operator", "plugin", "plugin", "3", true, ""),
                        new DevicePluginDaemonSet("gpu-operator", "discovery", "discovery", "3", false, "")),
                Optional.empty());
    }

    private static NodeBuilder l40s(String name) {
        return Sample.node(name).nvidia("NVIDIA-L40S", 8).has(GPU, 8).label(GPU + ".replicas", "1")
                .label(GPU + ".sharing-strategy", "none");
    }

    private static NodeBuilder shared(String name) {
        return Sample.node(name).nvidia("NVIDIA-L40S-SHARED", 8).has(GPU, 32).label(GPU + ".replicas", "4")
                .label(GPU + ".sharing-strategy", "time-slicing").label(DevicePluginConfigChoice.LABEL, "shared-4");
    }

    private GpuSharingPlannerTest with(NodeBuilder node, PodSummary... pods) {
        nodes.add(NodeWithBoundPods.of(node.facts(), List.of(pods)));
        return this;
    }

    private static PodSummary pod(String name, String node, long gpus) {
        return new PodSummary("ml", name, "uid-" + name, node, "", node.isEmpty() ? PodPhase.PENDING : PodPhase.RUNNING,
                "Running", "", "", ResourceAmounts.of(GPU, gpus), new ControllerRef("Deployment", name), Map.of(), 0,
                Instant.EPOCH, Instant.EPOCH, null, 1, 1, 0, List.of());
    }

    private void selects(String pod, String product) {
        List.of("", "a")
                .forEach(node -> details.computeIfAbsent(node, _ -> new ArrayList<>()).add(new PodPlanningDetails("ml",
                        pod, "uid-" + pod, Map.of(GPU + ".product", product), List.of(), List.of(), false)));
    }

    private ChangePlan plan(GpuSharingIntent intent) {
        var sample = new Sample().snapshot();
        var clusterSnapshot = new ClusterSnapshot(1, sample.at(), sample.connection(), sample.nodeHealth(),
                sample.podHealth(), sample.podScope(), nodes, waiting, Duration.ZERO);
        var objects = nodes
                .stream().map(node -> new PlanTargetNode(node.name(), node.nodeSummary().uid(), "7",
                        node.nodeSummary().labels(), List.of(), false, Map.of()))
                .collect(Collectors.toMap(PlanTargetNode::name, node -> node));
        var changes = NodeGpuSharingChangeSet.of(intent, clusterSnapshot, setup, objects);
        return GpuSharingPlanner.plan(intent, new GpuSharingPlannerInput(clusterSnapshot, AcceleratorCatalog.standard(),
                setup, Instant.EPOCH, objects, details, List.of(), Optional.empty()), changes);
    }

    private static List<String> words(ChangePlan plan) {
        return plan.steps().stream().map(step -> step.text()).toList();
    }

    private static GpuSharingIntent taking(String config, String... nodes) {
        return GpuSharingIntent.assignConfig(TargetNodeSelection.of(nodes), config);
    }

    private static GpuSharingIntent writing(String config, String text, String... nodes) {
        return GpuSharingIntent.writeConfig(config, text).and(taking(config, nodes));
    }

    private static String refusal(ChangePlan plan) {
        assertThat(plan.steps()).isEmpty();
        return plan.refusals().stream().map(problem -> problem.problemText() + " " + problem.remedy())
                .collect(Collectors.joining(" "));
    }

    @Test
    void gpusOfVirtualMachinesAreNotTheDevicePlugins() {
        var plan = with(l40s("a").label("nvidia.com/gpu.workload.config", "vm-passthrough"))
                .with(l40s("b").label("nvidia.com/gpu.deploy.vgpu-manager", "true")).plan(taking("shared-4", "a", "b"));

        assertThat(refusal(plan)).contains("a has no GPU that NVIDIA’s device plugin advertises",
                "The GPU operator assigns the GPUs of b to virtual machines");
    }

    @Test
    void aConfigurationThatIsThereTakesALabelAndNoRestart() {
        var plan = with(l40s("a")).with(l40s("b")).plan(taking("shared-4", "a"));

        assertThat(words(plan)).containsExactly("Label a: shared-4", "Wait until a advertises 32 nvidia.com/gpu");
        assertThat(plan.commands()).first()
                .isEqualTo("kubectl label node a nvidia.com/device-plugin.config=shared-4 --overwrite");
        assertThat(plan.effects().advertisedResources()).singleElement().satisfies(effect -> {
            assertThat(effect.gpus()).isEqualTo(8);
            assertThat(effect.before().resources()).containsExactly(Map.entry(GPU, 8L));
            assertThat(effect.after().resources()).containsExactly(Map.entry(GPU, 32L));
            assertThat(effect.text()).isEqualTo("No pod uses a GPU");
        });
        assertThat(plan.confirmationText()).isEmpty();
        assertThat(plan.steps().getFirst().undo()).contains(taking("", "a"));
    }

    @Test
    void aNewConfigurationIsWrittenFirstAndNoNodeIsToldOfItBeforeItsPluginCanKnow() {
        var plan = with(l40s("a")).plan(writing("new", text(GpuSharingStrategy.TIME_SLICING, 2, false), "a"));

        assertThat(words(plan)).containsExactly("Write new to ConfigMap device-plugin-config",
                "Restart the pods of plugin", "Restart the pods of discovery", "Wait until plugin on a has restarted",
                "Label a: new", "Wait until a advertises 16 nvidia.com/gpu");
        assertThat(plan.steps().getFirst().step()).isInstanceOfSatisfying(PlanStep.PatchObjectStep.class, patch -> {
            assertThat(patch.body()).contains("\"data\":{\"new\":").doesNotContain("shared-4");
            assertThat(patch.preconditions()).containsOnlyKeys("/data/new");
        });
        assertThat(plan.commands()).contains("kubectl rollout restart -n gpu-operator daemonset/plugin");
    }

    @Test
    void anEditedConfigurationHasPluginsStartAnewBecauseTheyDoNotWatchIt() {
        var plan = with(shared("a"))
                .plan(GpuSharingIntent.writeConfig("shared-4", text(GpuSharingStrategy.TIME_SLICING, 2, false)));

        assertThat(words(plan)).containsExactly("Write shared-4 to ConfigMap device-plugin-config",
                "Restart the pods of plugin", "Restart the pods of discovery",
                "Wait until a advertises 16 nvidia.com/gpu");
        assertThat(plan.steps().getFirst().undo()).contains(GpuSharingIntent.writeConfig("shared-4", FOUR));
    }

    @Test
    void aConfigurationThatNobodyTakesIsOnlyWritten() {
        assertThat(words(with(l40s("a")).plan(GpuSharingIntent.writeConfig("new", FOUR))))
                .containsExactly("Write new to ConfigMap device-plugin-config");
        assertThat(words(plan(GpuSharingIntent.writeConfig("shared-4", FOUR)))).isEmpty();
    }

    @Test
    void forAllNodesTheOperatorIsToldAndReplacesThePluginsItself() {
        setup = operator("", "", Map.of());
        var plan = with(l40s("a")).with(l40s("b")).plan(new GpuSharingIntent(Map.of("new", FOUR), Set.of(), List.of(),
                Optional.of(new DefaultSharingConfig(GpuSharingIntent.SAME_MAP, "new"))));

        assertThat(words(plan)).containsExactly("Write new to ConfigMap device-plugin-config",
                "Set the device plugin ConfigMap to device-plugin-config and the default configuration to new",
                "Wait until a advertises 32 nvidia.com/gpu", "Wait until b advertises 32 nvidia.com/gpu");
        assertThat(plan.steps().getFirst().step()).isInstanceOf(PlanStep.CreateObjectStep.class);
        assertThat(plan.steps().get(1).step()).isInstanceOfSatisfying(PlanStep.PatchObjectStep.class,
                patch -> assertThat(patch.body()).contains(
                        "\"devicePlugin\":{\"config\":{\"name\":\"device-plugin-config\",\"default\":\"new\"}}"));
        assertThat(plan.steps().get(1).undo()).contains(
                new GpuSharingIntent(Map.of(), Set.of(), List.of(), Optional.of(new DefaultSharingConfig("", ""))));
    }

    @Test
    void aNodeWhoseLabelGoesTakesTheDefaultAndKeepsWhatItsPodsHold() {
        var plan = with(shared("a"), pod("train", "a", 12)).plan(taking("", "a"));

        assertThat(words(plan)).containsExactly("Reset a to the cluster default",
                "Wait until a advertises 8 nvidia.com/gpu");
        assertThat(plan.effects().advertisedResources().getFirst().excess()).isEqualTo(4);
        assertThat(plan.effects().advertisedResources().getFirst().text()).isEqualTo(
                "1 running pod keeps its allocation. Until pods end, 4 more shares are allocated than the node "
                        + "advertises.");
        assertThat(plan.confirmationText()).as("what overcommits a node is typed").isEqualTo("whole");
    }

    @Test
    void podsThatSelectTheProductAreToldOfItsOtherName() {
        selects("train", "NVIDIA-L40S");
        selects("queued", "NVIDIA-L40S");
        waiting.add(pod("queued", "", 1));
        var effects = with(l40s("a"), pod("train", "a", 1)).plan(taking("shared-4", "a")).effects();

        assertThat(effects.podsWithFate(PodFate.STRANDED)).singleElement().satisfies(pod -> assertThat(pod.text())
                .isEqualTo("Selects nvidia.com/gpu.product=NVIDIA-L40S, but the node will have NVIDIA-L40S-SHARED"));
        assertThat(effects.podsWithFate(PodFate.SHUT_OUT)).singleElement()
                .satisfies(pod -> assertThat(pod.pod().name()).isEqualTo("queued"));
        assertThat(effects.leavingPods()).isEmpty();
        waiting.clear();
        assertThat(with(l40s("b")).plan(taking("shared-4", "a")).effects().podsWithFate(PodFate.SHUT_OUT))
                .as("another node is still called so").isEmpty();
    }

    @Test
    void podsThatAskForMoreThanOneShareOrForANameThatGoesCouldNotComeBack() {
        with(l40s("a"), pod("two", "a", 2), pod("one", "a", 1));

        assertThat(plan(taking("shared-4", "a")).effects().podsWithFate(PodFate.STRANDED)).singleElement()
                .satisfies(pod -> assertThat(pod.text()).contains("UnexpectedAdmissionError"));
        assertThat(plan(writing("renamed", text(GpuSharingStrategy.TIME_SLICING, 4, true), "a")).effects()
                .podsWithFate(PodFate.STRANDED))
                .hasSize(2)
                .allSatisfy(pod -> assertThat(pod.text()).isEqualTo(
                        "Requests nvidia.com/gpu, which the node will no longer advertise (it will advertise "
                                + "nvidia.com/gpu.shared)"));
    }

    @Test
    void devicesThatAreWithheldNowNeedNotComeBackForTheChangeToCountAsDone() {
        var plan = with(l40s("a").has(GPU, 8, 7)).plan(taking("shared-4", "a"));

        assertThat(plan.steps().getLast().step()).isInstanceOfSatisfying(PlanStep.AwaitClusterStateStep.class,
                wait -> assertThat(((GpuSharingExpectation) wait.expectation()).amountsByResource()).containsEntry(GPU,
                        new GpuSharingExpectation.ExpectedAdvertisedAmount(32, 28)));
    }

    @Test
    void labelsThatAnOlderFeatureDiscoveryDoesNotWriteAreNotWaitedFor() {
        var plan = with(Sample.node("a").nvidia("NVIDIA-L40S", 8).has(GPU, 8)).plan(taking("shared-4", "a"));

        assertThat(plan.steps().getLast().step()).isInstanceOfSatisfying(PlanStep.AwaitClusterStateStep.class,
                wait -> assertThat(((GpuSharingExpectation) wait.expectation()).labels())
                        .containsExactly(Map.entry(GPU + ".product", "NVIDIA-L40S-SHARED")));
    }

    @Test
    void mpsIsToldToTakeTheGpusForItselfAndIsRefusedWhereItCannotWork() {
        var mps = text(GpuSharingStrategy.MPS, 10, false);
        var plan = with(l40s("a"), pod("train", "a", 1)).plan(writing("mps-10", mps, "a"));
        assertThat(plan.warningTexts()).anyMatch(text -> text.startsWith("MPS uses its GPUs exclusively"));
        assertThat(plan.confirmationText()).isEqualTo("mps-10");
        nodes.clear();
        var end = with(l40s("a").has(GPU, 80).label(GPU + ".replicas", "10").label(GPU + ".sharing-strategy", "mps"),
                pod("train", "a", 1)).plan(taking("whole", "a"));
        assertThat(end.effects().advertisedResources()).singleElement().satisfies(effect -> assertThat(effect.text())
                .isEqualTo("The MPS daemon stops, which ends the work of 1 pod on the node"));
        assertThat(end.confirmationText()).isEqualTo("whole");
        nodes.clear();

        with(Sample.node("mig").nvidia("NVIDIA-A100-SXM4-40GB", 8).has("nvidia.com/mig-1g.5gb", 14)
                .label("nvidia.com/mig-1g.5gb.count", "14"));
        assertThat(refusal(plan(writing("mps-10", mps, "mig")))).contains("mig cannot use mps-10");
    }

    @Test
    void instancesThatAreSharedNobodyKnowsHowOftenAreToldAtMost() {
        var mig = "nvidia.com/mig-1g.5gb";
        var two = DevicePluginConfig.sharingOnly(
                new DeviceShareCounts(GpuSharingStrategy.TIME_SLICING, true, true, new TreeMap<>(Map.of(mig, 2))))
                .yaml();
        with(Sample.node("mig").nvidia("NVIDIA-A100-SXM4-40GB", 8).has(mig, 0).has(mig + ".shared", 56));

        var plan = plan(writing("two", two, "mig"));

        assertThat(plan.warningTexts()).noneMatch(text -> text.contains("none of it is shared"))
                .contains(new SharingWarning.UnknownMigReplicas("mig").text());
        assertThat(plan.steps().getLast().step()).isInstanceOfSatisfying(PlanStep.AwaitClusterStateStep.class,
                wait -> assertThat(((GpuSharingExpectation) wait.expectation()).amountsByResource())
                        .as("what is not known is not waited for").doesNotContainKey(mig + ".shared"));
    }

    @Test
    void limitsOfMpsClientsThatStayUntilTheDaemonStartsAnewAreTold() {
        setup = operator("device-plugin-config", "", Map.of("mps-4", text(GpuSharingStrategy.MPS, 4, false)));
        with(l40s("a").has(GPU, 32).label(GPU + ".sharing-strategy", "mps").label(DevicePluginConfigChoice.LABEL,
                "mps-4"));

        assertThat(plan(GpuSharingIntent.writeConfig("mps-4", text(GpuSharingStrategy.MPS, 8, false))).warningTexts())
                .anyMatch(text -> text.startsWith("On a, the limits of MPS clients change only when"));
        assertThat(plan(GpuSharingIntent.writeConfig("mps-4", text(GpuSharingStrategy.TIME_SLICING, 8, false)))
                .warningTexts()).noneMatch(text -> text.contains("limits of MPS"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"shraed-4|Configuration “shraed-4” does not exist",
        "bad|The device plugin would reject bad"})
    void whatWouldEndThePluginIsRefused(String config, String text) {
        var sharingIntent = config.equals("bad") ? writing(config, "version: v2\n", "a") : taking(config, "a");

        assertThat(refusal(with(l40s("a")).plan(sharingIntent))).contains(text);
    }

    @Test
    void aConfigurationThatNodesTakeIsNotRemoved() {
        with(shared("a"));

        assertThat(refusal(plan(new GpuSharingIntent(Map.of(), Set.of("shared-4"), List.of(), Optional.empty()))))
                .contains("Nodes use the configuration “shared-4”");
        assertThat(words(plan(new GpuSharingIntent(Map.of(), Set.of("shared-4"),
                List.of(new SharingConfigAssignment(TargetNodeSelection.of("a"), "whole")), Optional.empty()))))
                .endsWith("Remove shared-4 from ConfigMap device-plugin-config");
    }

    @Test
    void aPluginWithoutAnOperatorIsToldByLabelsOnly() {
        setup = standalone(SharingConfigLocation.SUPPOSED, true);
        with(l40s("a"));

        assertThat(words(plan(taking("shared-4", "a")))).first().isEqualTo("Label a: shared-4");
        assertThat(refusal(plan(new GpuSharingIntent(Map.of(), Set.of(), List.of(),
                Optional.of(new DefaultSharingConfig(GpuSharingIntent.SAME_MAP, "shared-4"))))))
                .contains("--set config.default=shared-4");
        setup = DevicePluginSharingConfiguration.NONE;
        assertThat(refusal(plan(taking("shared-4", "a")))).as("its GPUs are offered all the same").contains(
                "No device plugin is visible in the cluster. The device plugin may be part of the node image.");
        nodes.clear();
        with(Sample.node("a").nvidia("NVIDIA-L40S", 8));
        assertThat(refusal(plan(taking("shared-4", "a")))).contains("No NVIDIA device plugin was found");
    }

    @Test
    void howAPluginOfItsOwnChoosesWithoutALabelIsAssumedAloudOrKnown() {
        setup = standalone(SharingConfigLocation.SUPPOSED, true);
        with(shared("a"));
        assertThat(plan(taking("whole", "a")).warningTexts()).anyMatch(text -> text.contains("assumes named, single."));

        setup = standalone(List.of(PluginConfigFallbackRule.NAMED), false);
        assertThat(plan(taking("whole", "a")).warningTexts()).noneMatch(text -> text.contains("assumes"));
        assertThat(refusal(plan(taking("", "a")))).contains(
                "No configuration is selected for a, so its device plugin would keep restarting Label the node "
                        + "with a");
        setup = standalone(List.of(PluginConfigFallbackRule.NAMED, PluginConfigFallbackRule.EMPTY), false);
        assertThat(plan(taking("", "a")).refusals()).isEmpty();
    }

    private DevicePluginSharingConfiguration standalone(List<PluginConfigFallbackRule> fallbacks, boolean assumed) {
        return new DevicePluginSharingConfiguration(
                new DevicePluginOwner(DevicePluginOwner.DevicePluginOwnerKind.STANDALONE, "", ""), "kube-system", "",
                new SharingConfigLocation("configs", "", fallbacks, assumed),
                Optional.of(SharingConfigMap.of("configs", "1", KNOWN)), setup.sets(), Optional.empty());
    }

    @Test
    void whatCountsForNothingIsToldBeforeItIsWritten() {
        var plan = with(l40s("a")).plan(GpuSharingIntent.writeConfig("odd", """
                version: v1
                flags: {migStrategy: single}
                sharing: {timeSlicing: {resources: [{name: gpu, replicas: 2, renameByDefault: true}]}}
                """));

        assertThat(plan.warningTexts()).anyMatch(text -> text.contains("belongs one level up"))
                .anyMatch(text -> text.contains("the operator sets mixed for all plugins"));
    }

    @Test
    void aWishIsSaidAsTheCommandLineTakesIt() {
        var sharingIntent = writing("new", "version: v1\n", "a", "b").and(taking("", "c"));

        assertThat(sharingIntent.summaryText())
                .isEqualTo("Share GPUs of a, b: new; Reset GPU sharing of c to the default");
        assertThat(sharingIntent.commandLine())
                .isEqualTo("tessera plan share a=new b=new c- --write='new=version: v1\n'");
        assertThat(
                new GpuSharingIntent(Map.of(), Set.of("old"), List.of(), Optional.of(new DefaultSharingConfig("", "")))
                        .commandLine())
                .isEqualTo("tessera plan share --forget=old --config-map='' --default-config=''");
    }
}
