package tessera.ui.quota;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.model.ClaimDeviceRequest;
import tessera.model.ClusterDraObjects;
import tessera.model.ClusterSnapshot;
import tessera.model.ControllerRef;
import tessera.model.DeviceClass;
import tessera.model.DeviceSubRequest;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ResourceClaim;
import tessera.model.ServerVersion;
import tessera.model.SnapshotCollectionHealth;
import tessera.quota.NamespaceQuotasAndLimits;
import tessera.quota.QuotaKey;
import tessera.quota.QuotaOverview;
import tessera.quota.ResourceQuotaKeyUsage;
import tessera.quota.ResourceQuotaSummary;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.TableSort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

/** What has to be seen to comes first, and a screen without quotas says why it is without. */
class QuotaScreenStateBuilderTest {

    private static final String GPU = "nvidia.com/gpu";

    private final Sample cluster = new Sample().with(Sample.node("a").nvidia("NVIDIA-L4", 8).has(GPU, 8));

    private static NamespaceQuotasAndLimits bound(String namespace, int used, int hard) {
        var limit = Integer.toString(hard);
        return new NamespaceQuotasAndLimits(namespace,
                List.of(new ResourceQuotaSummary(namespace, "team",
                        List.of(new ResourceQuotaKeyUsage(new QuotaKey("requests." + GPU), limit,
                                Optional.of(Integer.toString(used)), Optional.of(limit))),
                        "", List.of())),
                List.of(), Optional.empty(), Optional.empty());
    }

    /** The server takes what is asked of limits of devices, and counts none. */
    private static NamespaceQuotasAndLimits useless(String namespace) {
        return new NamespaceQuotasAndLimits(
                namespace, List
                        .of(new ResourceQuotaSummary(namespace, "team",
                                List.of(new ResourceQuotaKeyUsage(new QuotaKey("limits." + GPU), "4", Optional.empty(),
                                        Optional.of("4"))),
                                "", List.of())),
                List.of(), Optional.empty(), Optional.empty());
    }

    private QuotaScreenState state(Optional<Problem> partial, NamespaceQuotasAndLimits... namespaces) {
        var quotas = new QuotaOverview(List.of(namespaces), partial, Optional.empty(), List.of(), Optional.empty());
        return state(cluster.snapshot(), TableSort.NONE, quotas);
    }

    private static QuotaScreenState state(ClusterSnapshot snapshot, TableSort sort, QuotaOverview quotas) {
        return new QuotaScreenStateBuilder(AcceleratorCatalog.standard()).project(
                new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(snapshot), new QuotaScreenInput("",
                        sort, "", new QuotaReadState.KnownQuotas(quotas, Instant.EPOCH, Optional.empty())));
    }

    /** What is said of a cluster where pods have a claim of a class, which is of the devices of a driver. */
    private String emptyText(String deviceClass, String driver) {
        var live = new SnapshotCollectionHealth.LiveCollection();
        var request = new DeviceSubRequest("r", deviceClass, List.of(), false, 1, false, List.of(), Map.of());
        var plain = cluster.snapshot();
        return state(
                new ClusterSnapshot(plain.number(), plain.at(), plain.connection(), plain.nodeHealth(),
                        plain.podHealth(), plain.podScope(), plain.nodes(), plain.unbound(), plain.clockSkew(),
                        new ClusterDraObjects("resource.k8s.io/v1", ServerVersion.UNKNOWN,
                                new ClusterDraObjects.DraCollectionsHealth(live, live, live, live), List.of(),
                                List.of(new DeviceClass(deviceClass, null,
                                        List.of("device.driver == '%s'".formatted(driver)), "")),
                                List.of(new ResourceClaim("ml", "devices", null, false, ControllerRef.NONE, false,
                                        List.of(new ClaimDeviceRequest("r", List.of(request))), List.of(), null,
                                        List.of())),
                                List.of(), Map.of())),
                TableSort.NONE,
                new QuotaOverview(List.of(), Optional.empty(), Optional.empty(), List.of(), Optional.empty())).notice()
                .orElseThrow().text();
    }

