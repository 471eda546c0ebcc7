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
import tessera.cluster.exec.HttpContainerExecForwardClient;
import tessera.cluster.http.SessionAccessMode;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.demo.store.objects.SimulatedWriteOptions;
import tessera.gpu.ReportedMigPlacements;
import tessera.mig.MigLayout;
import tessera.mig.MigProductCatalog;
import tessera.mig.PlacedGpuInstance;
import tessera.model.NodeWithBoundPods;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

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
    private MigPlacementReader placementReader;

    @BeforeAll
    void open() throws Exception {
        cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withActivity(false));
        console = Console.open(cluster, folder);
        placementReader = new MigPlacementReader(console.session()::connection,
                new HttpContainerExecForwardClient(console.session()::connection, console.session().changes().steps()),
                Clock.systemUTC());
    }

    @AfterAll
    void close() {
        console.close();
        cluster.close();
    }

    private NodeWithBoundPods node(String name) {
        return console.session().snapshots().get().findNode(name).orElseThrow();
    }

    private static List<PlacedGpuInstance> on(ReportedMigPlacements reportedPlacements, int gpu) {
        return reportedPlacements.instances().stream().filter(each -> each.gpu() == gpu)
                .map(each -> new PlacedGpuInstance(each.profile(), each.placement())).toList();
    }

    @Test
    void theDriverIsAskedInAContainerThatSeesAllGpus() throws Exception {
        var reportedPlacements = placementReader.queryDriver(node(NODE));
        assertThat(placementReader.readKnown(NODE)).as("it is not asked again").isEqualTo(reportedPlacements);

        assertThat(reportedPlacements.source())
                .matches("nvidia-smi in gpu-operator/nvidia-(mig-manager|driver-daemonset)-\\w+");
        var product = MigProductCatalog.bundled().findByLabel("NVIDIA-H100-80GB-HBM3").orElseThrow();
        assertThat(new MigLayout(product, on(reportedPlacements, 0)).isLegal()).isTrue();
        assertThat(on(reportedPlacements, 0)).extracting(each -> each.profile().toString())
                .containsExactlyInAnyOrder("3g.40gb", "2g.20gb", "1g.10gb", "1g.10gb");
        assertThat(reportedPlacements.instances()).allSatisfy(each -> assertThat(each.id()).isPositive());
    }

    @Test
    void aNodeWithoutTheStackCannotBeAskedAndThatIsSaid() {
        var cpu = console.session().snapshots().get().nodes().stream()
                .filter(node -> node.pods().stream().noneMatch(pod -> pod.owner().name().startsWith("nvidia-")))
                .findFirst().orElseThrow();

        var problem = catchThrowableOfType(ProblemException.class, () -> placementReader.queryDriver(cpu)).problem();

        assertThat(problem.headline()).startsWith("No container on %s can run nvidia-smi".formatted(cpu.name()));
    }

    @Test
    void readOnlyModeRefusesToReachIntoAContainer() {
        console.session().enterMode(SessionAccessMode.READ_ONLY);
        try {
            var problem = catchThrowableOfType(ProblemException.class, () -> placementReader.queryDriver(node(NODE)))
                    .problem();

            assertThat(problem.kind()).isEqualTo(OperationProblemKind.READ_ONLY);
            assertThat(problem.remedy()).contains("Leave read-only mode");
        } finally {
            console.session().enterMode(SessionAccessMode.READ_WRITE);
        }
    }

    @Test
    void whatADriverForResourceAllocationPublishesIsReadWithoutAsking() throws Exception {
        assertThat(placementReader.readPublished(NODE)).isEqualTo(ReportedMigPlacements.NOTHING);

        var slices = cluster.storedObjects().catalog().get("resourceslices.resource.k8s.io");
        cluster.storedObjects().create(new SimulatedObjectWriteTarget(slices, "", "h100-06-gpu", ""),
                (ObjectNode) new ObjectMapper().readTree("""
                        {"apiVersion":"resource.k8s.io/v1","kind":"ResourceSlice","metadata":{"name":"h100-06-gpu"},
                         "spec":{"driver":"gpu.nvidia.com","nodeName":"h100-06",
                          "pool":{"name":"h100-06","generation":1,"resourceSliceCount":1},
                          "devices":[{"name":"gpu-2-mig-1g10gb-19-5","attributes":{"type":{"string":"mig"},
                           "profile":{"string":"1g.10gb"}},"capacity":{"memorySlice5":{"value":"1"}}}]}}"""),
                SimulatedWriteOptions.managedBy("test"));

        var reportedPlacements = placementReader.readPublished(NODE);
        assertThat(reportedPlacements.source()).isEqualTo("the ResourceSlices of gpu.nvidia.com");
        assertThat(on(reportedPlacements, 2)).extracting(PlacedGpuInstance::toString).containsExactly("1g.10gb at 5:1");
    }
}
