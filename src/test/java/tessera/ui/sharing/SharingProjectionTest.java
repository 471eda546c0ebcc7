package tessera.ui.sharing;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tessera.insight.Sample;
import tessera.insight.Sample.NodeBuilder;
import tessera.model.Problem;
import tessera.plan.context.SharingSetup;
import tessera.plan.context.SharingSetup.PluginKeeper;
import tessera.plan.context.SharingSetup.SharingConfigs;
import tessera.sharing.ConfigChoice;
import tessera.sharing.DeviceShares;
import tessera.sharing.PluginConfig;
import tessera.sharing.SharingStrategy;
import tessera.ui.kit.TableSort;

import static org.assertj.core.api.Assertions.assertThat;

/** The sharing screen says how each node shares, who says so, and whether it is so. */
class SharingProjectionTest {

    private static final String GPU = "nvidia.com/gpu";
    private static final String FOUR = PluginConfig
            .of(DeviceShares.ofGpus(SharingStrategy.TIME_SLICING, 4, false, true)).yaml();

    private final Sample sample = new Sample();

    private static NodeBuilder whole(String name) {
        return Sample.node(name).nvidia("NVIDIA-L40S", 8).has(GPU, 8).label(GPU + ".replicas", "1");
    }

    private static NodeBuilder shared(String name, long offered) {
        return Sample.node(name).nvidia("NVIDIA-L40S-SHARED", 8).has(GPU, offered).label(GPU + ".replicas", "4")
                .label(GPU + ".sharing-strategy", "time-slicing").label(ConfigChoice.LABEL, "four");
    }

    private static SharingSetup setup(Map<String, String> texts) {
        return new SharingSetup(new PluginKeeper(PluginKeeper.KeeperKind.OPERATOR, "cluster-policy", "1"),
                "gpu-operator", "mixed",
                SharingSetup.ConfigLocation.byOperator("configs", "whole"),
                Optional.of(SharingConfigs.of("configs", "1", texts)), List.of(), Optional.empty());
    }

    private SharingState state(SharingSources told) {
        return new SharingProjection().state(sample.fleet(), new SharingQuery("", TableSort.NONE, told));
    }

    private SharingState state(Map<String, String> texts) {
        return state(new SharingSources.SharingKnown(setup(texts)));
    }

    @Test
    void everyNodeSaysHowItSharesAndWhoToldIt() {
        sample.with(whole("a")).with(shared("b", 32)).pod("ml/train", "b", GPU, 3);
        var rows = state(Map.of("four", FOUR, "whole", "version: v1\n")).rows();

        assertThat(rows).extracting(SharingRow::strategy).containsExactly("whole", "time-slicing × 4");
        assertThat(rows).extracting(SharingRow::config).containsExactly("whole", "four");
        assertThat(rows).extracting(SharingRow::source).containsExactly("default", "label");
        assertThat(rows).extracting(SharingRow::offered).containsExactly(8L, 32L);
        assertThat(rows).extracting(SharingRow::heldWords).containsExactly("0", "3");
        assertThat(rows).extracting(SharingRow::standing).containsOnly("as configured");
    }

    @Test
    void aConfigurationNamesWhoTakesItAndWhatIsWrongWithIt() {
        sample.with(whole("a")).with(whole("c")).with(shared("b", 32));
        var configs = state(Map.of("four", FOUR, "odd", "version: v1\nsharing: {mqs: {}}\n", "whole", "version: v1\n"))
                .tellers().configs();

        assertThat(configs).extracting(SharingState.Config::name).containsExactly("four", "odd", "whole");
        assertThat(configs.getFirst().labelled()).containsExactly("b");
        assertThat(configs.get(1).document().flaws()).singleElement()
                .satisfies(flaw -> assertThat(flaw.path()).isEqualTo("sharing.mqs"));
        assertThat(configs.getLast().usual()).isTrue();
        assertThat(configs.getLast().others()).isEqualTo(2);
    }

    @Test
    void aNodeThatOffersSomethingElseThanItWasToldSaysWhatAndWhy() {
        sample.with(shared("b", 8));

        assertThat(state(Map.of("four", FOUR)).rows().getFirst().trouble())
                .contains("8 nvidia.com/gpu instead of 32", "have its pods start anew");
        assertThat(state(Map.of("four", FOUR)).rows().getFirst().standing()).isEqualTo("not taken up yet");
        var missing = state(Map.of("whole", "version: v1\n")).rows().getFirst();
        assertThat(missing.standing()).isEqualTo("no such configuration");
        assertThat(missing.trouble())
                .isEqualTo("there is no configuration four: the device plugin keeps restarting");
        var rejected = state(Map.of("four", "version: v2\n")).rows().getFirst();
        assertThat(rejected.standing()).isEqualTo("configuration rejected");
        assertThat(rejected.trouble()).startsWith("the device plugin rejects four");
    }

    @Test
    void whatIsNotReadYetOrMayNotBeReadIsNotGuessed() {
        sample.with(shared("b", 32));
        var loading = state(new SharingSources.SharingUnread());
        assertThat(loading.tellers().loading()).isTrue();
        assertThat(loading.rows().getFirst().config()).isEqualTo("–");
        assertThat(loading.rows().getFirst().strategy()).isEqualTo("time-slicing × 4");

        var why = Problem.of(Problem.ProblemKind.FORBIDDEN, "You may not");
        assertThat(state(new SharingSources.SharingUnreadable(why)).tellers().gap()).contains(why);
        assertThat(state(new SharingSources.SharingUnreadable(why)).rows().getFirst().standing()).isEqualTo("–");
    }

    @Test
    void aNodeThatDoesNotReportIsNotCalledAsToldAndNotWrong() {
        sample.with(shared("b", 8).ready("Unknown", "Kubelet stopped posting node status.")).pod("ml/a", "b", GPU, 2);
        var row = state(Map.of("four", FOUR)).rows().getFirst();

        assertThat(row.standing()).isEqualTo("–");
        assertThat(row.offered()).as("negative is a dash").isNegative();
        assertThat(row.heldWords()).as("nobody knows what goes on there").isEqualTo("–");
    }

    @Test
    void belowTheTableNodesAreCountedAsTheirRowsSayAndThoseNotListedAreNamed() {
        sample.with(whole("a")).with(shared("b", 32)).with(Sample.node("c").nvidia("NVIDIA-H100-80GB-HBM3", 1)
                .label("nvidia.com/mig.strategy", "mixed").has("nvidia.com/mig-1g.10gb", 7))
                .with(Sample.node("amd").has("amd.com/gpu", 8)).with(Sample.node("claims").nvidia("NVIDIA-L4", 2)
                        .label("nvidia.com/gpu.deploy.dra-driver", "true"));
        var state = state(Map.of("four", FOUR, "whole", "version: v1\n"));

        assertThat(state.rows()).extracting(SharingRow::strategy).containsExactly("whole", "time-slicing × 4",
                "MIG mixed");
        assertThat(state.sums()).startsWith("3 nodes   ·   1 MIG   ·   1 time-slicing   ·   1 whole")
                .endsWith("   ·   not listed: amd (AMD), claims (by claims)");
    }

    @Test
    void nodesOfOthersAreNoneOfItsBusiness() {
        sample.with(Sample.node("amd").has("amd.com/gpu", 8));

        assertThat(state(Map.of()).notice()).hasValueSatisfying(
                notice -> assertThat(notice.title()).isEqualTo("No node has a GPU of NVIDIA"));
    }
}
