package tessera.app.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import tessera.app.report.GpuPodsReport.PodListScope;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.model.NodeDraDevices;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** What {@code tessera fleet} and {@code tessera pods} print. */
class ReportsTest {

    private static final String GPU = "nvidia.com/gpu";

    private static Sample sample() {
        return new Sample().with(node("h100-01").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8).label("pool", "train"))
                .with(node("l40s-04").nvidia("NVIDIA-L40S", 4)).pod("ml/a", "h100-01", GPU, 6)
                .waiting("ml/b", GPU, 4, "0/2 nodes are available: 2 Insufficient nvidia.com/gpu.");
    }

    private static String fleet(GpuFleet fleet, OutputFormat format) {
        return new NodeDevicesReport(fleet, labels -> true).print(format);
    }

    @Test
    void aTableForPeople() {
        assertThat(fleet(sample().fleet(), OutputFormat.TABLE)).isEqualTo(
                """
                        NODE      MODEL            RESOURCE         CAPACITY   ALLOCATABLE   ALLOCATED   FREE   PODS   STATE
                        h100-01   H100 SXM 80 GB   nvidia.com/gpu   8          8             6           2      1      Ready
                        l40s-04   L40S 48 GB       -                -          -             -           -      -      NotOffered
                        """);
    }

    @Test
    void jsonOfAVersionedShape() throws JsonProcessingException {
        var json = new ObjectMapper().readTree(fleet(sample().fleet(), OutputFormat.JSON));

        assertThat(json.path("apiVersion").asText()).isEqualTo("tessera/v1");
        assertThat(json.path("kind").asText()).isEqualTo("Fleet");
        assertThat(json.at("/nodes/0/name").asText()).isEqualTo("h100-01");
        assertThat(json.at("/nodes/0/resources/0").toString()).isEqualTo(""
                + "{\"resource\":\"nvidia.com/gpu\",\"draDriver\":null,\"source\":\"nvidia.com/gpu\",\"capacity\":8,\"allocatable\":8,\"unhealthy\":0,\"allocated\":6,\"allocatedBound\":\"exact\",\"free\":2,\"freeBound\":\"exact\",\"overcommitted\":0,\"pods\":1}");
    }

    @Test
    void jsonDoesNotCountGpusThatClaimsHandOut() throws JsonProcessingException {
        var claims = sample().with(node("a").nvidia("NVIDIA-L4", 2).label("nvidia.com/gpu.deploy.dra-driver", "true"))
                .published("a", NodeDraDevices.UNREAD);
        var json = new ObjectMapper().readTree(fleet(claims.fleet(), OutputFormat.JSON));

        assertThat(json.at("/nodes/0/sharing").asText()).isEqualTo("by claims");
        assertThat(json.at("/nodes/0/gpus").isNull()).as("nobody knows how many").isTrue();
        assertThat(json.at("/gpus/total").asLong()).isEqualTo(12);
    }

    @Test
    void jsonSaysWhichFiguresAreBounds() throws JsonProcessingException {
        var shared = sample().with(node("closed").nvidia("NVIDIA-L4", 4).label("nvidia.com/gpu.replicas", "4")
                .has("nvidia.com/gpu", 16).cordoned()).pod("ml/c", "closed", "nvidia.com/gpu", 3);
        var mapper = new ObjectMapper();

        assertThat(mapper.readTree(fleet(sample().fleet(), OutputFormat.JSON)).path("gpus").toString())
                .contains("\"outOfServiceBound\":\"exact\",\"allocatedBound\":\"exact\",\"freeBound\":\"exact\"");
        assertThat(mapper.readTree(fleet(shared.fleet(), OutputFormat.JSON)).path("gpus").toString())
                .contains("\"outOfServiceBound\":\"at-least\",\"allocatedBound\":\"at-most\",\"freeBound\":\"exact\"");
        assertThat(mapper.readTree(fleet(shared.seenIn("ml").fleet(), OutputFormat.JSON)).path("gpus").toString())
                .contains(
                        "\"outOfServiceBound\":\"at-most\",\"allocatedBound\":\"at-least\",\"freeBound\":\"at-most\"");
    }

    @Test
    void aSelectorNarrowsTheNodes() {
        var report = new NodeDevicesReport(sample().fleet(), labels -> "train".equals(labels.get("pool")))
                .print(OutputFormat.CSV);

        assertThat(report.lines()).hasSize(2).last().asString().startsWith("h100-01,H100 SXM 80 GB,nvidia.com/gpu,8");
    }

    @Test
    void whatIsNotKnownIsNeverZero() {
        var blind = sample().unseen().fleet();

        assertThat(fleet(blind, OutputFormat.TABLE)).contains("unknown");
        assertThat(fleet(blind, OutputFormat.JSON)).contains("\"allocated\" : null", "\"free\" : null",
                "\"freeBound\" : null");
    }

    @Test
    void whatMayBeTooSmallSaysSo() {
        var partly = sample().seenIn("ml").fleet();

        assertThat(fleet(partly, OutputFormat.TABLE)).containsPattern("≥6 +≤2 +≥1 ");
        assertThat(fleet(partly, OutputFormat.JSON)).contains("\"allocationComplete\" : false");
    }

    @Test
    void thatNoPodIsSeenIsNotThatThereIsNone() {
        var nobody = new GpuPodsReport(sample().seenIn("web").fleet(), AcceleratorCatalog.standard(),
                new PodListScope(false, false, ""), Sample.NOW);

        assertThat(nobody.print(OutputFormat.TABLE)).contains("among the pods that you are allowed to list");
        assertThat(nobody.print(OutputFormat.JSON)).contains("\"complete\" : false");
    }

    @Test
    void podsThatWaitComeFirstWithTheReason() {
        var report = new GpuPodsReport(sample().fleet(), AcceleratorCatalog.standard(),
                new PodListScope(false, false, ""), Sample.NOW);

        assertThat(report.print(OutputFormat.TABLE)).isEqualTo(
                """
                        NAMESPACE   POD   NODE      REQUESTS           OWNER   PHASE     REASON
                        ml          b     -         nvidia.com/gpu=4   -       Pending   Requests 4 GPUs on one node. The largest free block is 2.
                        ml          a     h100-01   nvidia.com/gpu=6   -       Running
                        """);
        assertThat(new GpuPodsReport(sample().fleet(), AcceleratorCatalog.standard(), new PodListScope(true, false, ""),
                Sample.NOW).print(OutputFormat.CSV).lines()).hasSize(2);
    }

    @Test
    void podsThatWaitForOtherDevicesAreCountedAndListedOnRequest() {
        var fleet = sample().waiting("net/mpi", "rdma/hca", 1, "0/1 nodes are available: 1 Insufficient rdma/hca.")
                .waiting("lab/sim", "vendor.example/fpga", 2, null).waiting("web/plain", "cpu", 64, null)
                .pod("lab/held", "h100-01", "vendor.example/fpga", 1).fleet();
        var report = new GpuPodsReport(fleet, AcceleratorCatalog.standard(), new PodListScope(true, false, ""),
                Sample.NOW);
        assertThat(report.otherDevicesText()).contains(
                "2 pods are Pending for devices that are not known accelerators: rdma/hca, vendor.example/fpga");
        assertThat(report.print(OutputFormat.CSV).lines()).hasSize(2);
        assertThat(report.print(OutputFormat.JSON)).contains("\"waitingForOtherDevices\" : 2");

        var all = new GpuPodsReport(fleet, AcceleratorCatalog.standard(), new PodListScope(true, true, ""), Sample.NOW);
        assertThat(all.print(OutputFormat.TABLE)).contains("rdma/hca=1", "vendor.example/fpga=2", "rdma/hca")
                .doesNotContain("plain", "held");
        assertThat(new GpuPodsReport(fleet, AcceleratorCatalog.standard(), new PodListScope(false, true, "lab"),
                Sample.NOW).print(OutputFormat.CSV).lines().skip(1)).hasSize(2);
        assertThat(new GpuPodsReport(sample().fleet(), AcceleratorCatalog.standard(), new PodListScope(true, false, ""),
                Sample.NOW).otherDevicesText()).isEmpty();
    }

    @Test
    void podsOfOneNamespaceAreThoseThatAreAskedFor() {
        var fleet = sample().pod("web/c", "h100-01", "nvidia.com/gpu", 1).fleet();

        assertThat(new GpuPodsReport(fleet, AcceleratorCatalog.standard(), new PodListScope(false, false, "web"),
                Sample.NOW).print(OutputFormat.CSV).lines().skip(1)).singleElement().asString().startsWith("web,c,");
        assertThat(new GpuPodsReport(fleet, AcceleratorCatalog.standard(), new PodListScope(true, false, "web"),
                Sample.NOW).print(OutputFormat.TABLE)).isEqualTo("No pending GPU pods found in the namespace web.\n");
        assertThat(new GpuPodsReport(fleet, AcceleratorCatalog.standard(), new PodListScope(false, false, "none"),
                Sample.NOW).print(OutputFormat.TABLE)).isEqualTo("No GPU pods found in the namespace none.\n");
    }

    @Test
    void aPodThatIsOnANodeAndDoesNotSimplyRunSaysWhatItDoesInstead() {
        var report = new GpuPodsReport(sample().crashing("ml/c", "h100-01", "nvidia.com/gpu", 1).fleet(),
                AcceleratorCatalog.standard(), new PodListScope(false, false, ""), Sample.NOW);

        assertThat(report.print(OutputFormat.TABLE)).containsPattern("ml +c .* Running +CrashLoopBackOff");
    }

    @Test
    void aMigGpuOfWhichTheExporterSaysNothingIsToldFromWhatTheNodeAdvertises() throws JsonProcessingException {
        var fleet = new Sample().with(node("a100-01").nvidia("NVIDIA-A100-SXM4-80GB", 1)
                .has("nvidia.com/mig-3g.40gb", 1).has("nvidia.com/mig-1g.10gb", 1))
                .pod("ml/a", "a100-01", "nvidia.com/mig-3g.40gb", 1).fleet();
        var report = new MigLayoutsReport(fleet, labels -> true);

        assertThat(report.print(OutputFormat.TABLE)).isEqualTo("""
                NODE      GPU   PLACE   PROFILE   GI   BUSY%   MEM-GIB   OF-GIB   POD
                a100-01   ?     ~0:1    1g.10gb   -    -       -         -        -
                a100-01   ?     ~4:4    3g.40gb   -    -       -         -        ml/a
                a100-01   ?     ~1:3    (free)    -    -       -         -        -
                """);
        var json = new ObjectMapper().readTree(report.print(OutputFormat.JSON)).at("/layouts/0");
        assertThat(json.path("index").isNull()).isTrue();
        assertThat(json.path("source").asText()).isEqualTo("derived_from_labels");
        assertThat(json.at("/instances/0/utilisation").isNull()).isTrue();
        assertThat(json.at("/memory/free").toString()).isEqualTo("[1,2,3]");
    }

    @Test
    void whereNothingTellsHowGpusAreCutNoPlaceIsInvented() {
        var fleet = new Sample().with(node("a100-01").nvidia("NVIDIA-A100-SXM4-80GB", 2)
                .has("nvidia.com/mig-3g.40gb", 1).has("nvidia.com/mig-1g.10gb", 2)).fleet();

        assertThat(new MigLayoutsReport(fleet, labels -> true).print(OutputFormat.WIDE)).containsPattern(
                "a100-01 +\\? of 2 +- +3g.40gb .* unknown +Cannot tell how each of the 2 GPUs is partitioned");
    }
}
