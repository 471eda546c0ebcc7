package tessera.cluster.mig;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.change.Console;
import tessera.cluster.exec.HttpContainers;
import tessera.cluster.http.AccessMode;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.store.objects.WriteOptions;
import tessera.demo.store.objects.WriteTarget;
import tessera.insight.ReportedPlacements;
import tessera.mig.MigLayout;
import tessera.mig.MigProducts;
import tessera.mig.PlacedInstance;
import tessera.model.Failure;
import tessera.model.NodeInfo;
import tessera.model.Problem.ProblemKind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Where MIG instances lie is learnt through the API server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class HttpPlacesTest {

    private static final String NODE = "h100-06";

    @TempDir
    private static Path folder;
    @SuppressWarnings("NullAway.Init")
    private SimulatedCluster cluster;
    @SuppressWarnings("NullAway.Init")
    private Console console;
    @SuppressWarnings("NullAway.Init")
    private HttpPlaces places;

    @BeforeAll
    void open() throws Exception {
        cluster = SimulatedCluster.start(SimulationOptions.usual().withLife(false));
        console = Console.open(cluster, folder);
        places = new HttpPlaces(console.session()::connection,
                new HttpContainers(console.session()::connection, console.session().changes().steps()),
                Clock.systemUTC());
    }

    @AfterAll
    void close() {
        console.close();
        cluster.close();
    }

    private NodeInfo node(String name) {
        return console.session().snapshots().get().node(name).orElseThrow();
    }

    private static List<PlacedInstance> on(ReportedPlacements told, int gpu) {
        return told.instances().stream().filter(each -> each.gpu() == gpu)
                .map(each -> new PlacedInstance(each.profile(), each.placement())).toList();
    }

    @Test
    void theDriverIsAskedInAContainerThatSeesAllGpus() throws Exception {
        var told = places.asked(node(NODE));
        assertThat(places.known(NODE)).as("it is not asked again").isEqualTo(told);

        assertThat(told.teller()).matches("nvidia-smi in gpu-operator/nvidia-(mig-manager|driver-daemonset)-\\w+");
        var product = MigProducts.bundled().byLabel("NVIDIA-H100-80GB-HBM3").orElseThrow();
        assertThat(new MigLayout(product, on(told, 0)).legal()).isTrue();
        assertThat(on(told, 0)).extracting(each -> each.profile().toString())
                .containsExactlyInAnyOrder("3g.40gb", "2g.20gb", "1g.10gb", "1g.10gb");
        assertThat(told.instances()).allSatisfy(each -> assertThat(each.id()).isPositive());
    }

    @Test
    void aNodeWithoutTheStackCannotBeAskedAndThatIsSaid() {
        var cpu = console.session().snapshots().get().nodes().stream()
                .filter(node -> node.pods().stream().noneMatch(pod -> pod.owner().name().startsWith("nvidia-")))
                .findFirst().orElseThrow();

        var why = catchThrowableOfType(Failure.class, () -> places.asked(cpu)).problem();

        assertThat(why.headline()).isEqualTo("No container of %s can be asked".formatted(cpu.name()));
    }

    @Test
    void readOnlyModeRefusesToReachIntoAContainer() {
        console.session().enter(AccessMode.READ_ONLY);
        try {
            var why = catchThrowableOfType(Failure.class, () -> places.asked(node(NODE))).problem();

            assertThat(why.kind()).isEqualTo(ProblemKind.READ_ONLY);
            assertThat(why.remedy()).contains("Leave read-only mode");
        } finally {
            console.session().enter(AccessMode.READ_WRITE);
        }
    }

    @Test
    void whatADriverForResourceAllocationPublishesIsReadWithoutAsking() throws Exception {
        assertThat(places.published(NODE)).isEqualTo(ReportedPlacements.NOTHING);

        var slices = cluster.objects().catalog().get("resourceslices.resource.k8s.io");
        cluster.objects().create(new WriteTarget(slices, "", "h100-06-gpu", ""),
                (ObjectNode) new ObjectMapper().readTree("""
                        {"apiVersion":"resource.k8s.io/v1","kind":"ResourceSlice","metadata":{"name":"h100-06-gpu"},
                         "spec":{"driver":"gpu.nvidia.com","nodeName":"h100-06",
                          "pool":{"name":"h100-06","generation":1,"resourceSliceCount":1},
                          "devices":[{"name":"gpu-2-mig-1g10gb-19-5","attributes":{"type":{"string":"mig"},
                           "profile":{"string":"1g.10gb"}},"capacity":{"memorySlice5":{"value":"1"}}}]}}"""),
                WriteOptions.by("test"));

        var told = places.published(NODE);
        assertThat(told.teller()).isEqualTo("the ResourceSlices of gpu.nvidia.com");
        assertThat(on(told, 2)).extracting(PlacedInstance::toString).containsExactly("1g.10gb at 5:1");
    }
}
