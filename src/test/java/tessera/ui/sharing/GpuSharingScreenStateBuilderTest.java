package tessera.ui.sharing;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tessera.gpu.Sample;
import tessera.gpu.Sample.NodeBuilder;
import tessera.model.NodeDraDevices;
import tessera.model.Problem;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.context.DevicePluginSharingConfiguration.DevicePluginOwner;
import tessera.plan.context.DevicePluginSharingConfiguration.SharingConfigMap;
import tessera.sharing.DevicePluginConfig;
import tessera.sharing.DevicePluginConfigChoice;
import tessera.sharing.DeviceShareCounts;
import tessera.sharing.GpuSharingStrategy;
import tessera.ui.kit.TableSort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** The sharing screen says how each node shares, who says so, and whether it is so. */
class GpuSharingScreenStateBuilderTest {

    private static final String GPU = "nvidia.com/gpu";
    private static final String FOUR = DevicePluginConfig
            .sharingOnly(DeviceShareCounts.ofGpus(GpuSharingStrategy.TIME_SLICING, 4, false, true)).yaml();

    private final Sample sample = new Sample();

    private static NodeBuilder whole(String name) {
        return Sample.node(name).nvidia("NVIDIA-L40S", 8).has(GPU, 8).label(GPU + ".replicas", "1");
    }

    private static NodeBuilder shared(String name, long offered) {
        return Sample.node(name).nvidia("NVIDIA-L40S-SHARED", 8).has(GPU, offered).label(GPU + ".replicas", "4")
                .label(GPU + ".sharing-strategy", "time-slicing").label(DevicePluginConfigChoice.LABEL, "four");
    }

    private static DevicePluginSharingConfiguration setup(Map<String, String> texts) {
        return new DevicePluginSharingConfiguration(
                new DevicePluginOwner(DevicePluginOwner.DevicePluginOwnerKind.OPERATOR, "cluster-policy", "1"),
                "gpu-operator", "mixed",
                DevicePluginSharingConfiguration.SharingConfigLocation.byOperator("configs", "whole"),
                Optional.of(SharingConfigMap.of("configs", "1", texts)), List.of(), Optional.empty());
    }

    private GpuSharingScreenState state(GpuSharingConfigReadState readState) {
        return new GpuSharingScreenStateBuilder().project(sample.fleet(),
                new GpuSharingScreenInput("", TableSort.NONE, readState));
    }

    private GpuSharingScreenState state(Map<String, String> texts) {
        return state(new GpuSharingConfigReadState.SharingKnown(setup(texts)));
    }

    @Test
    void everyNodeSaysHowItSharesAndWhoToldIt() {
        sample.with(whole("a")).with(shared("b", 32)).pod("ml/train", "b", GPU, 3);
        var rows = state(Map.of("four", FOUR, "whole", "version: v1\n")).rows();

        assertThat(rows).extracting(NodeGpuSharingRow::strategyText).containsExactly("whole", "time-slicing × 4");
        assertThat(rows).extracting(NodeGpuSharingRow::configName).containsExactly("whole", "four");
        assertThat(rows).extracting(NodeGpuSharingRow::configSource).containsExactly("default", "label");
        assertThat(rows).extracting(NodeGpuSharingRow::offeredCount).containsExactly(8L, 32L);
        assertThat(rows).extracting(NodeGpuSharingRow::heldText).containsExactly("0", "3");
        assertThat(rows).extracting(NodeGpuSharingRow::statusText).containsOnly("as configured");
    }

    @Test
    void whatOtherPluginsShareIsNotComparedWithConfigurationsOfNvidias() {
        sample.with(Sample.node("card").has(GPU, 20).annotation("hami.io/node-nvidia-register",
                "GPU-a,10,46068,100,NVIDIA-NVIDIA L40S,0,true,0,hami-core:GPU-b,10,46068,100,NVIDIA-NVIDIA L40S,0,true,1,hami-core:"))
                .with(shared("google", 32));
        var nobody = new DevicePluginSharingConfiguration(
                new DevicePluginOwner(DevicePluginOwner.DevicePluginOwnerKind.NONE, "", ""), "", "",
                DevicePluginSharingConfiguration.SharingConfigLocation.byOperator("", ""), Optional.empty(), List.of(),
                Optional.empty());
        var plugin = state(Map.of("four", FOUR, "whole", "version: v1\n"));
        var foreign = state(new GpuSharingConfigReadState.SharingKnown(nobody));

        assertThat(plugin.rows()).extracting(NodeGpuSharingRow::strategyText, NodeGpuSharingRow::statusText)
                .containsExactly(tuple("HAMi × 10", "–"), tuple("time-slicing × 4", "as configured"));
        assertThat(plugin.totalsText()).isEqualTo("2 nodes   ·   1 time-slicing   ·   1 HAMi");
        assertThat(foreign.rows()).extracting(NodeGpuSharingRow::statusText).containsOnly("–");
    }