    @Test
    void whatIsUsedUpComesFirstAndIsToldWhateverTheFilter() {
        cluster.pod("free/any", "a", GPU, 1);

        var state = state(Optional.empty(), bound("art", 1, 8), bound("math", 9, 4), bound("physics", 2, 2));

        assertThat(state.rows()).extracting(QuotaRow::owner).containsExactly("math", "physics", "art", "free");
        assertThat(state.exhausted().stream().map(QuotaRow::exhaustedText).flatMap(Optional::stream)).containsExactly(
                "nvidia.com/gpu: 9 used, but quota team allows 4, so new pods are rejected",
                "nvidia.com/gpu: 2 of 2 used, the limit of quota team");
        assertThat(state.rows().getFirst().shortStatusText()).as("as much as a cell has room for")
                .isEqualTo("over its limit");
    }

    @Test
    void whatIsFullComesBeforeWhatHasNoEffectAndThatBeforeWhatHasRoom() {
        assertThat(state(Optional.empty(), useless("art"), bound("chemistry", 1, 8), bound("math", 2, 2)).rows())
                .extracting(QuotaRow::owner, QuotaRow::shortStatusText)
                .containsExactly(tuple("math", "full"), tuple("art", "has no effect"), tuple("chemistry", "room"));
    }

    @Test
    void whoSeesNoNodesCanBoundWhatPodsWantAllTheSame() {
        cluster.waiting("art/any", "amd.com/gpu", 1, null);

        assertThat(QuotaAmountFields.offeredResources(cluster.snapshot(), AcceleratorCatalog.standard()))
                .containsExactly(GPU);
        assertThat(QuotaAmountFields.offeredResources(cluster.withoutNodes().snapshot(), AcceleratorCatalog.standard()))
                .containsExactlyInAnyOrder(GPU, "amd.com/gpu");
    }

    @Test
    void thatPodsClaimGpusIsNotDenied() {
        assertThat(state(Optional.empty()).notice().orElseThrow().text()).startsWith("No pod requests GPUs.");
        cluster.with(Sample.node("h200").nvidia("NVIDIA-H200", 8)).claiming("ml/train", "h200", "devices");

        assertThat(emptyText("fast", "gpu.nvidia.com")).startsWith("Pods request GPUs through ResourceClaims.");
        assertThat(emptyText("nic", "dra.net")).as("a network card is none").startsWith("New team…");
        assertThat(state(Optional.empty()).notice().orElseThrow().text()).as("claims that are not read")
                .startsWith("New team…");
    }

    @Test
    void fractionsCountWhereRowsAreOrderedByWhatIsUsed() {
        var kai = Map.of("kai.scheduler/queue", "q");
        cluster.pod("whole/one", "a", GPU, 1).pod("half/one", "a", "cpu", 1, kai).noted("gpu-fraction", "0.5")
                .pod("more/one", "a", "cpu", 1, kai).noted("gpu-fraction", "0.7");
        var quotas = new QuotaOverview(
                Stream.of("whole", "half", "more")
                        .map(name -> new NamespaceQuotasAndLimits(name, List.of(), List.of(), Optional.empty(),
                                Optional.empty()))
                        .toList(),
                Optional.empty(), Optional.empty(), List.of(), Optional.empty());

        assertThat(state(cluster.snapshot(), new TableSort("used", true), quotas).rows())
                .extracting(QuotaRow::owner, QuotaRow::usedText)
                .containsExactly(tuple("whole", "1"), tuple("more", "0.7"), tuple("half", "0.5"));
    }

    @Test
    void whoMayNotReadQuotasIsToldThatAndNotThatThereAreNone() {
        var closed = Problem.of(OperationProblemKind.FORBIDDEN, "You may not list resourcequotas in the whole cluster");

        assertThat(Stream.of(state(Optional.of(closed)), state(Optional.empty())).map(QuotaScreenState::notice)
                .map(Optional::orElseThrow)).extracting(EmptyScreenNotice::kind, EmptyScreenNotice::title)
                .containsExactly(
                        tuple(EmptyScreenNotice.NoDataReason.FORBIDDEN,
                                "You may not list resourcequotas in the whole cluster"),
                        tuple(EmptyScreenNotice.NoDataReason.EMPTY, "No quota limits GPUs"));
        assertThat(state(Optional.of(closed), bound("art", 1, 8)).notice()).as("what could be read is shown").isEmpty();
    }
}