    @Test
    void gpusThatClaimsGiveAreGpusOfNvidiaAllTheSame() {
        sample.with(Sample.node("claimed").nvidia("NVIDIA-L4", 2).label("nvidia.com/gpu.deploy.dra-driver", "true"))
                .published("claimed", NodeDraDevices.UNREAD);

        assertThat(state(Map.of()).notice().orElseThrow().title())
                .isEqualTo("The NVIDIA device plugin advertises no GPU");
    }

    @Test
    void aConfigurationNamesWhoTakesItAndWhatIsWrongWithIt() {
        sample.with(whole("a")).with(whole("c")).with(shared("b", 32));
        var configs = state(Map.of("four", FOUR, "odd", "version: v1\nsharing: {mqs: {}}\n", "whole", "version: v1\n"))
                .setup().configs();

        assertThat(configs).extracting(GpuSharingScreenState.NamedSharingConfig::name).containsExactly("four", "odd",
                "whole");
        assertThat(configs.getFirst().labelledNodes()).containsExactly("b");
        assertThat(configs.get(1).document().problems()).singleElement()
                .satisfies(configProblem -> assertThat(configProblem.path()).isEqualTo("sharing.mqs"));
        assertThat(configs.getLast().isDefault()).isTrue();
        assertThat(configs.getLast().defaultNodeCount()).isEqualTo(2);
    }

    @Test
    void aNodeThatOffersSomethingElseThanItWasToldSaysWhatAndWhy() {
        sample.with(shared("b", 8));

        assertThat(state(Map.of("four", FOUR)).rows().getFirst().problemText())
                .contains("8 nvidia.com/gpu instead of 32", "restart the pods of the device plugin");
        assertThat(state(Map.of("four", FOUR)).rows().getFirst().statusText()).isEqualTo("not applied yet");
        var missing = state(Map.of("whole", "version: v1\n")).rows().getFirst();
        assertThat(missing.statusText()).isEqualTo("configuration missing");
        assertThat(missing.problemText())
                .isEqualTo("Configuration four does not exist. The device plugin keeps restarting.");
        var rejected = state(Map.of("four", "version: v2\n")).rows().getFirst();
        assertThat(rejected.statusText()).isEqualTo("configuration rejected");
        assertThat(rejected.problemText()).startsWith("The device plugin rejects four");
    }

    @Test
    void whatIsNotReadYetOrMayNotBeReadIsNotGuessed() {
        sample.with(shared("b", 32));
        var loading = state(new GpuSharingConfigReadState.SharingUnread());
        assertThat(loading.setup().loading()).isTrue();
        assertThat(loading.rows().getFirst().configName()).isEqualTo("–");
        assertThat(loading.rows().getFirst().strategyText()).isEqualTo("time-slicing × 4");

        var problem = Problem.of(Problem.OperationProblemKind.FORBIDDEN, "You may not");
        assertThat(state(new GpuSharingConfigReadState.SharingUnreadable(problem)).setup().problem()).contains(problem);
        assertThat(state(new GpuSharingConfigReadState.SharingUnreadable(problem)).rows().getFirst().statusText())
                .isEqualTo("–");
    }

    @Test
    void aNodeThatDoesNotReportIsNotCalledAsToldAndNotWrong() {
        sample.with(shared("b", 8).ready("Unknown", "Kubelet stopped posting node status.")).pod("ml/a", "b", GPU, 2);
        var row = state(Map.of("four", FOUR)).rows().getFirst();

        assertThat(row.statusText()).isEqualTo("–");
        assertThat(row.offeredCount()).as("negative is a dash").isNegative();
        assertThat(row.heldText()).as("nobody knows what goes on there").isEqualTo("–");
    }

    @Test
    void belowTheTableNodesAreCountedAsTheirRowsSayAndThoseNotListedAreNamed() {
        sample.with(whole("a")).with(shared("b", 32))
                .with(Sample.node("c").nvidia("NVIDIA-H100-80GB-HBM3", 1).label("nvidia.com/mig.strategy", "mixed")
                        .has("nvidia.com/mig-1g.10gb", 7))
                .with(Sample.node("amd").has("amd.com/gpu", 8))
                .with(Sample.node("claims").nvidia("NVIDIA-L4", 2).label("nvidia.com/gpu.deploy.dra-driver", "true"))
                .published("claims", NodeDraDevices.UNREAD);
        var state = state(Map.of("four", FOUR, "whole", "version: v1\n"));

        assertThat(state.rows()).extracting(NodeGpuSharingRow::strategyText).containsExactly("whole",
                "time-slicing × 4", "MIG mixed");
        assertThat(state.totalsText()).startsWith("3 nodes   ·   1 MIG   ·   1 time-slicing   ·   1 whole")
                .endsWith("   ·   not listed: amd (AMD), claims (by claims)");
    }

    @Test
    void nodesOfOthersAreNoneOfItsBusiness() {
        sample.with(Sample.node("amd").has("amd.com/gpu", 8));

        assertThat(state(Map.of()).notice())
                .hasValueSatisfying(notice -> assertThat(notice.title()).isEqualTo("No node has an NVIDIA GPU"));
    }
}
